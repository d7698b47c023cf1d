/**
 * Calls back when the browser is idle, at the latest after `timeout` milliseconds; the returned function cancels. Safari has no requestIdleCallback:
 * a timer replaces it.
 */
export function whenIdle(work: () => void, timeout = 4000): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, 50)
  return () => clearTimeout(timer)
}

/** How long the customer has not scrolled, pressed or typed before work begins that may wait, in milliseconds. */
const pause = 500
let lastInput = -pause
let watching = false

/** Remembers when the customer last scrolled, pressed or typed. */
function watchInput(): void {
  if (watching) return
  watching = true
  const noticed = (): void => void (lastInput = performance.now())
  for (const type of ['scroll', 'pointerdown', 'keydown', 'input']) window.addEventListener(type, noticed, { capture: true, passive: true })
}

/** Calls back when the browser is idle and the customer pauses: between two frames of scrolling a browser is idle, too. The returned function cancels. */
export function whenPaused(work: () => void): () => void {
  watchInput()
  let cancel = (): void => undefined
  const attempt = (): void => {
    const rest = lastInput + pause - performance.now()
    if (rest > 0) {
      const timer = setTimeout(attempt, rest)
      cancel = () => clearTimeout(timer)
    } else cancel = whenIdle(() => (performance.now() < lastInput + pause ? attempt() : work()), 1000)
  }
  attempt()
  return () => cancel()
}
