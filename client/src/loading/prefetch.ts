import { whenPaused } from '../ui/whenIdle.ts'

/**
 * Loads scripts before they are needed: one after another while the customer pauses, the rest at the first touch or key. Not if the browser saves data.
 * The returned function cancels.
 */
export function prefetchScripts(loads: readonly (() => Promise<unknown>)[]): () => void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true) return () => undefined
  const left = [...loads]
  let cancel = (): void => undefined
  // A script that fails is requested again when it is needed.
  const load = (): Promise<unknown> =>
    left
      .shift()?.()
      .catch(() => undefined) ?? Promise.resolve()
  const one = async (): Promise<void> => {
    await load()
    if (left.length > 0) cancel = whenPaused(() => void one())
  }
  const all = (): void => {
    cancel()
    while (left.length > 0) void load()
  }
  const events = ['pointerdown', 'keydown'] as const
  for (const type of events) window.addEventListener(type, all, { once: true, passive: true, capture: true })
  cancel = whenPaused(() => void one())
  return () => {
    cancel()
    for (const type of events) window.removeEventListener(type, all, { capture: true })
  }
}
