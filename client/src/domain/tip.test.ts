import { describe, expect, it } from 'vitest'
import { currencyOf } from './money.ts'
import { tipFromInput, tipText } from './tip.ts'

describe('the custom tip in its field', () => {
  it.each([
    ['de', 'EUR', 124, '1,24'],
    ['en', 'EUR', 120, '1.20'],
    ['ar-u-nu-latn', 'EUR', 1230, '12.30'],
    ['de', 'EUR', 123456, '1234,56'],
    ['en', 'JPY', 300, '300'],
  ])('in %s is written as it is typed there, and read again as the same amount: %s %i', (locale, code, minor, written) => {
    const currency = currencyOf(code)
    expect(tipText(minor, currency, locale)).toBe(written)
    expect(tipFromInput(written, currency)).toBe(minor)
  })
})
