import type { Allergen, Menu, Product } from '../../../contracts/types.ts'
import { slotsOf } from './pricing.ts'

/**
 * Whether a dish is safe for a customer who avoids some allergens. `unknown` is a separate state: missing information is never shown as safe.
 */
export type AllergenVerdict =
  | { kind: 'fits' }
  | { kind: 'contains'; codes: string[]; /** In words, where the menu has them. */ names: string[] }
  | { kind: 'unknown' }

/** An allergen as a chip of the filter shows it: its code as printed on the menu, and its words where there are any. */
export interface AllergenChip {
  code: string
  description: string
}

/** Judges allergen codes (null: no information) against the avoided ones. Nothing avoided fits always. */
export function judgeCodes(codes: readonly string[] | null | undefined, avoided: ReadonlySet<string>): AllergenVerdict {
  if (avoided.size === 0) return { kind: 'fits' }
  if (!codes) return { kind: 'unknown' }
  const found = codes.filter((code) => avoided.has(code))
  return found.length > 0 ? { kind: 'contains', codes: found, names: found } : { kind: 'fits' }
}

export function judgeProduct(product: Pick<Product, 'allergens'>, avoided: ReadonlySet<string>): AllergenVerdict {
  const verdict = judgeCodes(allergenCodes(product), avoided)
  return verdict.kind === 'contains' ? { ...verdict, names: verdict.codes.map((code) => nameOf(code, product)) } : verdict
}

function nameOf(code: string, product: Pick<Product, 'allergens'>): string {
  return product.allergens?.find((allergen) => codeOf(allergen) === code)?.description || code
}

/**
 * Judges a menu by what can be put together from it: it fits when every slot has a product that fits; it contains an
 * allergen when some slot has only products that contain one; otherwise there is not enough information.
 */
export function judgeCombo(menu: Pick<Menu, 'items'>, avoided: ReadonlySet<string>): AllergenVerdict {
  if (avoided.size === 0) return { kind: 'fits' }
  const slots = slotsOf(menu)
  if (slots.length === 0) return { kind: 'unknown' }
  const verdicts = slots.map((slot) => slot.products.map((product) => judgeProduct(product, avoided)))
  const blocked = verdicts.filter((slot) => slot.length > 0 && slot.every((verdict) => verdict.kind === 'contains'))
  if (blocked.length > 0) return { kind: 'contains', codes: all(blocked.flat(), 'codes'), names: all(blocked.flat(), 'names') }
  return verdicts.every((slot) => slot.some((verdict) => verdict.kind === 'fits')) ? { kind: 'fits' } : { kind: 'unknown' }
}

const all = (verdicts: readonly AllergenVerdict[], what: 'codes' | 'names'): string[] =>
  [...new Set(verdicts.flatMap((verdict) => (verdict.kind === 'contains' ? verdict[what] : [])))].sort()

/** An allergen's or additive's code as printed on the menu, which a backend may have called `code`; empty if it has neither. */
export function codeOf({ name, code }: Allergen & { code?: unknown }): string {
  return name || (typeof code === 'string' || typeof code === 'number' ? String(code) : '')
}

/** A product's allergen codes, or null when the restaurant gives no information: a part of them would be wrong. */
export function allergenCodes(product: Pick<Product, 'allergens'>): string[] | null {
  const codes = product.allergens?.map(codeOf)
  return codes === undefined || codes.includes('') ? null : codes
}

/** Every allergen that some product names, once, sorted by code: the chips of the filter. */
export function allergenChips(products: readonly Pick<Product, 'allergens'>[]): AllergenChip[] {
  const chips = new Map<string, string>()
  for (const allergen of products.flatMap((product) => product.allergens ?? [])) {
    const code = codeOf(allergen)
    if (code !== '' && (chips.get(code) ?? '') === '') chips.set(code, allergen.description ?? '')
  }
  return [...chips]
    .map(([code, description]) => ({ code, description }))
    .sort((a, b) => a.code.localeCompare(b.code, undefined, { numeric: true }))
}
