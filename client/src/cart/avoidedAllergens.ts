import { createStore, useStore } from '../createStore.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'

const avoided = createStored<ReadonlySet<string>>(
  storedKeys.allergens,
  (kept) => new Set(Array.isArray(kept) ? kept.filter((code): code is string => typeof code === 'string') : []),
  { write: (codes) => [...codes].sort() },
)

/** Stores the codes of the allergens to avoid, for all branches. */
export function avoidAllergens(codes: Iterable<string>): void {
  avoided.set(new Set(codes))
}

/** The allergen codes to avoid: for the filter, the warnings in cards, sheets and cart lines. */
export function useAvoidedAllergens(): ReadonlySet<string> {
  return useStore(avoided)
}

/** Whether the menu hides the dishes that contain an avoided allergen, or have no information: until the page is loaded again. */
export const onlyFitting = createStore(false)
