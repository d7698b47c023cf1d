import { parseAmount, percentOf, toWire, type Currency, type Minor } from './money.ts'

/** A tip has two decimals (docs/specification.md section 9), whatever the currency has. */
const TIP_DECIMALS = 2

/** A quick button: a percentage and what it comes to. */
export interface TipChip {
  percent: number
  amount: Minor
}

/** The percentages of TIP_PERCENTS ("5, 10,15"): positive, at most 100, each once, in the order given. */
export function tipPercents(setting: string | null | undefined): number[] {
  const percents = (setting ?? '').split(',').map((part) => Number(part.trim().replace(/%$/, '')))
  return [...new Set(percents.filter((percent) => Number.isFinite(percent) && percent > 0 && percent <= 100))]
}

/** The quick buttons: each percentage of the cart price (lines plus delivery), rounded to two decimals. */
export function tipChips(percents: readonly number[], cartPrice: Minor, currency: Currency): TipChip[] {
  return percents.map((percent) => ({ percent, amount: tipOfPercent(percent, cartPrice, currency) }))
}

/** A percentage of the cart price as a tip; nothing for an empty cart. */
export function tipOfPercent(percent: number, cartPrice: Minor, currency: Currency): Minor {
  return roundTip(Math.max(0, percentOf(cartPrice, percent)), currency)
}

/** A manual tip as it was typed: rounded to two decimals; 0 or less, or no number, resets the tip to 0 (docs/specification.md section 5). */
export function tipFromInput(text: string, currency: Currency): Minor {
  return Math.max(0, parseAmount(text, currency, TIP_DECIMALS) ?? 0)
}

/** Whether a manual tip can be read as an amount; an empty one can. */
export function isTip(text: string, currency: Currency): boolean {
  return text.trim() === '' || parseAmount(text, currency, TIP_DECIMALS) !== null
}

/** A tip as it is typed into the field in this locale: "1,24". */
export function tipText(tip: Minor, currency: Currency, locale: string): string {
  const digits = currency.exponent
  return toWire(tip, currency).toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false })
}

/** Rounds to two decimals where the currency has more. */
function roundTip(amount: Minor, currency: Currency): Minor {
  const grain = 10 ** Math.max(0, currency.exponent - TIP_DECIMALS)
  return Math.floor((amount + grain / 2) / grain) * grain
}
