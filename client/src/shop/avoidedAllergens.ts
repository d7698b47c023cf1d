import { useSyncExternalStore } from 'react'
import { local, storedKeys } from './storage.ts'

const listeners = new Set<() => void>()
let readText: string | null | undefined
let current: ReadonlySet<string> = new Set()

function stored(): ReadonlySet<string> {
  const text = local.read(storedKeys.allergens)
  if (text !== readText) {
    readText = text
    const list = local.readJson(storedKeys.allergens)
    current = new Set(Array.isArray(list) ? list.filter((code): code is string => typeof code === 'string') : [])
  }
  return current
}

/** Keeps which allergens are to be avoided, by their codes, on every branch. */
export function avoidAllergens(codes: Iterable<string>): void {
  local.writeJson(storedKeys.allergens, [...new Set(codes)].sort())
  for (const listener of listeners) listener()
}

/** The allergen codes to avoid: for the filter, the warnings in cards, sheets and cart lines (DESIGN.md section 7.4). */
export function useAvoidedAllergens(): ReadonlySet<string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, stored)
}
