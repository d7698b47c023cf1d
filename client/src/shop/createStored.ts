import { useSyncExternalStore } from 'react'
import { createStore, type Store } from '../createStore.ts'
import { identity } from './identity.ts'
import { local, onStoredElsewhere, type TextStore } from './storage.ts'

/** Something that the browser keeps. `branch` is another branch than this tab's. */
export interface Stored<T> {
  /** What is kept; the same object until it changes. */
  get: (branch?: string | null) => T
  /** Keeps a value; null forgets it. */
  set: (value: T | null, branch?: string | null) => void
  /** What is kept for this tab's branch, inside a component; it is drawn again when it changes here or in another tab. */
  use: () => T
  subscribe: (listener: () => void) => () => void
}

interface StoredOptions<T> {
  /** Each branch has its own: the key holds one map from branch urls to values. */
  perBranch?: boolean
  /** What JSON is made of a value; the value itself by default. */
  write?: (value: T, branch: string | null) => unknown
  /** Where it is kept; the browser's local storage by default. */
  store?: TextStore
}

/**
 * Makes the one way to something that is kept: `parse` turns what the browser holds into a value and must take anything, null included (nothing is kept).
 * Every read looks at the store, so that two tabs agree. `key` may be a function of the branch, where each branch has a key of its own.
 */
export function createStored<T>(
  key: string | ((branch: string | null) => string),
  parse: (kept: unknown) => T,
  { perBranch = false, write = (value) => value, store = local }: StoredOptions<T> = {},
): Stored<T> {
  const parsed = new Map<string, { text: string | null; value: T }>()

  const at = (given: string | null | undefined): { branch: string | null; name: string; slot: string } => {
    const branch = given === undefined ? identity().branch : given
    return { branch, name: typeof key === 'string' ? key : key(branch), slot: perBranch ? (branch ?? '') : '' }
  }
  const all = (name: string): Record<string, unknown> => {
    const kept = store.readJson(name)
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {}
  }
  const get = (branch?: string | null): T => {
    const { name, slot } = at(branch)
    const text = store.read(name)
    const known = parsed.get(`${name} ${slot}`)
    if (known !== undefined && known.text === text) return known.value
    const value = parse(perBranch ? (all(name)[slot] ?? null) : store.readJson(name))
    parsed.set(`${name} ${slot}`, { text, value })
    return value
  }
  const notify = (): void => changes.set(changes.get() + 1)
  // Which key a branch has may change with another one.
  const changes: Store<number> = createStore(0, () => onStoredElsewhere((changed) => typeof key === 'function' || changed === key, notify))
  return {
    get,
    set: (value, given) => {
      const { branch, name, slot } = at(given)
      const others = perBranch ? Object.entries(all(name)).filter(([each]) => each !== slot) : []
      const next = value === null ? others : [...others, [slot, write(value, branch)] as const]
      if (next.length === 0) store.remove(name)
      else store.writeJson(name, perBranch ? Object.fromEntries(next) : next[0]?.[1])
      notify()
    },
    use: () => useSyncExternalStore(changes.subscribe, get),
    subscribe: changes.subscribe,
  }
}
