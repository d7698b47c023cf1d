/*
 * Scrolling to a place that still moves, since what is above it is rendered later.
 */

/** How long to wait for a place that the screen does not have yet, in milliseconds. */
const timeout = 10_000
/** How long an animated scroll may take, in milliseconds. */
const smoothScroll = 500
const userInput = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const

let end = (): void => undefined

export function releaseScroll(): void {
  end()
}

/**
 * Scrolls to a place as soon as the screen has it, and again whenever the page moves it. `distance` returns the pixels to scroll, null while
 * the screen does not have the place. Ends when the customer scrolls, presses, enters text or navigates, or with the next call; then `ended` is
 * called.
 */
export function holdScroll(distance: () => number | null, { smooth = false, ended }: { smooth?: boolean; ended?: () => void } = {}): void {
  end()
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The scroll position that was set last, in pixels. */
  let own = 0
  /** The distance of the place from the top of the document, in pixels. */
  let place = 0
  const latest = performance.now() + timeout
  const scroll = (): boolean => {
    const by = distance()
    if (by === null) return false
    place = window.scrollY + by
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' })
    own = window.scrollY
    return true
  }
  const observer = new ResizeObserver(scroll)
  const watch = (): void => {
    const by = distance() ?? 0
    if (Math.abs(by) <= 2) return
    // If the place has moved, the browser has scrolled to keep another element where it was; otherwise the customer has scrolled.
    if (Math.abs(window.scrollY + by - place) > 1) scroll()
    else if (Math.abs(window.scrollY - own) > 1) end()
  }
  end = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    observer.disconnect()
    window.removeEventListener('scroll', watch)
    for (const type of userInput) window.removeEventListener(type, end)
    end = () => undefined
    ended?.()
  }
  const hold = (): void => {
    if (scroll()) observer.observe(document.body)
    else frame = requestAnimationFrame(wait)
  }
  // What comes with the place is painted first: with a scroll in the same frame it counts as shifted, although nobody has seen it move.
  const wait = (): void => {
    if (performance.now() >= latest) end()
    else frame = requestAnimationFrame(distance() === null ? wait : hold)
  }
  const begin = (): void => {
    window.addEventListener('scroll', watch, { passive: true })
    hold()
  }
  for (const type of userInput) window.addEventListener(type, end, { passive: true })
  if (smooth) {
    window.scrollBy({ top: distance() ?? 0, behavior: 'smooth' })
    timer = setTimeout(begin, smoothScroll)
  } else begin()
}
