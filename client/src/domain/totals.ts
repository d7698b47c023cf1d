import type { Tax } from '../../../contracts/types.ts'
import { isKnown, percentOf, sumOfPercents, type Minor } from './money.ts'

/** What totals are made of; all money in minor units. */
export interface TotalsInput {
  lines: Minor
  /** The delivery fee that is due; 0 when there is none. */
  delivery: Minor
  /** Points that are applied; 0 when there are none. */
  discount: Minor
  /** The sum of the taxes in percent (taxPercentOf). */
  taxPercent: number
  tip: Minor
}

/** The money of a cart (docs/specification.md section 9). */
export interface Totals extends TotalsInput {
  /** Cart price: lines plus delivery. */
  price: Minor
  /** The tax percent of what is left after the discount, rounded commercially. */
  tax: Minor
  /** (price - discount) + tax + tip. */
  total: Minor
}

/** Whether it is known what a tax adds: its value can be read, and whether the prices have it already. */
export const isTaxKnown = ({ value, included }: Tax): boolean => isKnown(value) && [true, false, undefined].includes(included)

/** The tax percentage of a cart: the values of the taxes that are added, added up exactly (docs/specification.md section 4). Null if one of them is unknown. */
export function taxPercentOf(taxes: readonly Tax[] | undefined): number | null {
  const added = (taxes ?? []).filter(({ included }) => included !== true)
  return added.every(isTaxKnown) ? sumOfPercents(added.map(({ value }) => value)) : null
}

/**
 * Cart price = lines + delivery; total = (price - discount) + the tax percent of that + tip (docs/specification.md section 9). A discount
 * is never more than the price, a tip never below zero.
 */
export function totalsOf(input: TotalsInput): Totals {
  const price = input.lines + input.delivery
  const discount = Math.min(Math.max(0, input.discount), Math.max(0, price))
  const tip = Math.max(0, input.tip)
  const tax = percentOf(price - discount, input.taxPercent)
  return { ...input, discount, tip, price, tax, total: price - discount + tax + tip }
}
