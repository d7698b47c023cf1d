import { westernDigits } from './digits.ts'
import { directionOf } from './direction.ts'
import { formats } from './formats.ts'
import type { Amount } from '../../../contracts/types.ts'

/**
 * An amount of money: an integer number of the currency's smallest unit (cents for EUR). All computations use it and round only at defined points (menu
 * price, tip, tax); decimals exist only on the wire and on the screen (docs/architecture.md section 5).
 */
export type Minor = number

/** A currency: its ISO 4217 code and how many decimals its amounts have (EUR 2, JPY 0, KWD 3). */
export interface Currency {
  code: string
  exponent: number
}

/** A decimal number, exactly: `digits / 10^scale`. */
interface Decimal {
  digits: bigint
  scale: number
}

const currencies = formats<Currency>()

/** The currency of an ISO 4217 code. A code that the platform does not know has two decimals. */
export function currencyOf(code: string): Currency {
  const decimals = (): number =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2
  return currencies(
    code,
    () => ({ code, exponent: decimals() }),
    () => ({ code, exponent: 2 }),
  )
}

/** Reads a decimal as it is spelled ("12.50", "-3", "1e3"), or null when it is not one. */
function decimal(text: string): Decimal | null {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', power = '0'] = match
  if (whole === '' && fraction === '') return null
  const scale = fraction.length - Number(power)
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** Divides and rounds half away from zero. `by` is positive. */
function roundedQuotient(value: bigint, by: bigint): bigint {
  const doubled = (value < 0n ? -value : value) * 2n + by
  const quotient = doubled / (by * 2n)
  return value < 0n ? -quotient : quotient
}

/** An integer amount as a number, clamped to the safe integer range. */
function safe(value: bigint): Minor {
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  return Number(value > most ? most : value < -most ? -most : value)
}

/**
 * Converts an amount of the wire (currency units with decimals) to minor units, exactly; more decimals than the currency has are rounded half away from
 * zero. Null is unknown: what can't be read as an amount. Unknown is never 0, so each caller decides what it means.
 */
export function toMinor(amount: Amount | null | undefined, currency: Currency): Minor | null {
  const exact = read(amount)
  if (!exact) return null
  const by = currency.exponent - exact.scale
  return safe(by >= 0 ? exact.digits * 10n ** BigInt(by) : roundedQuotient(exact.digits, 10n ** BigInt(-by)))
}

/** Reads a number of the wire as it is spelled; null for anything else. The BFF has read what backends spell otherwise. */
function read(value: unknown): Decimal | null {
  return typeof value === 'number' ? decimal(String(value)) : null
}

/** Whether an amount or a percentage of the wire can be read. */
export function isKnown(value: unknown): value is number {
  return read(value) !== null
}

/** A limit from which something holds, such as a minimum order: null is none (0). Null: it can't be read. */
export function limitToMinor(amount: Amount | null | undefined, currency: Currency): Minor | null {
  return amount === null || amount === undefined ? 0 : toMinor(amount, currency)
}

/** Converts minor units to an amount of the wire, exactly. */
export function toWire(minor: Minor, currency: Currency): Amount {
  return Number(plain(minor, currency))
}

/** Minor units as a decimal text with a point ("12.50"). */
export function plain(minor: Minor, currency: Currency): string {
  if (currency.exponent === 0) return String(minor)
  const digits = String(Math.abs(minor)).padStart(currency.exponent + 1, '0')
  const cut = digits.length - currency.exponent
  return `${minor < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

const groups = /[\s\p{Cf}\u00a0\u202f'’]/gu

/** A currency before or after an amount: signs and letters, with a full stop after them ("kr."). */
const currencySigns = /^(?:[\p{L}\p{Sc}]+\.?)+|(?:[\p{L}\p{Sc}]+\.?)+$/gu

/**
 * Parses a typed amount to minor units; null if it is not one. Accepts decimal comma, decimal point, thousands in groups, the digits of every script, and a
 * currency before or after. Rounds to `decimals` places (default: the currency's).
 */
export function parseAmount(text: string, currency: Currency, decimals: number = currency.exponent): Minor | null {
  const exact = decimal(withPoint(westernDigits(text.replace(groups, '')).replace(currencySigns, '').replace(/٫/g, '.').replace(/٬/g, '')))
  if (!exact) return null
  const places = Math.min(decimals, currency.exponent)
  const by = places - exact.scale
  const rounded = by >= 0 ? exact.digits * 10n ** BigInt(by) : roundedQuotient(exact.digits, 10n ** BigInt(-by))
  return safe(rounded * 10n ** BigInt(currency.exponent - places))
}

/**
 * An amount with a point as its decimal mark and without groups. Of two marks the later one is the decimal one; one that comes twice groups thousands. Empty
 * if the marks are in no such order.
 */
function withPoint(amount: string): string {
  const marks = amount.replace(/[^.,]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return amount
  const isDecimal = marks.indexOf(last) === marks.length - 1
  const [whole = '', fraction = ''] = isDecimal ? amount.split(last) : [amount]
  const group = isDecimal ? (marks.length === 1 ? '' : (marks[0] ?? '')) : last
  if (group !== '' && !new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)) return ''
  return `${group === '' ? whole : whole.replaceAll(group, '')}.${fraction}`
}

/**
 * A percentage of an amount, rounded commercially to whole minor units. The percentage is taken as it is spelled (7.7 is
 * seven point seven), so no binary fraction gets into the money.
 */
export function percentOf(minor: Minor, percent: number): Minor {
  const exact = decimal(String(percent))
  if (!exact) return 0
  return safe(roundedQuotient(BigInt(minor) * exact.digits, 100n * 10n ** BigInt(exact.scale)))
}

/**
 * What is left of an amount after a discount in percent: `price * (100 - discount) / 100`, rounded once (docs/specification.md section 9). Null: the
 * discount is not a percentage.
 */
export function discounted(minor: Minor, discount: number): Minor | null {
  const exact = read(discount)
  if (!exact) return null
  if (exact.digits <= 0n) return minor
  const whole = 100n * 10n ** BigInt(exact.scale)
  const left = whole - exact.digits
  return left < 0n ? null : safe(roundedQuotient(BigInt(minor) * left, whole))
}

/** The sum of percentages, exactly (7.7 + 0.1 is 7.8). */
export function sumOfPercents(percents: readonly number[]): number {
  const exact = percents.map((percent) => decimal(String(percent)) ?? { digits: 0n, scale: 0 })
  const scale = Math.max(0, ...exact.map((each) => each.scale))
  const sum = exact.reduce((total, each) => total + each.digits * 10n ** BigInt(scale - each.scale), 0n)
  return Number(`${sum}e-${scale}`)
}

const numberFormat = formats<Intl.NumberFormat>()

function formatOf({ code, exponent }: Currency, locale: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): Intl.NumberFormat {
  return numberFormat(
    `${locale}|${code}|${signDisplay}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency: code, signDisplay }),
    () => new Intl.NumberFormat(undefined, { minimumFractionDigits: exponent, maximumFractionDigits: exponent, signDisplay }),
  )
}

const marks = /[\u200e\u200f\u061c]/g

/**
 * In right-to-left text an amount is wrapped in a directional isolate, so that sign, number and currency keep their order next to any text. Intl's own
 * direction marks only work in a separate paragraph, so they are removed.
 */
function inOneOrder(written: string, locale: string): string {
  return directionOf(locale) === 'rtl' ? `\u2066${written.replace(marks, '')}\u2069` : written
}

/** An amount formatted in a locale: "12,50 €", "$12.50". */
export function formatMoney(minor: Minor, currency: Currency, locale: string): string {
  return inOneOrder(formatOf(currency, locale).format(toWire(minor, currency)), locale)
}

/** An additional amount with its sign: "+1,00 €", "-0,50 €". Zero has no sign. */
export function formatAdded(minor: Minor, currency: Currency, locale: string): string {
  return inOneOrder(formatOf(currency, locale, 'exceptZero').format(toWire(minor, currency)), locale)
}

/** A percentage formatted in a locale: "7,7 %"; a negative one with a minus sign, not a hyphen: "−15 %". */
export function formatPercent(percent: number, locale: string): string {
  const options: Intl.NumberFormatOptions = { style: 'percent', maximumFractionDigits: 2 }
  const format = numberFormat(
    `${locale}|percent`,
    () => new Intl.NumberFormat(locale, options),
    () => new Intl.NumberFormat(undefined, options),
  )
  // Percent formats multiply by 100; the exponent spelling avoids a binary fraction on the way.
  const share = Number(`${percent}e-2`)
  return inOneOrder(format.format(Number.isFinite(share) ? share : 0).replace('-', '−'), locale)
}
