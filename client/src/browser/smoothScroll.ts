import { scrollBehavior } from '../ui/motion.ts'

/** The duration of the scroll animation, in milliseconds (docs/specification.md section 9: "scroll animation to the name field"). */
const scrollTime = 600

/**
 * Scrolls an element into the upper third of the viewport; without animation if the customer prefers reduced motion. Scrolling by the customer stops
 * it.
 */
export function smoothScrollTo(element: HTMLElement): void {
  const from = window.scrollY
  const distance = element.getBoundingClientRect().top - window.innerHeight / 3
  if (scrollBehavior() === 'instant' || Math.abs(distance) < 2) {
    window.scrollTo({ top: from + distance, behavior: 'instant' })
    return
  }
  const start = performance.now()
  let stopped = false
  const stop = (): void => {
    stopped = true
  }
  window.addEventListener('wheel', stop, { once: true, passive: true })
  window.addEventListener('touchmove', stop, { once: true, passive: true })
  const step = (at: number): void => {
    if (stopped) return
    const share = Math.min(1, (at - start) / scrollTime)
    window.scrollTo({ top: from + distance * (1 - (1 - share) ** 3), behavior: 'instant' })
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
