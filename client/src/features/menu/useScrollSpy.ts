import { useCallback, useEffect, useRef, useState } from 'react'
import { createStore, type Store } from '../../createStore.ts'
import { holdScroll } from '../../browser/holdScroll.ts'
import { scrollBehavior } from '../../ui/motion.ts'

/** The section in view, as a store, so that the page does not render again for every section that is scrolled past. */
export type ActiveSection = Store<string | null>

/**
 * Tracks the section in view, and scrolls to a section on a press. Until the customer scrolls again, the pressed section stays active
 * (docs/specification.md section 10). `top` is the height of the sticky elements, in pixels.
 */
export function useScrollSpy(ids: readonly string[], top: number): { activeSection: ActiveSection; go: (id: string) => void } {
  const [activeSection] = useState(() => createStore<string | null>(null))
  const pressed = useRef<string | null>(null)
  const visible = useRef(new Set<string>())
  const joined = ids.join('\n')

  useEffect(() => {
    const order = joined.split('\n')
    const seen = visible.current
    seen.clear()
    // The section that crosses a line just below the sticky elements is in view.
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (entry.isIntersecting) seen.add(entry.target.id)
          else seen.delete(entry.target.id)
        }
        if (pressed.current !== null) return
        activeSection.set(order.filter((id) => seen.has(id)).at(-1) ?? null)
      },
      { rootMargin: `-${top + 24}px 0px -70% 0px` },
    )
    for (const id of order) {
      const section = document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [joined, top, activeSection])

  const go = useCallback(
    (id: string) => {
      const section = document.getElementById(id)
      if (section === null) return
      const distance = (): number | null => (section.isConnected ? section.getBoundingClientRect().top - top - 8 : null)
      const far = Math.abs(distance() ?? 0) > 2 * window.innerHeight
      holdScroll(distance, {
        // Long distances are jumped: the sections between would be rendered only to be scrolled past.
        smooth: !far && scrollBehavior() === 'smooth',
        ended: () => (pressed.current = null),
      })
      pressed.current = id
      activeSection.set(id)
      section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    },
    [top, activeSection],
  )
  return { activeSection, go }
}
