import { useState } from 'react'
import type { Bill as Quote } from '../../../../contracts/types.ts'
import type { ApiError } from '../../api/apiError.ts'
import type { StoredCart } from '../../domain/cart.ts'
import { hasOnlyPrices, type LineReview } from '../../domain/cartReview.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import { quotedBill } from '../../domain/quote.ts'
import type { KnownBill } from '../../cart/useBill.ts'
import { noQuotedChoices } from '../../cart/billChoices.ts'
import type { DeliveryChoice } from '../../cart/deliveryStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import type { CheckoutFields } from './fields.ts'

/** What was ordered last: the cart, what its price depends on, and the total. */
interface Ordered {
  cart: string
  about: string
  total: Minor
}

/** The bill with which a refused order would be accepted, as long as cart and choices are those that were refused. */
export interface Offer {
  quote: Quote
  /** The total that was refused. */
  was: Minor
}

/** Remembers what was ordered. `offer` is what the backend asks for it now; `cartChanged`: the cart is another one since it was refused. */
export function useOffer(
  failed: ApiError | null,
  cart: StoredCart,
  choice: DeliveryChoice,
  fields: CheckoutFields,
): { offer: Offer | null; cartChanged: boolean; ordered: (cart: StoredCart, total: Minor) => void } {
  const [last, setLast] = useState<Ordered | null>(null)
  const about = (of: StoredCart): string =>
    JSON.stringify([of.items, choice, ...Object.keys(noQuotedChoices).map((field) => fields[field as keyof typeof noQuotedChoices])])
  const quote = failed?.status === 422 ? failed.bill : undefined
  const same = quote !== undefined && last !== null && last.about === about(cart) && toMinor(quote.total, shopCurrency()) !== last.total
  return {
    offer: same ? { quote, was: last.total } : null,
    cartChanged: last !== null && last.cart !== JSON.stringify(cart.items),
    ordered: (of, total) => setLast({ cart: JSON.stringify(of.items), about: about(of), total }),
  }
}

/** The bill to show: the offered one, unless something other than prices has changed on the menu, which the customer reviews first. */
export function billWith(offer: Offer | null, review: readonly LineReview[], bill: KnownBill): { bill: KnownBill; was: Minor | null } {
  if (offer === null || !hasOnlyPrices(review)) return { bill, was: null }
  const { quote, was } = offer
  const offered = quotedBill(bill.bill, quote, shopCurrency())
  if (offered === null) return { bill, was: null }
  const lines = bill.lines.map((own, at) => toMinor(quote.lines?.[at], shopCurrency()) ?? own)
  return {
    was,
    bill: {
      ...bill,
      bill: offered,
      lines,
      complete: true,
      asking: false,
      outdated: false,
      unconfirmed: false,
    },
  }
}
