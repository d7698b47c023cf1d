import { isRecord } from '../domain/wire.ts'
import { createStore, type Store } from '../createStore.ts'
import { identity } from '../session/identity.ts'
import { local, onStoredElsewhere, type TextStore } from './storage.ts'

/** A value in the browser's storage. `branch` overrides this tab's branch. */
export interface Stored<T> {
  /** The stored value; the same object until it changes. */
  get: (branch?: string | null) => T
  /** Stores a value; null removes it. */
  set: (value: T | null, branch?: string | null) => void
  /** Calls the listener at every change, by whatever writes the key, here or in another tab. Returns the function that unsubscribes. Inside a component: `useStore(stored)`. */
  subscribe: (listener: () => void) => () => void
}

interface StoredOptions<T> {
  /** A value per branch: the key holds one map from branch URLs to values. */
  perBranch?: boolean
  /** Converts a value to JSON; by default the value itself. */
  write?: (value: T, branch: string | null) => unknown
  store?: TextStore
}

/**
 * Creates the accessor of a stored value. `parse` turns stored JSON into a value and must accept anything, including null (nothing stored). Every
 * read looks at the storage, so that two tabs agree. `key` may be a function of the branch if each branch has a key of its own.
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
    return isRecord(kept) ? kept : {}
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
  const changes: Store<number> = createStore(0, () => {
    // A key that depends on the branch may change with any other key.
    const concerns = (changed: string): boolean => typeof key === 'function' || changed === key
    const notify = (): void => changes.set(changes.get() + 1)
    const stop = store.onWrite((written) => concerns(written) && notify())
    const stopElsewhere = onStoredElsewhere(concerns, notify)
    return () => {
      stop()
      stopElsewhere()
    }
  })
  return {
    get,
    set: (value, given) => {
      const { branch, name, slot } = at(given)
      const others = perBranch ? Object.entries(all(name)).filter(([each]) => each !== slot) : []
      const next = value === null ? others : [...others, [slot, write(value, branch)] as const]
      if (next.length === 0) store.remove(name)
      else store.writeJson(name, perBranch ? Object.fromEntries(next) : next[0]?.[1])
    },
    subscribe: changes.subscribe,
  }
}
