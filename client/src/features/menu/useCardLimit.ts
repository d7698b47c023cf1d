import { startTransition, useEffect, useRef, useState, type RefObject } from 'react'
import { cardsToRestore } from '../../browser/scrollPosition.ts'
import { whenPaused } from '../../ui/whenIdle.ts'

/**
 * How many cards the first section starts with, how many are rendered at once when a section comes near the viewport, and how many per idle period.
 */
const [firstCards, nextCards, idleCards] = [12, 2, 6]

interface Section {
  id: string
  /** How many cards it has. */
  count: number
  /** Its cards are loading. */
  pending: boolean
  /** The first section is rendered at once. */
  first: boolean
  /** Called when the section comes near the viewport before its cards are loaded. */
  onNear: (() => void) | undefined
}

/**
 * How many cards of a section are rendered: a few at a time when it comes near the viewport, or while the customer pauses, one section after another
 * (docs/decisions/client-rendering.md). Null: none yet. Rendered cards stay.
 */
export function useCardLimit({ id, count, pending, first, onNear }: Section): {
  frame: RefObject<HTMLElement | null>
  limit: number | null
} {
  const frame = useRef<HTMLElement>(null)
  // To restore the scroll position, the section is rendered at once up to that dish.
  const [restored] = useState(() => cardsToRestore(id))
  const [near, setNear] = useState(first || restored !== null)
  const [limit, setLimit] = useState(Math.max(first ? firstCards : 0, restored ?? 0))
  const whole = !pending && limit >= count
  useEffect(() => {
    if (near && pending) onNear?.()
  }, [near, pending, onNear])
  useEffect(() => {
    const section = frame.current
    if (section === null || near || whole) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        startTransition(() => setNear(true))
      },
      { rootMargin: '900px 0px' },
    )
    observer.observe(section)
    return () => observer.disconnect()
  }, [near, whole])
  useEffect(() => {
    if (pending || whole) return
    const render = (more: number) => (): void => startTransition(() => setLimit(limit + more))
    return near ? afterNextFrame(render(nextCards)) : inTurn(render(idleCards), limit > 0)
  }, [near, whole, pending, limit])
  return { frame, limit: near || limit > 0 ? limit : null }
}

/** The sections that wait for a pause of the customer; the first one is next. */
const turns: (() => void)[] = []
let cancel = (): void => undefined

/** Calls back when it is this section's turn and the customer pauses; `begun`: before all others. The returned function cancels. */
function inTurn(work: () => void, begun: boolean): () => void {
  const schedule = (): void => {
    cancel()
    cancel = turns.length === 0 ? () => undefined : whenPaused(() => turns[0]?.())
  }
  if (begun) turns.unshift(work)
  else turns.push(work)
  if (turns[0] === work) schedule()
  return () => {
    const next = turns[0] === work
    turns.splice(turns.indexOf(work), 1)
    if (next) schedule()
  }
}

/** Calls back after the next frame; the returned function cancels. */
function afterNextFrame(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Previous updates are painted in the first frame; the second one is short and leaves time.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => (timer = setTimeout(go)))
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
