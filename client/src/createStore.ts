import { useSyncExternalStore } from 'react'

/** A value in memory that notifies its subscribers. */
export interface Store<T> {
  get: () => T
  /** Replaces the value; subscribers are notified when it is another one. */
  set: (next: T) => void
  /** Calls back at every change. Answers how to stop. */
  subscribe: (listener: () => void) => () => void
  /** The value inside a component, which is drawn again when it changes. */
  use: () => T
}

/** Makes a store. `observed` is called when the first subscriber comes, and what it answers when the last one has left. */
export function createStore<T>(initial: T, observed?: () => () => void): Store<T> {
  let value = initial
  let unobserved: (() => void) | undefined
  const listeners = new Set<() => void>()
  const get = (): T => value
  const subscribe = (listener: () => void): (() => void) => {
    if (listeners.size === 0) unobserved = observed?.()
    listeners.add(listener)
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) unobserved?.()
    }
  }
  return {
    get,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
