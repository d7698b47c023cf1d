import type { Coordinates } from '../../../contracts/types.ts'

/** An address in words as it was found for a place, and the place. */
export interface LocatedAddress {
  address: string
  coordinates: Coordinates
}

/** Where an address in words is: known while it has the words that were found for the place, as whole words one after another. More may be added. */
export function coordinatesOf(address: string, located: LocatedAddress | null | undefined): Coordinates | null {
  // What was kept by the browser may be anything.
  const { address: found, coordinates } = (located ?? {}) as { address?: unknown; coordinates?: Partial<Coordinates> }
  if (typeof found !== 'string' || found === '' || !wordsOf(address).includes(wordsOf(found))) return null
  return Number.isFinite(coordinates?.lat) && Number.isFinite(coordinates?.lng) ? (coordinates as Coordinates) : null
}

/** Words between spaces: "1" is neither part of "11" nor of "1/2". */
const wordsOf = (text: string): string =>
  ` ${text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .join(' ')} `
