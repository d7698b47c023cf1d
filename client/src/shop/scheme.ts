import { createStored } from './createStored.ts'
import { storedKeys } from './storage.ts'

/** How light the shop is: as the device has it, or as the customer has chosen. */
export type Scheme = 'device' | 'light' | 'dark'

const chosen = createStored<Scheme>(storedKeys.scheme, (kept) => (kept === 'light' || kept === 'dark' ? kept : 'device'))

/** The customer's choice, inside a component. */
export const useScheme = chosen.use

/** Chooses for this browser. The page's first lines apply it (client/src/scheme.ts). */
export function chooseScheme(scheme: Scheme): void {
  chosen.set(scheme === 'device' ? null : scheme)
  window.dispatchEvent(new CustomEvent('scheme', { detail: scheme }))
}
