import { useSyncExternalStore } from 'react'
import type { Id } from '../../../contracts/types.ts'
import { chosenBranch } from './chosenBranch.ts'
import { local, storedKeys } from './storage.ts'

const listeners = new Set<() => void>()
let readText: string | null | undefined
let current: ReadonlySet<string> = new Set()

function all(): Record<string, unknown> {
  const value = local.readJson(storedKeys.favourites)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function stored(): ReadonlySet<string> {
  const text = local.read(storedKeys.favourites)
  if (text !== readText) {
    readText = text
    const list = all()[chosenBranch() ?? '']
    current = new Set(Array.isArray(list) ? list.map(String) : [])
  }
  return current
}

/** Marks a product as a favourite of this branch, or unmarks it. */
export function toggleFavourite(productId: Id): void {
  const next = new Set(stored())
  if (!next.delete(String(productId))) next.add(String(productId))
  local.writeJson(storedKeys.favourites, { ...all(), [chosenBranch() ?? '']: [...next] })
  for (const listener of listeners) listener()
}

/** The favourite products of this branch, ids as text (DESIGN.md section 7.7). */
export function useFavourites(): ReadonlySet<string> {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, stored)
}
