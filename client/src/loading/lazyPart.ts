import { createElement, memo, startTransition, useEffect, useReducer, type ComponentType, type ReactNode } from 'react'
import { currentAttempt } from './attempts.ts'
import { hasLoaded } from './loadFailed.ts'

/** A part of the page whose code is loaded when it is rendered, or before by `load`, which never fails: then it is rendered at once. */
export type LazyPart<P extends object> = ComponentType<P & { fallback?: ReactNode }> & { load: () => Promise<unknown> }

/**
 * Like React's `lazy`, but code that failed to load is requested again in the next attempt, and code that is there is shown at once: React holds back what
 * was suspended for 300 ms. Until then it shows its `fallback`. Rendered inside a `Part`, which renders it again.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let code: { attempt: number; loaded: Promise<unknown>; part?: ComponentType<P>; error?: Error } | undefined
  const request = (again: (attempt: number) => boolean) => {
    if (code !== undefined && (code.error === undefined || !again(code.attempt))) return code
    const begun: NonNullable<typeof code> = {
      attempt: currentAttempt(),
      loaded: load().then(
        (part) => {
          hasLoaded()
          begun.part = part
        },
        (error: unknown) => (begun.error = error as Error),
      ),
    }
    return (code = begun)
  }
  const lazy = memo(function LazyPart(props: P & { fallback?: ReactNode }) {
    const { loaded, part, error } = request((attempt) => attempt !== currentAttempt())
    const [, render] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      if (part === undefined) void loaded.then(() => startTransition(render))
    }, [loaded, part])
    if (error !== undefined) throw error
    return part === undefined ? props.fallback : createElement(part, props)
  })
  return Object.assign(lazy, { load: () => request(() => true).loaded })
}
