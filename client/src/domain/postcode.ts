import type { Area } from '../../../contracts/types.ts'

/**
 * The area that has a postcode: null if certainly none has it, undefined if it can't be told, since the postcode is incomplete, several areas have it, or
 * an area without one may. Case, spaces and hyphens are ignored.
 */
export function areaOfPostcode(areas: readonly Area[], postcode: string): Area | null | undefined {
  const typed = plainCode(postcode)
  const codes = areas.map((area) => plainCode(area.zipcode ?? ''))
  const found = typed === '' ? [] : areas.filter((_, index) => codes[index] === typed)
  if (found.length > 0) return found.length === 1 ? found[0] : undefined
  return codes.some((code) => code === '' || code.length > typed.length) ? undefined : null
}

/** A postal code as it is compared with others. */
const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()
