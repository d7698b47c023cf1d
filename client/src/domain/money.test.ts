import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from './golden.json' with { type: 'json' }
import { known } from './known.fixture.ts'
import {
  currencyOf,
  discounted,
  formatAdded,
  formatMoney,
  formatPercent,
  parseAmount,
  percentOf,
  plain,
  sumOfPercents,
  toMinor,
  toWire,
} from './money.ts'

const EUR = currencyOf('EUR')
const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'USD').map(currencyOf)

describe('amounts', () => {
  it.each(golden.amounts)('wire $wire $currency is $minor', ({ wire, currency, minor }) => {
    expect(toMinor(wire as number | null, currencyOf(currency))).toBe(minor)
  })
  it.each(golden.typed)('typed "$text" $currency is $minor', ({ text, currency, minor }) => {
    expect(parseAmount(text, currencyOf(currency))).toBe(minor)
  })
  it('knows the decimals of currencies, and survives one that is none', () => {
    expect([currencyOf('EUR').exponent, currencyOf('JPY').exponent, currencyOf('KWD').exponent, currencyOf('?').exponent]).toEqual([
      2, 0, 3, 2,
    ])
    expect(formatMoney(1250, currencyOf('?'), 'de')).toContain('12')
  })
  it('goes to the wire and back without loss', () => {
    fc.assert(
      fc.property(
        amount,
        currency,
        (minor, of) => toMinor(toWire(minor, of), of) === minor && Number(plain(minor, of)) === toWire(minor, of),
      ),
    )
  })
  it('never leaves whole minor units, whatever the wire sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string(), fc.constant(null)), (value) =>
        Number.isSafeInteger(toMinor(value as number | null, EUR) ?? 0),
      ),
    )
    fc.assert(fc.property(fc.string(), (text) => Number.isSafeInteger(parseAmount(text, EUR) ?? 0)))
  })
  it('reads what it has written in each locale', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('de', 'en', 'tr', 'fr', 'de-CH'), (minor, locale) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(toWire(minor, EUR))
        return parseAmount(text, EUR) === minor
      }),
    )
  })
  // The BFF writes the first paint's prices by the same cases (bff/site/firstpaint/money_test.go).
  it.each(golden.written)('$minor $currency in $locale is $text', ({ locale, currency, minor, text }) => {
    expect(formatMoney(minor, currencyOf(currency), locale)).toBe(text)
  })
  it.each(golden.percents)('a discount of $percent % in $locale is $text', ({ locale, percent, text }) => {
    expect(formatPercent(-percent, locale)).toBe(text)
  })
  it('writes amounts as the locale does', () => {
    expect(formatMoney(1250, EUR, 'de').replace(/\s/g, ' ')).toBe('12,50 €')
    expect(formatMoney(1250, currencyOf('USD'), 'en')).toBe('$12.50')
    expect(formatMoney(1250, currencyOf('JPY'), 'en')).toBe('¥1,250')
  })
})

describe('percentages', () => {
  it.each(golden.discounts)('$price less $discount % is $minor', ({ price, discount, minor }) => {
    expect(discounted(known(toMinor(price, EUR)), discount)).toBe(minor)
  })
  it('a discount that is none changes nothing, and one that is no percentage leaves the price unknown', () => {
    expect([-10, 0].map((discount) => discounted(1234, discount))).toEqual([1234, 1234])
    expect(discounted(1234, 100)).toBe(0)
    expect([NaN, 100.5, 250].map((discount) => discounted(1234, discount))).toEqual([null, null, null])
  })
  it('are within half a minor unit of the exact share', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (minor, hundredths) => {
        const share = percentOf(minor, Number(`${String(hundredths)}e-2`))
        // Exact in integers: |share * 10000 - minor * hundredths| <= 5000.
        const gap = BigInt(share) * 10_000n - BigInt(minor) * BigInt(hundredths)
        return gap <= 5_000n && gap >= -5_000n
      }),
    )
  })
  it('discount and what is left make the whole, give or take one rounding', () => {
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 100 }),
        (minor, percent) => Math.abs(known(discounted(minor, percent)) + percentOf(minor, percent) - minor) <= 1,
      ),
    )
  })
  it('add up exactly', () => {
    expect(sumOfPercents([0.1, 0.2])).toBe(0.3)
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 6 }),
        (cents) => sumOfPercents(cents.map((each) => each / 100)) === cents.reduce((a, b) => a + b, 0) / 100,
      ),
    )
  })
})

describe('amounts as people read them', () => {
  const EUR = currencyOf('EUR')
  it.each([
    [1250, 'de', '12,50\u00a0€'],
    [1250, 'en', '€12.50'],
    [1250, 'ar-u-nu-latn', '\u206612.50\u00a0€\u2069'],
    [-1250, 'ar-u-nu-latn', '\u2066-12.50\u00a0€\u2069'],
    [1250, 'he', '\u206612.50\u00a0€\u2069'],
  ])('%i in %s', (minor, locale, words) => expect(formatMoney(minor, EUR, locale)).toBe(words))
  it.each([
    [100, 'de', '+1,00\u00a0€'],
    [-50, 'de', '-0,50\u00a0€'],
    [0, 'de', '0,00\u00a0€'],
    [100, 'ar-u-nu-latn', '\u2066+1.00\u00a0€\u2069'],
  ])('%i on top in %s', (minor, locale, words) => expect(formatAdded(minor, EUR, locale)).toBe(words))
  it('a percentage keeps its order as well, a discount with its minus', () => {
    expect(formatPercent(7, 'ar-u-nu-latn')).toMatch(/^\u20667.?%.?\u2069$/)
    expect(formatPercent(-15, 'ar-u-nu-latn')).toMatch(/^\u2066−15.?%.?\u2069$/)
    expect(formatPercent(-15, 'de')).toBe('−15\u00a0%')
  })
})
