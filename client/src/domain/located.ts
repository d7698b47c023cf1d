import type { Area, Coordinates } from '../../../contracts/types.ts'
import { plainCode } from './postcode.ts'

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

/** The one delivery area with this postal code; null when none has it, or several do. */
export function areaByZipcode(areas: readonly Area[], zipcode: string): Area | null {
  const wanted = plainCode(zipcode)
  const found = wanted === '' ? [] : areas.filter((area) => plainCode(area.zipcode ?? '') === wanted)
  return found.length === 1 ? (found[0] ?? null) : null
}
