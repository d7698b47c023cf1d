import { useCallback, useEffect, useRef, useState } from 'react'
import { createStore, type Store } from '../../createStore.ts'

/** The section in view, as a store, so that the page does not render again for every section that is scrolled past. */
export type ActiveSection = Store<string | null>

/**
 * Tracks the section in view, and scrolls to a section on a press. Until that scrolling has ended, the pressed section stays active
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
      pressed.current = id
      activeSection.set(id)
      const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
      const target = (): number => window.scrollY + section.getBoundingClientRect().top - top - 8
      const far = Math.abs(target() - window.scrollY) > 2 * window.innerHeight
      // Long distances are jumped: the sections between would be rendered only to be scrolled past.
      window.scrollTo({ top: target(), behavior: reducedMotion || far ? 'instant' : 'smooth' })
      section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      let tries = 0
      const settle = (): void => {
        // Content above may have grown during the scrolling: corrects the position until it is reached.
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
        pressed.current = null
      }
      setTimeout(settle, reducedMotion || far ? 60 : 500)
    },
    [top, activeSection],
  )
  return { activeSection, go }
}
