import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { billOf, namesRate, type BillFacts } from './bill.ts'
import { currencyOf, toMinor } from './money.ts'
import { orderTotal } from './order.ts'
import { paymentOf } from './quote.ts'
import { receiptOf } from './receipt.ts'
import { submissionOf } from './submission.ts'

const EUR = currencyOf('EUR')
const cents = (max: number) => fc.integer({ min: 0, max }).map((minor) => minor / 100)
const area = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  name: fc.constantFrom('Mitte', 'Wedding'),
  minimumOrder: cents(5_000),
  deliveryPrice: cents(900),
  freeDeliveryThreshold: cents(9_000),
})
const tax = fc.record({
  name: fc.constantFrom('MwSt.', 'Nachtzuschlag'),
  value: fc.integer({ min: 0, max: 2_500 }).map((value) => value / 100),
})
const facts: fc.Arbitrary<BillFacts> = fc.record({
  lines: fc.integer({ min: 1, max: 100_000 }),
  deliverType: fc.constantFrom('delivery', 'takeaway', 'curbside', 'table', null),
  area: fc.option(area),
  areas: fc.array(area, { maxLength: 4 }),
  taxes: fc.array(tax, { maxLength: 3 }),
  tipPercents: fc.option(fc.constant([5, 10, 15])),
  tip: fc.constantFrom('', '2', '0,50', 'x'),
  tipPercent: fc.constantFrom(0, 5, 10),
  profit: fc.option(cents(6_000)),
  useProfit: fc.boolean(),
})

describe('the bill', () => {
  it('its lines add up to the total, whatever is in the cart', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { totals, taxes, terms } = billOf(of, EUR)
        const taxed = taxes.reduce((sum, each) => sum + each.amount, 0)
        expect(taxed).toBe(totals.tax)
        expect(totals.lines + (terms.fee ?? 0) - totals.discount + taxed + totals.tip).toBe(totals.total)
      }),
    )
  })

  it('what is sent and what the confirmation shows is the same total, with the same taxes by name', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const bill = billOf(of, EUR)
        const { totals, taxes } = bill
        const submission = submissionOf(
          { ...form, deliverType: of.deliverType ?? 'takeaway', useProfit: of.useProfit },
          { version: 1, items: [] },
          totals,
          EUR,
        )
        const order = receiptOf(
          { code: 'A-1', createdAt: '', submission, cart: { version: 1, items: [] }, payment: paymentOf(bill, '', EUR), address: null },
          EUR,
        )
        expect(toMinor(submission.cart.total, EUR)).toBe(totals.total)
        expect(orderTotal(order, EUR)).toBe(totals.total)
        expect(order.payment.taxItems?.map(({ name, value }) => [name, toMinor(value, EUR)])).toEqual(
          taxes.map((each) => [each.name, each.amount]),
        )
      }),
    )
  })

  it('a fee is named as “from” only while its area is unknown, and no area costs less', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { feeFrom, terms } = billOf(of, EUR)
        if (feeFrom === null) return
        expect(of.area).toBeNull()
        expect(terms.fee).toBe(0)
        for (const each of of.areas)
          expect(billOf({ ...of, deliverType: 'delivery', area: each }, EUR).terms.fee).toBeGreaterThanOrEqual(feeFrom)
      }),
    )
  })
})

const form = {
  name: '',
  email: '',
  phone: '',
  deliverAt: 'now',
  deliverDate: null,
  notes: '',
  table: null,
  addressId: null,
  areaId: null,
  address: '',
  zipcode: '',
  coordinates: null,
  terms: true,
  issueInvoice: false,
  paymentType: 'cash',
} as const

describe('a tax that has its rate in its name', () => {
  it.each([
    ['MwSt. 7 %', 7],
    ['7% VAT', 7],
    ['TVA 7,7 %', 7.7],
    ['%20 KDV', 20],
    ['ضريبة ٧٪', 7],
    ['VAT 7.0 %', 7],
  ])('%s', (name, percent) => expect(namesRate(name, percent)).toBe(true))

  it.each([
    ['MwSt.', 7],
    ['Tax 2', 2],
    ['MwSt. 19 %', 7],
    ['17 % VAT', 7],
  ])('%s, which is not %s %%', (name, percent) => expect(namesRate(name, percent)).toBe(false))
})
