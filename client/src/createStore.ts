import { useSyncExternalStore } from 'react'

/** A value in memory that notifies its subscribers. */
export interface Store<T> {
  get: () => T
  /** Replaces the value; subscribers are notified if it is a different one. */
  set: (next: T) => void
  /** Calls the listener at every change. Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** The value of a store inside a component, which renders again when it changes. */
export function useStore<T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>): T {
  return useSyncExternalStore(subscribe, get)
}

/** Creates a store. `observed` is called when the first subscriber is added; the function it returns, when the last one is removed. */
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
  }
}
