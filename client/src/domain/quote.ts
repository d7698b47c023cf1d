import type { Amount, Bill as Quote, BillItem, OrderPayment } from '../../../contracts/types.ts'
import type { Bill, NamedAmount, TaxLine } from './bill.ts'
import { toMinor, toWire, type Currency, type Minor } from './money.ts'

/**
 * The bill as the backend has computed it (docs/wire.md section 8), in the form of the shop's own: its total is shown as it is. What the backend does not
 * name is the shop's, where the parts then add up to the total; else it is left out. Null: the total can't be read.
 */
export function quotedBill(own: Bill, quote: Quote, currency: Currency): Bill | null {
  const minor = (value: Amount | undefined): Minor | undefined =>
    value === undefined ? undefined : (toMinor(value, currency) ?? undefined)
  const named = (items: readonly BillItem[] | undefined): NamedAmount[] | undefined =>
    items?.map(({ name, value }) => ({ name, amount: minor(value) ?? 0 })).filter(({ amount }) => amount !== 0)
  const taxes = (included: boolean): TaxLine[] | undefined =>
    named(quote.taxItems?.filter((tax) => (tax.included === true) === included))?.map((tax) => ({ ...tax, percent: null }))
  const total = toMinor(quote.total, currency)
  if (total === null) return null
  const priced = quote.lines?.map(minor).filter((line) => line !== undefined)
  const lines = priced === undefined || priced.length !== quote.lines?.length ? own.totals.lines : sumOf(priced)
  const discounts = named(quote.discounts)
  const fees = named(quote.fees) ?? []
  const added = taxes(false)
  const parts = (from: Bill | null) => ({
    delivery: minor(quote.delivery) ?? from?.totals.delivery ?? 0,
    discount: discounts === undefined ? (from?.totals.discount ?? 0) : amountOf(discounts),
    tax: added === undefined ? (from?.totals.tax ?? 0) : amountOf(added),
    tip: minor(quote.tip) ?? from?.totals.tip ?? 0,
  })
  const adds = ({ delivery, discount, tax, tip }: ReturnType<typeof parts>): boolean =>
    lines + delivery + amountOf(fees) - discount + tax + tip === total
  const withOwn = parts(own)
  const whole = adds(withOwn)
  const sums = whole ? withOwn : parts(null)
  return {
    ...own,
    unknown: [],
    ...(quote.delivery !== undefined && { feeFrom: null, feeTo: null }),
    discounts: discounts ?? (whole ? own.discounts : []),
    fees,
    taxes: added ?? (whole ? own.taxes : []),
    included: taxes(true) ?? own.included,
    totals: { ...own.totals, ...sums, lines, price: lines + sums.delivery, total },
  }
}

/** The amounts of a bill as those of an order (docs/wire.md section 4). `method`: the payment provider's name. */
export function paymentOf({ totals, discounts, fees, taxes, included }: Bill, method: string, currency: Currency): OrderPayment {
  const wire = (minor: Minor): number => toWire(minor, currency)
  const items = (named: readonly NamedAmount[]): BillItem[] => named.map(({ name, amount }) => ({ name, value: wire(amount) }))
  return {
    price: wire(totals.price),
    cartTotal: wire(totals.lines),
    discount: wire(totals.discount),
    ...(discounts.length > 0 && { discounts: items(discounts) }),
    ...(fees.length > 0 && { fees: items(fees) }),
    deliver: wire(totals.delivery),
    tax: wire(totals.tax),
    taxItems: [...items(taxes), ...items(included.filter(({ amount }) => amount !== 0)).map((tax) => ({ ...tax, included: true }))],
    tip: wire(totals.tip),
    total: wire(totals.total),
    method,
  }
}

const amountOf = (named: readonly NamedAmount[]): Minor => sumOf(named.map(({ amount }) => amount))

const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, amount) => sum + amount, 0)

/** The messages of a refusal that are about lines of the cart (`cart.items.1`), by their place in it. */
export function lineMessages(messages: Readonly<Record<string, string>>): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const [field, message] of Object.entries(messages)) {
    const at = /^cart\.items\.(\d+)(\.|$)/.exec(field)?.[1]
    if (at !== undefined && !found.has(Number(at))) found.set(Number(at), message)
  }
  return found
}
