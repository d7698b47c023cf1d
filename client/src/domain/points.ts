import type { Amount } from '../../../contracts/types.ts'
import { toMinor, type Currency, type Minor } from './money.ts'

/** What a customer's points mean for a cart. */
export interface PointsOffer {
  /** What the points are worth, in minor units (a point is a currency unit, docs/specification.md section 3). */
  worth: Minor
  /** Whether they can be applied now. */
  usable: boolean
  /** True when the cart price is too low for them: the box is disabled and the hint is shown (docs/specification.md section 5). */
  cartTooLow: boolean
}

/**
 * Points can be applied only as a whole, and only if the cart price is at least the points plus 1 currency unit. This
 * covers both rules of docs/specification.md section 5 (docs/architecture.md section 5).
 */
export function pointsOffer(profit: Amount | null | undefined, cartPrice: Minor, currency: Currency): PointsOffer {
  // Points that can't be read are not offered.
  const worth = Math.max(0, toMinor(profit, currency) ?? 0)
  const enough = cartPrice >= worth + 10 ** currency.exponent
  return { worth, usable: worth > 0 && enough, cartTooLow: worth > 0 && !enough }
}
