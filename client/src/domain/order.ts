import type { Amount, BillItem, Order, OrderItem, OrderPayment } from '../../../contracts/types.ts'
import { toMinor, type Currency, type Minor } from './money.ts'
import { isOn, isRecord, textOf } from './wire.ts'

/**
 * Parses an order. In the contract names are strings; objects (`product: {id, name}`, `address: {address, extras}`) and missing members are accepted as
 * well. Null if it is not an order.
 */
export function readOrder(value: unknown): Order | null {
  if (!isRecord(value)) return null
  const code = textOf(value['code'])
  if (code === '') return null
  return {
    ...value,
    code,
    status: textOf(value['status']) as Order['status'],
    statusText: textOf(value['statusText']) || null,
    createdAt: textOf(value['createdAt']),
    deliverAt: textOf(value['deliverAt']) || null,
    takeaway: isOn(value['takeaway']),
    issueInvoice: isOn(value['issueInvoice']),
    items: readItems(value['items']),
    payment: readPayment(value['payment']),
    address: addressText(value['address']),
  }
}

/** Parses a list of orders, skipping what is not an order. */
export function readOrders(value: unknown): Order[] {
  return Array.isArray(value) ? value.map(readOrder).filter((order) => order !== null) : []
}

function readItems(value: unknown): OrderItem[] {
  return (Array.isArray(value) ? value : []).filter(isRecord).map((item) => {
    const slots = readItems(item['items'])
    return {
      type: item['type'] === 'menuItem' ? 'menuItem' : 'productItem',
      qty: Math.max(1, Math.round(Number(item['qty']) || 1)),
      price: item['price'] as Amount,
      product: textOf(item['product']) || null,
      menu: textOf(item['menu']) || null,
      size: textOf(item['size']) || null,
      extras: texts(item['extras']),
      options: isRecord(item['options'])
        ? Object.fromEntries(Object.entries(item['options']).map(([name, values]) => [name, texts(values)]))
        : {},
      ...(slots.length > 0 && { items: slots }),
    }
  })
}

function readPayment(value: unknown): OrderPayment {
  const from = isRecord(value) ? value : {}
  const taxes = Array.isArray(from['taxItems']) ? from['taxItems'].filter(isRecord) : []
  return {
    price: from['price'] as Amount,
    cartTotal: from['cartTotal'] as Amount,
    discount: (from['discount'] ?? 0) as Amount,
    deliver: (from['deliver'] ?? 0) as Amount,
    tax: (from['tax'] ?? 0) as Amount,
    taxItems: taxes.map((tax) => ({
      name: textOf(tax['name']),
      value: tax['value'] as Amount,
      ...(isOn(tax['included']) && { included: true }),
    })),
    ...(Array.isArray(from['discounts']) && { discounts: named(from['discounts']) }),
    ...(Array.isArray(from['fees']) && { fees: named(from['fees']) }),
    ...(from['total'] !== undefined && from['total'] !== null && { total: from['total'] as Amount }),
    tip: (from['tip'] ?? 0) as Amount,
    method: textOf(from['method']),
  }
}

function named(items: readonly unknown[]): BillItem[] {
  return items.filter(isRecord).map((item) => ({ name: textOf(item['name']), value: item['value'] as Amount }))
}

/** One text, or the texts of a list. */
function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')
}

/** An address in words: the text itself, or address and extras of a saved address. */
function addressText(value: unknown): string {
  if (!isRecord(value)) return textOf(value)
  const words = [textOf(value['address']), textOf(value['extras'])].filter((word) => word !== '')
  return words.length > 0 ? words.join(', ') : textOf(value)
}

/** The name of an order's line. */
export function nameOf(item: OrderItem): string {
  return textOf(item.product) || textOf(item.menu)
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

/** Null if one of them is unknown. */
function sum(parts: readonly (Minor | null)[]): Minor | null {
  return parts.reduce((total, part) => (total === null || part === null ? null : total + part), 0)
}
