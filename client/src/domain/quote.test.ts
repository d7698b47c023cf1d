import { describe, expect, it } from 'vitest'
import { billOf } from './bill.ts'
import { currencyOf } from './money.ts'
import { orderTotal } from './order.ts'
import { known } from './known.fixture.ts'
import { lineMessages, paymentOf, quotedBill as read } from './quote.ts'
import { placedOrder } from './receipt.ts'

const EUR = currencyOf('EUR')
const area = { id: 1, name: 'Mitte', minimumOrder: 0, deliveryPrice: 2.5, freeDeliveryThreshold: 0 }
const facts = {
  lines: 3_400,
  deliverType: 'delivery',
  area,
  areas: [],
  taxes: [{ name: 'MwSt.', value: 7 }],
  tipPercents: [10],
  tip: '2',
  tipPercent: 0,
  profit: null,
  useProfit: false,
} as const
const own = billOf(facts, EUR)
const quotedBill = (...of: Parameters<typeof read>) => known(read(...of))

describe('a bill that the backend has computed', () => {
  it('is shown with its sums, discounts, fees and taxes by name', () => {
    const bill = quotedBill(
      own,
      {
        lines: [17, 17],
        delivery: 2,
        discounts: [{ name: '10 %', value: 3.4 }],
        fees: [{ name: 'Pfand', value: 0.25 }],
        taxItems: [
          { name: '7 % VAT', value: 2.14, included: true },
          { name: 'Late surcharge', value: 0.51 },
        ],
        tip: 2,
        total: 35.36,
      },
      EUR,
    )
    expect(bill.totals).toMatchObject({ lines: 3_400, delivery: 200, discount: 340, tax: 51, tip: 200, price: 3_600, total: 3_536 })
    expect(bill).toMatchObject({
      discounts: [{ name: '10 %', amount: 340 }],
      fees: [{ name: 'Pfand', amount: 25 }],
      taxes: [{ name: 'Late surcharge', amount: 51 }],
      included: [{ name: '7 % VAT', amount: 214 }],
    })
  })

  it('has the shop’s own parts where it names none and they add up, and none where they do not', () => {
    const same = quotedBill(own, { total: own.totals.total / 100 }, EUR)
    expect(same).toEqual(own)
    const other = quotedBill(own, { total: 30 }, EUR)
    expect(other).toMatchObject({ taxes: [], totals: { lines: 3_400, delivery: 0, tax: 0, tip: 0, total: 3_000 } })
  })

  it('of which a line can’t be read has the shop’s own sum of the lines', () => {
    const unread = { lines: [17, null as unknown as number], delivery: 2.5, taxItems: [], tip: 2, total: 38.5 }
    expect(quotedBill(own, unread, EUR).totals).toMatchObject({ lines: 3_400, total: 3_850 })
  })

  it('whose total can’t be read is none', () => {
    expect(read(own, { total: 'free' as never }, EUR)).toBeNull()
  })

  it('becomes the payment of an order, whose total is the backend’s', () => {
    const bill = quotedBill(own, { discounts: [{ name: '10 %', value: 3.4 }], total: 30 }, EUR)
    const payment = paymentOf(bill, 'Bar', EUR)
    expect(payment).toMatchObject({ discounts: [{ name: '10 %', value: 3.4 }], total: 30, method: 'Bar' })
    expect(orderTotal({ payment }, EUR)).toBe(3_000)
  })

  it('names the lines that a refusal is about', () => {
    expect([...lineMessages({ cart: 'x', 'cart.items.1': 'Sold out', 'cart.items.2.qty': 'Only 3 left', 'cart.items': 'y' })]).toEqual([
      [1, 'Sold out'],
      [2, 'Only 3 left'],
    ])
  })
})

describe('a tax that the prices have already', () => {
  it('is told and never added; of several the amount is not known', () => {
    const bill = billOf({ ...facts, deliverType: 'takeaway', tip: '', taxes: [{ name: 'VAT', value: 7, included: true }] }, EUR)
    expect(bill).toMatchObject({
      taxes: [],
      included: [{ name: 'VAT', percent: 7, amount: 222 }],
      totals: { tax: 0, taxPercent: 0, total: 3_400 },
    })
    const two = [
      { name: 'VAT', value: 7, included: true },
      { name: 'VAT', value: 19, included: true },
    ]
    expect(billOf({ ...facts, taxes: two }, EUR).included.map(({ amount }) => amount)).toEqual([0, 0])
  })
})

describe('an order that the backend has answered', () => {
  const receipt = {
    code: 'A-1',
    status: 'pending_approval' as const,
    createdAt: '2026-11-21T18:00:00+01:00',
    items: [{ type: 'productItem' as const, qty: 2, price: 34, product: 'Margherita' }],
    payment: paymentOf(own, 'Bar', EUR),
  }
  it('is shown with the backend’s sums and items; what it leaves out is what was sent', () => {
    const payment = { price: 36.5, cartTotal: 34, discount: 3.4, deliver: 2.5, tax: 0, tip: 2, total: 35.1 }
    const order = placedOrder(receipt, { id: 7, code: 'A-1', url: 'https://pay.example', payment, statusText: null })
    expect(orderTotal(order, EUR)).toBe(3_510)
    expect(order).toMatchObject({ code: 'A-1', items: [{ product: 'Margherita', qty: 2 }], createdAt: receipt.createdAt })
    expect(order).not.toHaveProperty('url')
  })
  it('of an id and a code only is what was sent', () => {
    expect(orderTotal(placedOrder(receipt, { id: 7, code: 'A-1' }), EUR)).toBe(own.totals.total)
  })
})
