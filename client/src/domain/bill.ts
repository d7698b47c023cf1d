import type { Amount, Area, Tax } from '../../../contracts/types.ts'
import { deliveryTerms, type DeliverType, type DeliveryTerms, type UnknownPart } from './delivery.ts'
import { westernDigits } from './digits.ts'
import { isKnown, percentOf, type Currency, type Minor } from './money.ts'
import { pointsOffer, type PointsOffer } from './points.ts'
import { tipChips, tipFromInput, tipOfPercent, type TipChip } from './tip.ts'
import { isTaxKnown, taxPercentOf, totalsOf, type Totals } from './totals.ts'

/** What the customer has chosen to add to, or take off, the price: in the fields of the checkout form. */
export interface BillChoices {
  /** The custom tip as typed; empty while a percentage or no tip is chosen. */
  tip: string
  /** The chosen percentage; 0 for none. */
  tipPercent: number
  useProfit: boolean
}

export interface BillFacts extends BillChoices {
  /** The sum of the cart's lines (sumOfLines). */
  lines: Minor
  /** Null: nothing chosen yet. */
  deliverType: DeliverType | null
  /** The area of the delivery; null while it is unknown. */
  area: Area | null
  /** All areas, for the lowest fee while the area is unknown; empty if nothing can be delivered. */
  areas: readonly Area[]
  taxes: readonly Tax[]
  /** The percentages of TIP_PERCENTS; null if tips are off. */
  tipPercents: readonly number[] | null
  /** The customer's points; null without an account or the loyalty system. */
  profit: Amount | null
}

export interface NamedAmount {
  name: string
  amount: Minor
}

/** A tax of the bill. `percent` is null where the backend has named the amount: then its rate is in the name. */
export interface TaxLine extends NamedAmount {
  percent: number | null
}

/** The bill of a cart: every line of it, for the cart, its button, the checkout and the order that is placed. */
export interface Bill {
  terms: DeliveryTerms
  /** The lowest fee of a delivery while its area is unknown; null if the fee is known or nothing is delivered. */
  feeFrom: Minor | null
  feeTo: Minor | null
  /** The taxes that are added. */
  taxes: TaxLine[]
  /** The taxes that the prices have already, told and never added; an amount of 0 is unknown. */
  included: TaxLine[]
  /** What is taken off by name; empty: it is points. */
  discounts: NamedAmount[]
  /** What is added beside the delivery, only by a backend that owns the price. */
  fees: NamedAmount[]
  tipChips: TipChip[]
  /** The customer's points, if they are worth something. */
  points: PointsOffer | null
  /** The points are redeemed for this order. */
  useProfit: boolean
  /** The parts that can't be read: then the total is unknown, and nothing can be ordered. */
  unknown: UnknownPart[]
  /** Without the parts that are unknown. */
  totals: Totals
}

export function billOf(facts: BillFacts, currency: Currency): Bill {
  const { lines, deliverType, area, areas, tipPercents } = facts
  const terms = deliveryTerms(deliverType, area, lines, currency)
  const fee = terms.fee ?? 0
  const price = lines + fee
  const chips = tipPercents === null ? [] : tipChips(tipPercents, price, currency)
  const chip = chips.find(({ percent }) => percent === facts.tipPercent)
  const ownTip = tipPercents === null ? 0 : tipFromInput(facts.tip, currency)
  const points = facts.profit === null ? null : pointsOffer(facts.profit, price, currency)
  const useProfit = points?.usable === true && facts.useProfit
  const taxPercent = taxPercentOf(facts.taxes)
  const totals = totalsOf({
    lines,
    delivery: fee,
    discount: useProfit ? points.worth : 0,
    taxPercent: taxPercent ?? 0,
    tip: chip ? tipOfPercent(chip.percent, price, currency) : ownTip,
  })
  const fees = areas.flatMap((each) => deliveryTerms('delivery', each, lines, currency).fee ?? [])
  const mayDeliver = deliverType === null || deliverType === 'delivery'
  return {
    terms,
    feeFrom: mayDeliver && area === null && fees.length > 0 ? Math.min(...fees) : null,
    feeTo: mayDeliver && area === null && fees.length > 0 ? Math.max(...fees) : null,
    taxes: taxLines(facts.taxes, totals),
    included: includedLines(facts.taxes, totals),
    discounts: [],
    fees: [],
    tipChips: chips,
    points: points !== null && points.worth > 0 ? points : null,
    useProfit,
    unknown: [...terms.unknown, ...(taxPercent === null ? (['tax'] as const) : [])],
    totals,
  }
}

/**
 * The taxes that the prices have already. The amount of a single one is known; of several it is not, since the menu does not say which dish has which rate.
 */
function includedLines(taxes: readonly Tax[], { price, discount }: Pick<Totals, 'price' | 'discount'>): TaxLine[] {
  const included = taxes.filter((tax) => tax.included === true && isKnown(tax.value) && tax.value !== 0)
  return included.map(({ name, value }) => ({
    name,
    percent: value,
    amount: included.length > 1 ? 0 : Math.round(((price - discount) * value) / (100 + value)),
  }))
}

/** Whether a tax's name has its rate: "7 % VAT", "MwSt. 7,7%". */
export function namesRate(name: string, percent: number): boolean {
  const rates = /%\s*(\d+(?:[.,٫]\d+)?)|(\d+(?:[.,٫]\d+)?)\s*[%٪]/g
  return [...westernDigits(name).matchAll(rates)].some(
    ([, after, before]) => Number((after ?? before ?? '').replace(/[,٫]/, '.')) === percent,
  )
}

/** Each tax's share of the tax; the last one takes what rounding left, so that the shares add up. Taxes of nothing are left out. */
export function taxLines(taxes: readonly Tax[], totals: Pick<Totals, 'price' | 'discount' | 'tax'>): TaxLine[] {
  const added = taxes.filter((tax) => tax.included !== true && isTaxKnown(tax) && tax.value !== 0)
  let left = totals.tax
  return added.map(({ name, value }, at) => {
    const amount = at === added.length - 1 ? left : percentOf(totals.price - totals.discount, value)
    left -= amount
    return { name, percent: value, amount }
  })
}
