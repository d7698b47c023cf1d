import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../../contracts/types.ts'
import { EMPTY_CART, type StoredCart } from './cart.ts'
import { productLine } from './known.fixture.ts'
import { pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { initialProductChoice } from './pricing.ts'
import { topUpDishes } from './topUp.ts'

const EUR = currencyOf('EUR')
const none: ReadonlySet<string> = new Set()

const dish = (id: number, price: number, changes: Partial<Product> = {}): Product => ({
  id,
  name: `Dish ${String(id)}`,
  sizes: [{ id, name: '', price }],
  variants: [],
  allergens: [],
  ...changes,
})
const starter = (id: number, price: number, changes?: Partial<Product>) => ({ product: dish(id, price, changes), categoryId: 1 })
const drink = (id: number, price: number, changes?: Partial<Product>) => ({ product: dish(id, price, changes), categoryId: 2 })
const cartOf = (...dishes: ReturnType<typeof starter>[]): StoredCart => ({
  ...EMPTY_CART,
  items: dishes.map(({ product, categoryId }) => productLine(product, initialProductChoice(product), 1, EUR, categoryId)),
})
const bread = starter(1, 4)
const offered = (menu: ReturnType<typeof starter>[], missing: number, cart = cartOf(bread), avoided = none) =>
  topUpDishes(menu, cart, missing, avoided, EUR).map(({ productId }) => productId)

describe('dishes that close a gap', () => {
  it('prefers what hardly costs more, of a category that is in the cart already', () => {
    const menu = [drink(10, 3.1), starter(11, 5.5), starter(12, 3.9), drink(13, 3), starter(14, 9)]
    expect(offered(menu, 300)).toEqual([12, 11, 13])
    // Nothing of the category is near: the cheapest that close the gap, wherever they stand.
    expect(offered([starter(14, 9), drink(13, 3.2), drink(10, 3.1)], 300)).toEqual([10, 13, 14])
  })

  it('offers what people add first: one drink, one side, one dessert, unless the cart has one', () => {
    const named = (id: number, price: number, category: string) => ({ product: dish(id, price), categoryId: category, category })
    const menu = [
      named(10, 3.1, 'Pizza'),
      named(11, 9, 'Alkoholfreie Getränke'),
      named(12, 3.5, 'Alkoholfreie Getränke'),
      named(13, 5, 'Desserts'),
      named(14, 4, 'Beilagen'),
    ]
    const offer = (cart: StoredCart): unknown[] => topUpDishes(menu, cart, 300, none, EUR).map(({ productId }) => productId)
    expect(offer(cartOf(bread))).toEqual([12, 14, 13])
    const cola = productLine(dish(15, 3), initialProductChoice(dish(15, 3)), 1, EUR, 'Alkoholfreie Getränke')
    expect(offer({ ...EMPTY_CART, items: [cola] })).toEqual([14, 13, 12])
  })

  it('offers what comes closest when nothing closes the gap alone', () => {
    expect(offered([drink(10, 3), drink(11, 5), starter(12, 4.5), drink(13, 2)], 2000)).toEqual([11, 12, 10])
  })

  it('offers nothing without a gap, on an empty menu, and where nothing fits', () => {
    expect(offered([drink(10, 3)], 0)).toEqual([])
    expect(offered([], 300)).toEqual([])
    expect(offered([{ product: pizza, categoryId: 1 }], 300)).toEqual([])
  })

  it('leaves out what needs a choice or may need one, is free, has no size, or is in the cart', () => {
    const variants: Product['variants'] = [
      { id: 1, name: 'Sauce', type: 'select', required: true, options: [{ id: 1, name: 'Hot', price: 0, hasChild: false }] },
    ]
    const unknown = drink(12, 3)
    delete unknown.product.variants
    const menu = [drink(10, 0), drink(11, 3, { variants }), unknown, drink(13, 3, { sizes: [] }), bread, { ...bread, categoryId: 2 }]
    expect(offered(menu, 300)).toEqual([])
  })

  it('takes a dish that stands in two categories once', () => {
    expect(offered([drink(10, 3), { ...drink(10, 3), categoryId: 3 }, drink(11, 4)], 300)).toEqual([10, 11])
  })

  it('obeys the allergen filter: what is not known to fit is not offered', () => {
    const unknown = drink(11, 3.5)
    delete unknown.product.allergens
    const menu = [drink(10, 3, { allergens: [{ name: 'G', description: 'Milk' }] }), unknown, drink(12, 4)]
    expect(offered(menu, 300)).toEqual([10, 11, 12])
    expect(offered(menu, 300, cartOf(bread), new Set(['G']))).toEqual([12])
  })

  it('never offers more than three, never the same twice, and of those that close the gap alone the closest comes first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ id: fc.integer({ min: 2, max: 30 }), price: fc.integer({ min: 0, max: 3000 }) }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 3000 }),
        (dishes, missing) => {
          const lines = topUpDishes(
            dishes.map(({ id, price }) => drink(id, price / 100)),
            cartOf(bread),
            missing,
            none,
            EUR,
          )
          expect(lines.length).toBeLessThanOrEqual(3)
          expect(new Set(lines.map(({ productId }) => productId)).size).toBe(lines.length)
          const units = lines.map(({ shown }) => shown.unit)
          const closing = units.filter((unit) => unit >= missing)
          expect(units.slice(0, closing.length)).toEqual([...closing].sort((a, b) => a - b))
          if (lines.length === 0) expect(dishes.every(({ price }) => price === 0)).toBe(true)
        },
      ),
    )
  })
})
