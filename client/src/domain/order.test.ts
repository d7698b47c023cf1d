import { describe, expect, it } from 'vitest'
import { currencyOf } from './money.ts'
import { counted, orderTotal, readOrder } from './order.ts'

const EUR = currencyOf('EUR')
const payment = { price: 29.9, cartTotal: 27.9, deliver: 2, discount: 5, tax: 1.74, tip: 3 }

describe('an order', () => {
  it('is what has a code and lines', () => {
    const order = { code: 'A-1', status: 'approved', createdAt: '2026-11-22T12:00:00+01:00', items: [], payment }
    expect(readOrder(order)).toEqual(order)
    for (const none of [null, 'A-1', [], { ...order, code: '' }, { ...order, items: null }, { code: 'A-1' }])
      expect(readOrder(none)).toBeNull()
  })
  it('has no time where it could not be read: none is guessed', () => {
    for (const createdAt of [
      '05/12/2026 18:30',
      'Sat, 28 Nov 2026 18:00:00 CET',
      '2026-11-28T18:00:00',
      '0001-01-01T00:00:00Z',
      '',
      1795885200000,
      null,
    ])
      expect(readOrder({ code: 'A-1', createdAt, items: [], payment })?.createdAt).toBe('')
  })
  it('has unknown amounts without a payment, and a line without a quantity only its name', () => {
    for (const unread of [undefined, null, 'paid', []]) {
      const order = readOrder({ code: 'A-1', status: 'approved', createdAt: '2026-11-22T12:00:00+01:00', items: [], payment: unread })
      expect(order && orderTotal(order, EUR)).toBeNull()
      expect(order?.code).toBe('A-1')
    }
    expect(counted(null as unknown as number, 'Soup')).toBe('Soup')
    expect(counted(2, 'Soup')).toContain('2')
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
    expect(orderTotal({ payment: { ...payment, total: null as unknown as number } }, EUR)).toBeNull()
    expect(orderTotal({ payment: { ...payment, tax: '1,74' as unknown as number } }, EUR)).toBeNull()
  })
  it('counts the lines and the delivery where no price is sent', () => {
    const silent = { ...payment, price: null as unknown as number, discount: 0, tip: 0 }
    expect(orderTotal({ payment: silent }, EUR)).toBe(2990 + 174)
  })
})
