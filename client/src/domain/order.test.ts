import { describe, expect, it } from 'vitest'
import { currencyOf } from './money.ts'
import { orderTotal, readOrder, readOrders } from './order.ts'

const EUR = currencyOf('EUR')
const payment = { price: 29.9, cartTotal: 27.9, deliver: 2, discount: 5, tax: 1.74, tip: 3 }

describe('an order as the upstream sent it', () => {
  it('names things by their texts where the things themselves are sent', () => {
    const order = readOrder({
      code: 1042,
      status: 'approved',
      createdAt: '2026-11-22T12:00:00+01:00',
      takeaway: 0,
      issueInvoice: '1',
      items: [
        {
          type: 'productItem',
          qty: '2',
          price: 17,
          product: { id: 3, name: 'Margherita' },
          size: { name: '26 cm' },
          extras: [{ name: 'Olives' }],
          options: { Dough: 'thin' },
        },
        { type: 'menuItem', qty: 1, price: 12, menu: { name: 'Lunch' }, items: [{ product: { name: 'Soup' } }] },
      ],
      payment: { ...payment, method: { id: 1, name: 'Cash' }, taxItems: [{ name: 'VAT', value: 0 }] },
      address: { name: 'Home', address: 'Linienstr. 1', extras: '3rd floor' },
    })
    expect(order).toMatchObject({ code: '1042', takeaway: false, issueInvoice: true, address: 'Linienstr. 1, 3rd floor' })
    expect(order?.items[0]).toMatchObject({
      qty: 2,
      price: 17,
      product: 'Margherita',
      size: '26 cm',
      extras: ['Olives'],
      options: { Dough: ['thin'] },
    })
    expect(order?.items[1]).toMatchObject({ product: null, menu: 'Lunch', items: [{ product: 'Soup' }] })
    expect(order?.payment.method).toBe('Cash')
  })
  it('is read without what is optional, and even without what is required', () => {
    expect(readOrder({ code: 'A-1' })).toMatchObject({
      code: 'A-1',
      items: [],
      address: '',
      deliverAt: null,
      payment: { tip: 0, method: '' },
    })
    expect(readOrder({ status: 'approved' })).toBeNull()
    expect(readOrders({ message: 'no list' })).toEqual([])
    expect(readOrders([null, 'A-1', { code: 'A-2' }])).toHaveLength(1)
  })
})

describe('what an order came to', () => {
  it('is the same whether its price is meant before or after discount, tax and tip', () => {
    const total = 2990 - 500 + 174 + 300
    expect(orderTotal({ payment }, EUR)).toBe(total)
    expect(orderTotal({ payment: { ...payment, price: 29.64 } }, EUR)).toBe(total)
  })
  it('follows the price where the parts do not add up', () => {
    expect(orderTotal({ payment: { ...payment, price: 40 } }, EUR)).toBe(4000 - 500 + 174 + 300)
  })
  it('is unknown if a part of it can’t be read', () => {
    expect(orderTotal({ payment: readOrder({ code: 'A-1' })?.payment ?? payment }, EUR)).toBeNull()
    expect(orderTotal({ payment: { ...payment, tax: '1,74' as unknown as number } }, EUR)).toBeNull()
  })
  it('counts the lines and the delivery where no price is sent', () => {
    const order = readOrder({ code: 'A-1', payment: { cartTotal: 27.9, deliver: 2, tax: 1.74 } })
    expect(orderTotal({ payment: order?.payment ?? payment }, EUR)).toBe(2990 + 174)
  })
})
