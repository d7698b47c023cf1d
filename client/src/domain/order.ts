import type { Order, OrderItem, OrderPayment } from '../../../contracts/types.ts'
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
      price: amount(item['price']),
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
  const [cartTotal, deliver] = [amount(from['cartTotal']), amount(from['deliver'])]
  return {
    price: from['price'] === undefined ? cartTotal + deliver : amount(from['price']),
    cartTotal,
    discount: amount(from['discount']),
    deliver,
    tax: amount(from['tax']),
    taxItems: taxes.map((tax) => ({ name: textOf(tax['name']), value: amount(tax['value']) })),
    tip: amount(from['tip']),
    method: textOf(from['method']),
  }
}

/** One text, or the texts of a list. */
function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '')
}

function amount(value: unknown): number {
  const read = typeof value === 'string' ? Number(value) : value
  return typeof read === 'number' && Number.isFinite(read) ? read : 0
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
 * The total of an order: (price - discount) + tax + tip, where `price` is the lines plus the delivery (docs/wire.md section 4). If a backend's `price` is
 * already the total, that is recognised from the other amounts, and nothing is counted twice.
 */
export function orderTotal(order: Pick<Order, 'payment'>, currency: Currency): Minor {
  const { price, cartTotal, deliver, discount, tax, tip } = order.payment
  const minor = (value: number): Minor => toMinor(value, currency)
  const beyond = minor(tax) + minor(tip) - minor(discount)
  const lines = minor(cartTotal) + minor(deliver)
  const isTotal = minor(price) !== lines && minor(price) === lines + beyond
  return isTotal ? minor(price) : minor(price) + beyond
}
