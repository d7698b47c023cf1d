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
