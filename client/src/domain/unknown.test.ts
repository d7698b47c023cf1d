import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Area, Menu, Product, Tax } from '../../../contracts/types.ts'
import { billOf } from './bill.ts'
import { addLine, EMPTY_CART } from './cart.ts'
import { comboLine, productLine } from './cartLine.ts'
import { leavesCart, reviewCart } from './cartReview.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import * as known from './known.fixture.ts'
import { currencyOf, toMinor } from './money.ts'
import { missingInProduct, openingProductChoice, pruneOptions, startingPrice, type ComboChoice, type ProductChoice } from './pricing.ts'
import { openSharedCart, readSharedCart, writeSharedCart } from './sharedCart.ts'
import { topUpDishes } from './topUp.ts'

const EUR = currencyOf('EUR')
/** What real backends send where an amount is due. The last one can be read. */
const sent: readonly unknown[] = ['8,50', '1,234.50', 'free', null, '', {}, [], true, NaN, -1]
const value = fc.constantFrom(...sent)

/** A value where the contract has a number. */
const asAmount = (from: unknown): number => from as number
/** What is due at the least: what could be read, in minor units. Null: nothing may be sold at all. */
const readable = (from: unknown): number | null => (typeof from === 'number' && Number.isFinite(from) ? from * 100 : null)

type Where = 'size' | 'option' | 'nested' | 'extra'
const choice: ProductChoice = {
  productId: 301,
  sizeId: 1,
  extraIds: [{ extraId: 11, selected: true, name: 'Oliven' }],
  optionIds: optionIds([
    [21, 212],
    [23, 231],
    [22, 221],
  ]),
}
const normal = { size: 850, option: 200, nested: 120, extra: 100 }
const whole = 850 + 200 + 120 + 100 + 120

/** The pizza with another value for one of its amounts. */
function pizzaWith(where: Where, from: unknown): Product {
  const copy = structuredClone(pizza)
  const filled = copy.variants?.[0]?.options[1]
  if (where === 'size' && copy.sizes[0]) copy.sizes[0].price = asAmount(from)
  if (where === 'option' && filled) filled.price = asAmount(from)
  if (where === 'nested' && filled?.child?.[0]?.options[0]) filled.child[0].options[0].price = asAmount(from)
  if (where === 'extra' && copy.extras?.[0]?.prices[0]) copy.extras[0].prices[0].price = asAmount(from)
  return copy
}

describe('an amount that can’t be read is unknown', () => {
  it('a dish is never sold for less than what could be read', () => {
    fc.assert(
      fc.property(fc.constantFrom<Where>('size', 'option', 'nested', 'extra'), value, (where, from) => {
        const product = pizzaWith(where, from)
        const line = productLine(product, choice, 1, EUR)
        const least = readable(from)
        if (least !== null && where !== 'size') {
          expect(line?.shown.unit).toBe(whole - normal[where] + least)
          return
        }
        // The line that is left, if there is one, does not have the choice that can't be priced.
        if (where === 'size') expect(line).toBeNull()
        if (where === 'extra') expect(line?.extraIds).toEqual([])
        if (where === 'option') expect(line?.optionIds.map(({ variantId }) => variantId)).toEqual([22])
        if (where === 'nested') expect(line?.optionIds.map(({ variantId }) => variantId)).toEqual([21, 22])
        // The sheet asks for another choice where one is required, and the review of a stored cart takes the line out.
        expect(missingInProduct(product, { ...choice, optionIds: pruneOptions(product.variants, choice.optionIds) }).length > 0).toBe(
          where !== 'extra',
        )
        const cart = addLine(EMPTY_CART, known.productLine(pizza, choice, 1, EUR))
        const review = reviewCart(cart, { product: () => product, menu: () => null }, EUR)
        expect(review.map((each) => each.kind === 'choice' || leavesCart(each))).toEqual([true])
        // So does a cart by link.
        const shared = readSharedCart(writeSharedCart(cart, null, '') ?? '')
        if (shared === null) throw new Error('the link can’t be read')
        expect(openSharedCart(shared, { products: [{ product, categoryId: 1 }], menus: [] }, EUR).cart.items).toEqual([])
      }),
    )
  })

  it('a dish without a known price has none on its card, opens without a size and is not suggested', () => {
    for (const from of sent) {
      const product = { ...pizza, variants: [], sizes: [{ id: 1, name: '', price: asAmount(from) }] }
      expect(startingPrice(product, EUR)).toBeNull()
      expect(openingProductChoice(product).sizeId).toBe('')
      expect(missingInProduct(product, openingProductChoice(product))).toHaveLength(1)
      expect(topUpDishes([{ product, categoryId: 1 }], EMPTY_CART, 500, new Set(), EUR)).toEqual([])
    }
  })

  it('a size without a known price is skipped', () => {
    const product = pizzaWith('size', 'on request')
    expect(startingPrice(product, EUR)).toMatchObject({ price: 1090, from: false })
    expect(openingProductChoice(product).sizeId).toBe(2)
  })

  it('a combo is never sold for less than what could be read', () => {
    const menu = combo(10)
    const filled: ComboChoice = {
      menuId: menu.id,
      items: (menu.items ?? []).map((slot) => ({
        menuItemId: slot.id,
        productId: slot.products[0]?.id ?? null,
        extras: (slot.extras ?? []).map(({ id, name }) => ({ id, name, selected: true })),
        optionIds: [],
      })),
    }
    const full = known.comboLine(menu, filled, 1, EUR).shown.unit
    for (const from of sent) {
      expect(comboLine({ ...menu, price: asAmount(from) }, filled, 1, EUR)).toBeNull()
      const least = readable(from)
      // A discount below zero is none.
      const discounted = comboLine({ ...menu, discount: asAmount(from) }, filled, 1, EUR)
      expect(discounted?.shown.unit ?? null).toBe(least === null ? null : full + 190)
      const items = (menu.items ?? []).map((slot) => ({
        ...slot,
        extras: (slot.extras ?? []).map((extra) => ({
          ...extra,
          prices: extra.prices.map((price) => ({ ...price, price: asAmount(from) })),
        })),
      }))
      const without = known.comboLine({ ...menu, items }, filled, 1, EUR)
      if (least === null) expect(without.items.flatMap(({ extras }) => extras)).toEqual([])
    }
  })

  it('a fee, a threshold, a minimum or a tax makes the total unknown, and says which part it is', () => {
    const area: Area = { id: 1, name: 'Mitte', minimumOrder: 10, deliveryPrice: 2.5, freeDeliveryThreshold: 30 }
    const taxes: Tax[] = [{ name: 'VAT', value: 7 }]
    const bill = (of: { area?: Partial<Record<keyof Area, unknown>>; tax?: unknown }) =>
      billOf(
        {
          lines: 2000,
          deliverType: 'delivery',
          area: { ...area, ...of.area } as Area,
          areas: [],
          taxes: 'tax' in of ? [...taxes, { name: 'City', value: asAmount(of.tax) }] : taxes,
          tipPercents: null,
          profit: null,
          tip: '',
          tipPercent: 0,
          useProfit: false,
        },
        EUR,
      )
    const limit = (from: unknown): boolean => from === null || readable(from) !== null
    for (const from of sent) {
      const reads = readable(from) !== null
      expect(bill({ area: { deliveryPrice: from } }).unknown).toEqual(reads ? [] : ['fee'])
      expect(bill({ tax: from }).unknown).toEqual(reads ? [] : ['tax'])
      // Null is no limit.
      expect(bill({ area: { minimumOrder: from } }).unknown).toEqual(limit(from) ? [] : ['minimum'])
      expect(bill({ area: { freeDeliveryThreshold: from } }).unknown).toEqual(limit(from) ? [] : ['fee'])
      expect(bill({ area: { freeDeliveryThreshold: from } }).terms.waived).toBe(false)
    }
  })

  it('a tax of which is unknown whether the prices have it makes the total unknown, too', () => {
    const taxes = [
      { name: 'VAT', value: 7, included: true },
      { name: 'City', value: 2, included: 'unknown' },
    ] as unknown as Tax[]
    const facts = {
      lines: 2000,
      deliverType: 'takeaway',
      area: null,
      areas: [],
      tipPercents: null,
      profit: null,
      tip: '',
      tipPercent: 0,
    } as const
    expect(billOf({ ...facts, taxes, useProfit: false }, EUR)).toMatchObject({ unknown: ['tax'], taxes: [], included: [{ name: 'VAT' }] })
  })

  it('is never 0', () => {
    for (const from of sent.slice(0, -1)) expect(toMinor(from as never, EUR)).toBeNull()
    expect(toMinor(-1, EUR)).toBe(-100)
    const empty: Menu = { ...combo(0), price: 0 }
    expect(comboLine(empty, { menuId: empty.id, items: [] }, 1, EUR)?.shown.unit).toBe(0)
  })
})
