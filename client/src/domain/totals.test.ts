import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deliverTypes, deliveryTerms, NO_DELIVERY } from './delivery.ts'
import golden from './golden.json' with { type: 'json' }
import { currencyOf } from './money.ts'
import { pointsOffer } from './points.ts'
import { tipChips, tipFromInput, tipOfPercent, tipPercents } from './tip.ts'
import { taxPercentOf, totalsOf } from './totals.ts'

const EUR = currencyOf('EUR')
const area = { id: 1, name: 'Altstadt', minimumOrder: 12, deliveryPrice: 3, freeDeliveryThreshold: 30 }
const money = fc.integer({ min: 0, max: 5_000_000 })

describe('totals', () => {
  it.each(golden.totals)('$name', ({ lines, delivery, discount, taxPercent, tip, price, tax, total }) => {
    expect(totalsOf({ lines, delivery, discount, taxPercent, tip })).toMatchObject({ price, tax, total })
  })
  it.each(golden.taxes)('taxes $values are $percent %', ({ values, percent }) => {
    expect(taxPercentOf(values.map((value) => ({ name: 'MwSt.', value })))).toBe(percent)
  })
  it('follow the formula for every cart, in whole minor units', () => {
    fc.assert(
      fc.property(money, money, money, fc.integer({ min: 0, max: 3_000 }), money, (lines, delivery, discount, hundredths, tip) => {
        const totals = totalsOf({ lines, delivery, discount, taxPercent: hundredths / 100, tip })
        expect(totals.price).toBe(lines + delivery)
        expect(totals.total).toBe(totals.price - totals.discount + totals.tax + totals.tip)
        expect(totals.discount).toBeLessThanOrEqual(totals.price)
        expect(Object.values(totals).every((value) => Number.isSafeInteger(value) || value === totals.taxPercent)).toBe(true)
        expect(totals.total).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('delivery', () => {
  it.each(golden.delivery)('$name', ({ lines, fee, missingToFree, missingToMinimum }) => {
    expect(deliveryTerms('delivery', area, lines, EUR)).toMatchObject({ fee, missingToFree, missingToMinimum, fullFee: 300 })
  })
  it('costs nothing for takeaway, curbside, table and unknown areas', () => {
    for (const type of ['takeaway', 'curbside', 'table'] as const) expect(deliveryTerms(type, area, 100, EUR)).toEqual(NO_DELIVERY)
    expect(deliveryTerms('delivery', null, 100, EUR)).toEqual(NO_DELIVERY)
  })
  it('a threshold of 0 waives nothing', () => {
    expect(deliveryTerms('delivery', { ...area, freeDeliveryThreshold: 0 }, 9_000, EUR)).toMatchObject({
      fee: 300,
      waived: false,
      missingToFree: null,
    })
  })
  it('never swings: the fee that is due leaves the terms as they are', () => {
    fc.assert(
      fc.property(money, money, money, (lines, fee, threshold) => {
        const of = { ...area, deliveryPrice: fee / 100, freeDeliveryThreshold: threshold / 100 }
        const first = deliveryTerms('delivery', of, lines, EUR)
        const due = first.fee ?? 0
        const price = totalsOf({ lines, delivery: due, discount: 0, taxPercent: 0, tip: 0 }).price
        expect(deliveryTerms('delivery', of, price - due, EUR)).toEqual(first)
      }),
    )
  })
  it('offers what the switches say, and only the table at a table', () => {
    expect(deliverTypes((setting) => setting !== 'ALLOW_TAKEAWAY', false)).toEqual(['delivery', 'curbside'])
    expect(deliverTypes(() => true, true)).toEqual(['table'])
  })
})

describe('tip', () => {
  it.each(golden.tips)('$percent % of $price is $minor', ({ percent, price, minor }) => {
    expect(tipOfPercent(percent, price, EUR)).toBe(minor)
  })
  it('reads the setting', () => {
    expect(tipPercents('5, 10,15,10,x,-3,0, 20%')).toEqual([5, 10, 15, 20])
    expect(tipPercents(null)).toEqual([])
    expect(tipChips([5, 10], 2_000, EUR)).toEqual([
      { percent: 5, amount: 100 },
      { percent: 10, amount: 200 },
    ])
  })
  it('a manual tip has two decimals and is 0 for nothing, 0 and less', () => {
    expect(['1,239', '0', '-2', '', 'x', '2.5'].map((text) => tipFromInput(text, EUR))).toEqual([124, 0, 0, 0, 0, 250])
    expect(tipFromInput('1.239', currencyOf('KWD'))).toBe(1_240)
    expect(tipOfPercent(10, 12_345, currencyOf('KWD'))).toBe(1_240)
  })
})

describe('points', () => {
  it.each(golden.points)('$profit points against $price: $usable', ({ profit, price, usable }) => {
    expect(pointsOffer(profit, price, EUR)).toMatchObject({ usable, worth: profit * 100 })
  })
  it('say that the cart is too cheap for them only if there are any and it is', () => {
    const tooLow = (profit: number, price: number): boolean => pointsOffer(profit, price, EUR).cartTooLow
    expect([tooLow(10, 1_099), tooLow(10, 1_100), tooLow(0, 0), tooLow(-5, 0)]).toEqual([true, false, false, false])
  })
  it('leave at least one currency unit to pay', () => {
    fc.assert(
      fc.property(money, money, (points, price) => {
        const { usable, worth } = pointsOffer(points / 100, price, EUR)
        return !usable || price - worth >= 100
      }),
    )
  })
})
