/*
 * Scrolling to a place that still moves, since what is above it is rendered later.
 */

/** How long a place is held, in milliseconds. */
const timeout = 10_000
/** How long an animated scroll may take before the place is held, in milliseconds. */
const smoothScroll = 500
const userInput = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'input'] as const

let end = (): void => undefined

/** Ends what `holdScroll` began. */
export function releaseScroll(): void {
  end()
}

/**
 * Scrolls to a place as soon as the screen has it, and again whenever the page changes its size. `distance` returns the pixels to scroll, null while
 * the screen does not have the place. Ends when the customer scrolls, presses, enters text or navigates, or with the next call; then `ended` is
 * called.
 */
export function holdScroll(distance: () => number | null, { smooth = false, ended }: { smooth?: boolean; ended?: () => void } = {}): void {
  end()
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let own = window.scrollY
  let height = 0
  const latest = performance.now() + timeout
  const scroll = (): boolean => {
    const by = distance()
    if (by !== null && Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' })
    own = window.scrollY
    height = document.body.offsetHeight
    return by !== null
  }
  const observer = new ResizeObserver(() => {
    if (performance.now() > latest) end()
    else scroll()
  })
  // Where the page has kept its size, the browser's scroll anchoring has nothing to correct, so the customer has scrolled.
  const watch = (): void => {
    if (document.body.offsetHeight !== height) scroll()
    else if (Math.abs(window.scrollY - own) > 1 && Math.abs(distance() ?? 0) > 2) end()
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
    else if (performance.now() < latest) frame = requestAnimationFrame(hold)
    else end()
  }
  const begin = (): void => {
    own = window.scrollY
    window.addEventListener('scroll', watch, { passive: true })
    hold()
  }
  for (const type of userInput) window.addEventListener(type, end, { passive: true })
  if (smooth) {
    window.scrollBy({ top: distance() ?? 0, behavior: 'smooth' })
    timer = setTimeout(begin, smoothScroll)
  } else begin()
}
