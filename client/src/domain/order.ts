import type { Order, OrderItem } from '../../../contracts/types.ts'
import { toMinor, type Currency, type Minor } from './money.ts'
import { isolated } from './text.ts'
import { isRecord } from './wire.ts'

/**
 * An answer, or what this device has stored, as an order; null if it is none. Its members have the contract's form: the BFF has read them. Without a payment
 * its amounts are unknown, and a time that the BFF could not read is empty: `Date.parse` would guess.
 */
export function readOrder(value: unknown): Order | null {
  const isOrder = isRecord(value) && typeof value['code'] === 'string' && value['code'] !== '' && Array.isArray(value['items'])
  if (!isOrder) return null
  const { payment, createdAt: at } = value
  const createdAt = typeof at === 'string' && /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(at) && Date.parse(at) > 0 ? at : ''
  return { ...value, createdAt, payment: isRecord(payment) ? payment : {} } as unknown as Order
}

/** How an order reaches the customer, as far as it says so: what is not taken away and has no address may be collected in a car, or at a table. */
export function deliverTypeOf({ takeaway, address }: Pick<Order, 'takeaway' | 'address'>): 'takeaway' | 'delivery' | null {
  return takeaway === true ? 'takeaway' : (address ?? '') === '' ? null : 'delivery'
}

export function nameOf(item: OrderItem): string {
  return item.product ?? item.menu ?? ''
}

/** A quantity and a name in a text of either direction: the quantity stays beside its name. The name alone if the quantity is unknown. */
export function counted(qty: number, name: string): string {
  return Number.isFinite(qty) ? isolated(`${String(qty)}\u00a0×\u00a0${name}`) : name
}

/**
 * The total of an order: the backend's own, else (price - discount) + fees + tax + tip, where `price` is the lines plus the delivery (docs/wire.md section 4). If a backend's `price` is
 * already the total, that is recognised from the other amounts, and nothing is counted twice. Without a `price` the lines and the delivery count.
 * Null if a part of it is unknown.
 */
export function orderTotal(order: Pick<Order, 'payment'>, currency: Currency): Minor | null {
  const of = order.payment
  if (of.total !== undefined) return toMinor(of.total, currency)
  const fees = (of.fees ?? []).map(({ value }) => toMinor(value, currency))
  const beyond = sum([...fees, toMinor(of.tax, currency), toMinor(of.tip, currency), toMinor(-of.discount, currency)])
  const lines = sum([toMinor(of.cartTotal, currency), toMinor(of.deliver, currency)])
  const price = toMinor(of.price, currency) ?? lines
  if (price === null || beyond === null) return null
  return lines !== null && price !== lines && price === lines + beyond ? price : price + beyond
}

function sum(parts: readonly (Minor | null)[]): Minor | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0)
}
