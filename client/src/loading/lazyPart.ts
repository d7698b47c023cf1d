import { createElement, memo, startTransition, useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { createStore } from '../createStore.ts'

/*
 * Code that is loaded later. What failed to load is tried again at the customer's next press, when the network is back, and after a pause.
 * React's own `lazy` keeps a failure for ever.
 */

/** The number of the current attempt; it changes when what failed is to be tried again. */
export const loadAttempt = createStore(0)

/** The pauses between attempts without a press, in milliseconds; the last one repeats. */
const pauses = [2_000, 5_000, 15_000, 60_000]
let failures = 0
let stopWaiting: (() => void) | undefined

/** Whether an error means that a module or its styles could not be loaded: matches the messages of Chromium, Firefox, WebKit and Vite. */
export function isChunkLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|error loading dynamically|importing a module script failed|Unable to preload CSS/i.test(error.message)
  )
}

/** Tries everything that failed again, at once. */
export function loadAgain(): void {
  stopWaiting?.()
  stopWaiting = undefined
  loadAttempt.set(loadAttempt.get() + 1)
}

/** Called after a failed load: prepares the next attempt. Returns how often in a row loading has failed; null if the next attempt is prepared already. */
export function awaitNextAttempt(error: unknown): number | null {
  // Vite would take a style sheet that failed for a loaded one.
  const sheet = error instanceof Error ? /Unable to preload CSS for (\S+)/.exec(error.message)?.[1] : undefined
  for (const link of document.querySelectorAll('link')) if (sheet !== undefined && link.href.endsWith(sheet)) link.remove()
  if (stopWaiting !== undefined) return null
  const timer = setTimeout(loadAgain, pauses[Math.min(failures, pauses.length - 1)])
  failures += 1
  window.addEventListener('online', loadAgain)
  document.addEventListener('click', loadAgain, { capture: true })
  stopWaiting = () => {
    clearTimeout(timer)
    window.removeEventListener('online', loadAgain)
    document.removeEventListener('click', loadAgain, { capture: true })
  }
  return failures
}

/** A part of the page whose code is loaded when it is rendered, or before by `load`, which never fails: then it is rendered at once. */
export type LazyPart<P extends object> = ComponentType<P & { fallback?: ReactNode }> & { load: () => Promise<unknown> }

/**
 * Like React's `lazy`, but code that failed to load is requested again in the next attempt, and code that is there is shown at once: React holds back what
 * was suspended for 300 ms. Until then it shows its `fallback`. Rendered inside a `Part`, which renders it again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  interface Code {
    attempt: number
    loaded: Promise<unknown>
    part?: ComponentType<P>
    error?: Error
  }
  let code: Code | undefined
  const current = (): Code => {
    const attempt = loadAttempt.get()
    if (code !== undefined && (code.error === undefined || code.attempt === attempt)) return code
    const begun: Code = {
      attempt,
      loaded: load().then(
        (part) => {
          failures = 0
          begun.part = part
        },
        (error: unknown) => (begun.error = error as Error),
      ),
    }
    code = begun
    return begun
  }
  /** What fails before it is needed is requested again when it is. */
  const loadBefore = async (): Promise<void> => {
    const begun = current()
    await begun.loaded
    if (begun.error !== undefined && code === begun) code = undefined
  }
  const lazy = memo(function LazyPart(props: P & { fallback?: ReactNode }) {
    const { loaded, part, error } = current()
    const [, render] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      if (part === undefined) void loaded.then(() => startTransition(render))
    }, [loaded, part])
    if (error !== undefined) throw error
    return part === undefined ? props.fallback : createElement(part, props)
  })
  return Object.assign(lazy, { load: loadBefore })
}
