import type { CheckoutResult, CheckoutSubmission, Order, OrderPayment } from '../../../contracts/types.ts'
import { type StoredCart } from './cart.ts'
import type { Instant } from './hours.ts'
import { toMinor, type Currency } from './money.ts'
import { orderTotal, readOrder } from './order.ts'
import { itemsOf } from './orderItems.ts'

/** An order that this device has just placed. */
export interface PlacedOrder {
  code: string
  /** ISO 8601 with an offset. */
  createdAt: string
  submission: CheckoutSubmission
  cart: StoredCart
  /** The sums that the customer was shown (paymentOf). */
  payment: OrderPayment
  /** The delivery address as text; null if nothing is delivered. */
  address: string | null
}

/**
 * An order made from what was sent, in the form of the upstream's orders: for guests, who can't request theirs (docs/specification.md section 2). Its status
 * is pending, since a guest's device does not get updates.
 */
export function receiptOf(placed: PlacedOrder, currency: Currency): Order {
  const { payment, submission } = placed
  return {
    code: placed.code,
    status: 'pending_approval',
    statusText: null,
    createdAt: placed.createdAt,
    deliverAt: submission.deliverAt === 'later' ? (submission.deliverDate ?? null) : null,
    takeaway: submission.takeaway,
    issueInvoice: submission.issueInvoice,
    items: itemsOf(placed.cart, currency),
    payment,
    address: placed.address,
  }
}

/** The order as the backend has answered it (docs/wire.md section 8); what it leaves out is what was sent. */
export function placedOrder(receipt: Order, answer: CheckoutResult): Order {
  const { id: _, url: __, urlRefused: ___, ...told } = answer
  const named = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))
  return readOrder({ ...receipt, ...named, code: receipt.code }) ?? receipt
}

/**
 * The order that an attempt without an answer has become, if it is among the customer's: not one of those `known` before it was sent, placed since then,
 * with the same number of pieces. The sum is the backend's, so it only chooses between several. Null when there is none.
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
  const possible = orders.filter(
    (order) =>
      known?.includes(order.code) !== true &&
      // The clocks of browser and upstream may differ a little. If the earlier orders are not known, an order that seems older does not match.
      Date.parse(order.createdAt) >= startedAt - (known === null ? 0 : 120_000) &&
      order.items.reduce((sum, item) => sum + item.qty, 0) === pieces,
  )
  return possible.find((order) => orderTotal(order, currency) === total) ?? possible[0] ?? null
}
