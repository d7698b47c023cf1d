import { useEffect, useRef, type HTMLAttributes, type Ref } from 'react'
import { announce } from './announcements.ts'

interface AnnouncedProps extends HTMLAttributes<HTMLElement> {
  as?: 'p' | 'div' | 'span'
  /** False: an element like any other, such as for an empty state, or where the owner announces the text itself. */
  live?: boolean
}

/** An element whose text is announced: when it is inserted, and each line that changes. */
export function Announced({ as: Tag = 'p', live = true, ...rest }: AnnouncedProps) {
  const element = useRef<HTMLElement>(null)
  const before = useRef({ text: '', lines: [] as string[] })
  useEffect(() => {
    if (!live) return
    const text = element.current?.textContent ?? ''
    if (element.current === null || text === before.current.text) return
    const lines = element.current.innerText
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
    announce(...lines.filter((line) => !before.current.lines.includes(line)))
    before.current = { text, lines }
  })
  return <Tag {...rest} ref={element as Ref<never>} />
}
