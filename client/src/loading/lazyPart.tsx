import { memo, startTransition, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'
import { Part } from './Part.tsx'
import { retryable } from './retryable.ts'

/** A component whose code is loaded when it is rendered, or before by `load`, which never fails: then it is rendered at once. */
export type LazyPart<P extends object> = ComponentType<P & { fallback?: ReactNode }> & { load: () => Promise<unknown> }

/** A part of the page that is loaded when it is rendered. If it fails, the rest of the screen stays. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const Code = lazyCode(load)
  const part = memo(function LazyPart(props: P & { fallback?: ReactNode }) {
    return (
      <Part>
        <Code {...props} />
      </Part>
    )
  })
  return Object.assign(part, { load: Code.load })
}

/** A lazy part that opens over the page: it is loaded when it is first open. */
export function lazySheet<P extends { open: boolean }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Sheet = lazyPart(load)
  return function LazySheet(props: P) {
    return useOpened(props.open) ? <Sheet {...props} /> : null
  }
}

/** Whether something is open or was: it stays mounted, so that its closing animation runs. */
export function useOpened(open: boolean): boolean {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return opened || open
}

/**
 * Like React's `lazy`, but retryable, and code that is there is shown at once: React holds back what was suspended for 300 ms. Until then it shows its
 * `fallback`. The boundary around it renders it again.
 */
export function lazyCode<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const code = retryable(load)
  function LazyCode(props: P & { fallback?: ReactNode }) {
    const { promise, value: Loaded, error } = code('rendering')
    const [, render] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      const show = (): void => startTransition(render)
      if (Loaded === undefined) promise.then(show, show)
    }, [promise, Loaded])
    if (error !== undefined) throw error as Error
    return Loaded === undefined ? props.fallback : <Loaded {...props} />
  }
  return Object.assign(LazyCode, { load: () => code().promise.catch(() => undefined) })
}
