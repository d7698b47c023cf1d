import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import { createStore, type Store } from '../../createStore.ts'

/** Which section is being read; told to those who show it, so that the page is not drawn again at every section that passes by. */
export type Reading = Store<string | null>

/** The section that is being read, inside the component that shows it. */
export function useActive(reading: Reading): string | null {
  const [active, setActive] = useState(reading.get)
  useEffect(() => {
    const hear = (): void => startTransition(() => setActive(reading.get()))
    hear()
    return reading.subscribe(hear)
  }, [reading])
  return active
}

/**
 * Follows which section is being read, and goes to one at a press. A press wins over the scrolling it causes: until that has ended, the pressed
 * section stays the active one (docs/specification.md section 10: a scroll-spy that never fights a click). `top` is the height of what sticks to the top, in pixels.
 */
export function useScrollSpy(ids: readonly string[], top: number): { reading: Reading; go: (id: string) => void } {
  const [reading] = useState(() => createStore<string | null>(null))
  const held = useRef<string | null>(null)
  const visible = useRef(new Set<string>())
  const joined = ids.join('\n')

  useEffect(() => {
    const order = joined.split('\n')
    const seen = visible.current
    seen.clear()
    // A line just below what sticks: the section that crosses it is the one being read.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) seen.add(entry.target.id)
          else seen.delete(entry.target.id)
        }
        if (held.current !== null) return
        reading.set(order.filter((id) => seen.has(id)).at(-1) ?? null)
      },
      { rootMargin: `-${top + 24}px 0px -70% 0px` },
    )
    for (const id of order) {
      const section = document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [joined, top, reading])

  const go = useCallback(
    (id: string) => {
      const section = document.getElementById(id)
      if (section === null) return
      held.current = id
      reading.set(id)
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      const target = (): number => window.scrollY + section.getBoundingClientRect().top - top - 8
      const far = Math.abs(target() - window.scrollY) > 2 * window.innerHeight
      // A long way is jumped: sections on the way would draw themselves only to be passed.
      window.scrollTo({ top: target(), behavior: calm || far ? 'instant' : 'smooth' })
      section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      let tries = 0
      const settle = (): void => {
        // What lay above may have grown while we came: look again until we are there.
        if (
          Math.abs(target() - window.scrollY) > 4 &&
          tries < 6 &&
          window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 4
        ) {
          tries += 1
          window.scrollTo({ top: target(), behavior: 'instant' })
          setTimeout(settle, 60)
          return
        }
        held.current = null
      }
      setTimeout(settle, calm || far ? 60 : 500)
    },
    [top, reading],
  )
  return { reading, go }
}
