import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order, OrderItem } from '../../../contracts/types.ts'
import { choicesInWords, usualDishes } from './usual.ts'

const dish = (product: string, over: Partial<OrderItem> = {}): OrderItem => ({ type: 'productItem', qty: 1, price: 8.5, product, ...over })
const order = (day: number, items: OrderItem[], status: Order['status'] = 'completed') => ({
  createdAt: `2026-11-${String(day).padStart(2, '0')}T19:00:00+01:00`,
  status,
  items,
})
const names = (orders: Parameters<typeof usualDishes>[0], most?: number) => usualDishes(orders, most).map(({ item }) => item.product)

describe('usual dishes', () => {
  it('is what was in most of the orders, of equals the one ordered last; once is no habit', () => {
    expect(
      names([
        order(1, [dish('Pizza'), dish('Beer'), dish('Soup')]),
        order(2, [dish('Pizza'), dish('Beer')]),
        order(3, [dish('Pizza'), dish('Salad')]),
        order(4, [dish('Salad'), dish('Cake')]),
      ]),
    ).toEqual(['Pizza', 'Salad', 'Beer'])
  })
  it('counts orders, not pieces', () => {
    expect(names([order(1, [dish('Beer', { qty: 6 })])])).toEqual([])
    expect(names([order(1, [dish('Beer'), dish('Beer', { price: 9 })])])).toEqual([])
  })
  it('tells dishes apart by their choices, whatever their order and case', () => {
    const small = dish('Pizza', { size: '26 cm', extras: ['Olives', 'Ham'], options: { Dough: ['Thin'] } })
    expect(
      usualDishes([
        order(1, [small]),
        order(2, [dish('pizza ', { size: '26 CM', extras: ['ham', 'olives'], options: { dough: ['thin'] } })]),
        order(3, [{ ...small, size: '32 cm' }]),
      ]),
    ).toHaveLength(1)
  })
  it('leaves rejected orders out', () => {
    expect(names([order(1, [dish('Pizza')]), order(2, [dish('Pizza')], 'rejected')])).toEqual([])
  })
  it('brings one piece at the price of the last order', () => {
    const [usual] = usualDishes([order(5, [dish('Pizza', { qty: 3, price: 28.5 })]), order(1, [dish('Pizza')])])
    expect(usual).toMatchObject({ times: 2, item: { qty: 1, price: 9.5 } })
  })
  it('says the choices in words, a menu with what is in it', () => {
    const menu: OrderItem = {
      type: 'menuItem',
      qty: 1,
      price: 13.5,
      menu: 'Lunch',
      items: [dish('Soup', { size: 'Starter' }), dish('Pasta', { options: { Kind: ['Tagliatelle'] } })],
    }
    expect(choicesInWords(menu)).toEqual(['Soup', 'Pasta', 'Tagliatelle'])
  })
  it('never offers more than asked for, nor anything that was not ordered at least twice', () => {
    const item = fc.constantFrom('a', 'b', 'c', 'd').map((name) => dish(name))
    const orders = fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.array(item, { maxLength: 4 })), { maxLength: 8 })
    fc.assert(
      fc.property(orders, fc.integer({ min: 0, max: 5 }), (list, most) => {
        const made = list.map(([day, items]) => order(day, items))
        const usual = usualDishes(made, most)
        return (
          usual.length <= most &&
          usual.every(
            ({ item: { product }, times }) =>
              times >= 2 && times === made.filter((each) => each.items.some((one) => one.product === product)).length,
          )
        )
      }),
    )
  })
})
