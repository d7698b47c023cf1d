import type { CheckoutSubmission, Order, Tax } from '../../../contracts/types.ts'
import { taxLines } from './bill.ts'
import { type StoredCart } from './cart.ts'
import type { Instant } from './hours.ts'
import { toMinor, toWire, type Currency } from './money.ts'
import { orderTotal } from './order.ts'
import { itemsOf } from './orderItems.ts'
import type { Totals } from './totals.ts'

/** An order that this device has just placed. */
export interface PlacedOrder {
  code: string
  /** ISO 8601 with an offset. */
  createdAt: string
  submission: CheckoutSubmission
  cart: StoredCart
  totals: Totals
  taxes: readonly Tax[]
  /** The delivery address as text; null if nothing is delivered. */
  address: string | null
  /** The payment provider's name. */
  method: string
}

/**
 * An order made from what was sent, in the form of the upstream's orders: for guests, who can't request theirs (docs/specification.md section 2). Its status
 * is pending, since a guest's device does not get updates.
 */
export function receiptOf(placed: PlacedOrder, currency: Currency): Order {
  const { totals, submission } = placed
  return {
    code: placed.code,
    status: 'pending_approval',
    statusText: null,
    createdAt: placed.createdAt,
    deliverAt: submission.deliverAt === 'later' ? (submission.deliverDate ?? null) : null,
    takeaway: submission.takeaway,
    issueInvoice: submission.issueInvoice,
    items: itemsOf(placed.cart, currency),
    payment: {
      price: toWire(totals.price, currency),
      cartTotal: toWire(totals.lines, currency),
      discount: toWire(totals.discount, currency),
      deliver: toWire(totals.delivery, currency),
      tax: toWire(totals.tax, currency),
      taxItems: taxLines(placed.taxes, totals).map(({ name, amount }) => ({ name, value: toWire(amount, currency) })),
      tip: toWire(totals.tip, currency),
      method: placed.method,
    },
    address: placed.address,
  }
}

/**
 * The order that an attempt without an answer has become, if it is among the customer's: not one of those `known` before it was sent, placed
 * since then, with the same number of pieces and the same sum. Null when there is none.
 */
export function orderOfAttempt(
  orders: readonly Order[],
  submission: CheckoutSubmission,
  startedAt: Instant,
  known: readonly string[] | null,
  currency: Currency,
): Order | null {
  const pieces = submission.cart.items.reduce((sum, line) => sum + line.qty, 0)
  const total = toMinor(submission.cart.total, currency)
  return (
    orders.find(
      (order) =>
        known?.includes(order.code) !== true &&
        // The clocks of browser and upstream may differ a little. If the earlier orders are not known, an order that seems older does not match.
        Date.parse(order.createdAt) >= startedAt - (known === null ? 0 : 120_000) &&
        order.items.reduce((sum, item) => sum + item.qty, 0) === pieces &&
        orderTotal(order, currency) === total,
    ) ?? null
  )
}
