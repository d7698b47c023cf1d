import * as lines from './cartLine.ts'
import * as pricing from './pricing.ts'

/* For tests whose prices are all known. */

/** A value that is not unknown. */
export function known<T>(value: T | null): T {
  if (value === null) throw new Error('a price of the test is unknown')
  return value
}

export const productLine = (...of: Parameters<typeof lines.productLine>): lines.ProductCartLine => known(lines.productLine(...of))
export const comboLine = (...of: Parameters<typeof lines.comboLine>): lines.ComboCartLine => known(lines.comboLine(...of))
export const priceProduct = (...of: Parameters<typeof pricing.priceProduct>): pricing.PriceBreakdown => known(pricing.priceProduct(...of))
export const priceCombo = (...of: Parameters<typeof pricing.priceCombo>): pricing.PriceBreakdown => known(pricing.priceCombo(...of))
