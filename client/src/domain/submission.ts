import type { Cart, CheckoutSubmission, Coordinates, Id, MenuLine, ProductLine, QuoteRequest } from '../../../contracts/types.ts'
import type { CartLine } from './cartLine.ts'
import type { StoredCart } from './cart.ts'
import { lineTotal } from './cartLine.ts'
import { trimmedText, withoutInvisible } from './invisible.ts'
import type { DeliverType } from './delivery.ts'
import { toWire, type Currency } from './money.ts'
import type { Totals } from './totals.ts'

/**
 * The values of the checkout form, in the fields of the wire (docs/wire.md section 4). Empty strings and null mean "not given". The order date is ISO 8601
 * with the restaurant's offset.
 */
export interface CheckoutForm {
  name: string
  email: string
  phone: string
  deliverType: DeliverType | null
  deliverAt: CheckoutSubmission['deliverAt']
  deliverDate: string | null
  notes: string
  /** The table of the session; null elsewhere. */
  table: Id | null
  /** The saved address; null for guests and while none is chosen. */
  addressId: Id | null
  areaId: Id | null
  /** The address in words, for deliveries without a saved address. */
  address: string
  zipcode: string
  coordinates: Coordinates | null
  terms: boolean
  issueInvoice: boolean
  useProfit: boolean
  paymentType: Id | null
  /** The coupon that the backend has accepted; empty for none. */
  coupon?: string
}

/** A line as it is sent: choices, quantity, and the line total as it was shown. */
function sentLine(line: CartLine, currency: Currency): ProductLine | MenuLine {
  const price = toWire(lineTotal(line), currency)
  if (line.type === 'menuItem')
    return { type: 'menuItem', menuId: line.menuId, name: line.shown.name, qty: line.qty, price, items: line.items }
  return {
    type: 'productItem',
    productId: line.productId,
    sizeId: line.sizeId,
    qty: line.qty,
    price,
    extraIds: line.extraIds,
    optionIds: line.optionIds,
  }
}

/**
 * The body of POST checkout/v2, exactly as docs/wire.md section 4 has it. Where the order goes is sent only for deliveries: the
 * saved address by its id, else the area with the address in words; the coordinates wherever they are known. The order date is sent only for "later".
 */
export function submissionOf(
  form: CheckoutForm & { deliverType: DeliverType; paymentType: Id },
  cart: StoredCart,
  totals: Totals,
  currency: Currency,
): CheckoutSubmission {
  return {
    cart: sentCart(cart, totals, currency),
    name: trimmedText(form.name),
    email: withoutInvisible(form.email).trim(),
    phone: form.phone.trim(),
    deliverType: form.deliverType,
    ...whenAndWhere(form),
    notes: trimmedText(form.notes),
    terms: form.terms,
    issueInvoice: form.issueInvoice,
    useProfit: form.useProfit,
    paymentType: form.paymentType,
    takeaway: form.deliverType === 'takeaway',
    ...couponOf(form),
  }
}

/** The fields of the checkout form that a price may depend on. */
export type QuotedForm = Omit<CheckoutForm, 'name' | 'email' | 'phone' | 'notes' | 'terms'>

/** The body of POST checkout/quote: the order without the contact, and without what is not chosen yet (docs/wire.md section 8). `totals`: the shop's own. */
export function quoteRequestOf(form: QuotedForm, cart: StoredCart, totals: Totals, currency: Currency): QuoteRequest {
  return {
    cart: sentCart(cart, totals, currency),
    ...(form.deliverType === null ? {} : { deliverType: form.deliverType }),
    ...whenAndWhere(form),
    issueInvoice: form.issueInvoice,
    useProfit: form.useProfit,
    ...(form.paymentType === null ? {} : { paymentType: form.paymentType }),
    takeaway: form.deliverType === 'takeaway',
    ...couponOf(form),
  }
}

function sentCart(cart: StoredCart, totals: Totals, currency: Currency): Cart {
  return {
    items: cart.items.map((line) => sentLine(line, currency)),
    source: 'web',
    taxPercent: totals.taxPercent,
    price: toWire(totals.price, currency),
    total: toWire(totals.total, currency),
    delivery: toWire(totals.delivery, currency),
    discount: toWire(totals.discount, currency),
    tax: toWire(totals.tax, currency),
    tip: toWire(totals.tip, currency),
  }
}

function whenAndWhere(form: QuotedForm) {
  const delivers = form.deliverType === 'delivery'
  return {
    deliverAt: form.deliverAt,
    ...(form.deliverAt === 'later' && form.deliverDate !== null ? { deliverDate: form.deliverDate } : {}),
    ...(form.deliverType === 'table' && form.table !== null ? { table: form.table } : {}),
    ...(delivers && form.addressId !== null ? { addressId: form.addressId } : {}),
    ...(delivers && form.addressId === null && form.areaId !== null ? { areaId: form.areaId } : {}),
    ...(delivers && form.addressId === null && trimmedText(form.address) !== '' ? { address: trimmedText(form.address) } : {}),
    ...(delivers && form.coordinates !== null ? { coordinates: form.coordinates } : {}),
    ...(delivers && form.addressId === null && form.zipcode.trim() !== '' ? { zipcode: form.zipcode.trim() } : {}),
  }
}

const couponOf = ({ coupon = '' }: QuotedForm): { coupon?: string } => (coupon.trim() === '' ? {} : { coupon: coupon.trim() })
