import type { Area } from '../../../contracts/types.ts'

/**
 * The area of a postcode: null if there is none, undefined if it can't be told, since the postcode is incomplete or no area has one. Case and spaces
 * are ignored.
 */
export function areaOfPostcode(areas: readonly Area[], postcode: string): Area | null | undefined {
  const typed = plainCode(postcode)
  const zoned = areas.map((area) => ({ area, code: plainCode(area.zipcode ?? '') })).filter(({ code }) => code !== '')
  if (typed === '' || zoned.length === 0) return undefined
  const found = zoned.find(({ code }) => code === typed)
  return found?.area ?? (zoned.some(({ code }) => code.length > typed.length) ? undefined : null)
}

/** A postal code as it is compared with others. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase()
