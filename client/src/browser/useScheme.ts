import { createStored } from './createStored.ts'
import { storedKeys } from './storage.ts'
import { useStore } from '../createStore.ts'

/** The colour scheme: the device's, or the customer's choice. */
export type Scheme = 'device' | 'light' | 'dark'

const chosen = createStored<Scheme>(storedKeys.scheme, (kept) => (kept === 'light' || kept === 'dark' ? kept : 'device'))

/** The customer's choice, as a hook. */
export const useScheme = () => useStore(chosen)

/** Stores the choice for this browser. client/src/scheme.ts applies it. */
export function chooseScheme(scheme: Scheme): void {
  chosen.set(scheme === 'device' ? null : scheme)
  window.dispatchEvent(new CustomEvent('scheme', { detail: scheme }))
}
