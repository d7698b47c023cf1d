/* When code that could not be loaded is requested again: for the page's first script (start.ts), and for the application (retryable.ts). */

/** The pauses between attempts without a press, in milliseconds, by the number of failures before; the last one repeats. */
const pauses = [300, 2_000, 5_000, 15_000]

/** Whether an error means that a script or a style sheet could not be loaded: matches the messages of Chromium, Firefox, WebKit and Vite. */
export function isLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /imported module|error loading dynamically|importing a module script|Unable to preload CSS/i.test(error.message)
  )
}

/** Waits for the next attempt: at the customer's next press, when the network is back, or after a pause that grows with the failures before. */
export function nextAttempt(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const waiting = new AbortController()
    const begin = (): void => {
      clearTimeout(timer)
      waiting.abort()
      resolve()
    }
    const timer = setTimeout(begin, pauses[Math.min(failures, pauses.length - 1)])
    window.addEventListener('online', begin, { signal: waiting.signal })
    document.addEventListener('click', begin, { signal: waiting.signal, capture: true })
  })
}
