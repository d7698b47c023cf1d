import type { Id } from '../../../contracts/types.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { useStore } from '../createStore.ts'

const favourites = createStored<ReadonlySet<string>>(
  storedKeys.favourites,
  (kept) => new Set(Array.isArray(kept) ? kept.map(String) : []),
  {
    perBranch: true,
    write: (set) => [...set],
  },
)

/** Marks a product as a favourite of this branch, or unmarks it. */
export function toggleFavourite(productId: Id): void {
  const next = new Set(favourites.get())
  if (!next.delete(String(productId))) next.add(String(productId))
  favourites.set(next)
}

/** The favourite products of this branch, ids as text. */
export function useFavourites(): ReadonlySet<string> {
  return useStore(favourites)
}
