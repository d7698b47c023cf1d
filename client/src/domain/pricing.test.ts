import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MenuItem, OptionId, Product, Variant } from '../../../contracts/types.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import golden from './golden.json' with { type: 'json' }
import { currencyOf } from './money.ts'
import {
  activeVariants,
  chooseExtra,
  chooseOption,
  initialComboChoice,
  initialProductChoice,
  openingProductChoice,
  missingInCombo,
  missingInProduct,
  needsNoChoice,
  pruneOptions,
  sizeName,
  litrePrice,
  startingPrice,
} from './pricing.ts'
import { priceCombo, priceProduct } from './known.fixture.ts'

const EUR = currencyOf('EUR')

describe('the price of a product line', () => {
  it.each(golden.products)('$name', ({ size, extras, options, qty, unit, total }) => {
    const choice = {
      productId: 301,
      sizeId: size,
      extraIds: extras.map((extraId) => ({ extraId, selected: true, name: '' })),
      optionIds: optionIds(options),
    }
    expect(priceProduct(pizza, choice, qty, EUR)).toMatchObject({ unit, total, qty })
  })
  it('is its base plus its parts', () => {
    const choice = {
      productId: '301',
      sizeId: '2',
      extraIds: [{ extraId: '11', selected: true, name: '' }],
      optionIds: optionIds([
        [21, 212],
        [23, 231],
      ]),
    }
    const price = priceProduct(pizza, choice, 3, EUR)
    expect(price.parts).toEqual([
      { name: 'gefüllt', price: 200 },
      { name: 'Ricotta', price: 120 },
      { name: 'Oliven', price: 150 },
    ])
    expect(price.base + price.parts.reduce((sum, part) => sum + part.price, 0)).toBe(price.unit)
  })
  it('an extra that is not selected costs nothing', () => {
    const choice = { productId: 301, sizeId: 1, extraIds: [{ extraId: 11, selected: false, name: '' }], optionIds: [] }
    expect(priceProduct(pizza, choice, 1, EUR).unit).toBe(850)
  })
})

describe('the price of a menu line', () => {
  it.each(golden.menus)('$name', ({ discount, slots, qty, unit, total }) => {
    const items = slots.map((slot, at) => ({
      menuItemId: 81 + at,
      productId: slot.product,
      extras: ('extras' in slot ? (slot.extras ?? []) : []).map((id) => ({ id, name: '', selected: true })),
      optionIds: optionIds('options' in slot ? slot.options : []),
    }))
    expect(priceCombo(combo(discount), { menuId: 71, items }, qty, EUR)).toMatchObject({ unit, total })
  })
  it('counts the chosen extras of a slot, each at the price of the slot’s size, or the first price there is', () => {
    const menu = combo(0)
    const slot = menu.items?.[0] as MenuItem
    const elsewhere = { id: 53, name: 'Trüffel', prices: [{ sizeId: 7, price: 4 }] }
    const olives = {
      id: 52,
      name: 'Oliven',
      prices: [
        { sizeId: 2, price: 9 },
        { sizeId: 1, price: 1 },
      ],
    }
    const items = [{ ...slot, extras: [...(slot.extras ?? []), olives, elsewhere] }, ...(menu.items ?? []).slice(1)]
    const price = (...extras: { id: number; name: string; selected: boolean }[]) =>
      priceCombo({ ...menu, items }, { menuId: 71, items: [{ menuItemId: 81, productId: 301, extras, optionIds: [] }] }, 1, EUR).parts
    expect(price({ id: 52, name: '', selected: true })).toEqual([{ name: 'Oliven', price: 100 }])
    expect(price({ id: 52, name: '', selected: false })).toEqual([])
    expect(price({ id: 53, name: '', selected: true })).toEqual([{ name: 'Trüffel', price: 400 }])
    expect(price()).toEqual([])
  })
})

describe('sizes', () => {
  it('the first is the default, and a single one has no name', () => {
    expect(initialProductChoice(pizza).sizeId).toBe(1)
    expect(sizeName(pizza, pizza.sizes[1])).toBe('32 cm')
    const single = { ...pizza, sizes: pizza.sizes.slice(0, 1) }
    expect(sizeName(single, single.sizes[0])).toBe('')
  })
  it('give the starting price', () => {
    expect(startingPrice(pizza, EUR)).toEqual({ price: 850, from: true, litre: null })
    expect(startingPrice({ ...pizza, sizes: pizza.sizes.slice(0, 1) }, EUR)).toEqual({ price: 850, from: false, litre: null })
    expect(startingPrice({ ...pizza, sizes: [] }, EUR)).toBeNull()
  })

  it.each(golden.litres)('a litre of $name, $size for $price, costs $litre', ({ price, size, name, litre }) => {
    expect(litrePrice(price, size, name)).toBe(litre)
    expect(startingPrice({ name, sizes: [{ id: 1, name: size, price: price / 100 }] }, EUR)?.litre).toBe(litre)
  })
  it('a product without any can not be ordered', () => {
    const none = { ...pizza, sizes: [] }
    expect(missingInProduct(none, initialProductChoice(none))[0]).toMatchObject({ kind: 'size' })
  })
})

describe('required groups', () => {
  it('are named in the order of the sheet, nested ones once their parent is chosen', () => {
    const choice = initialProductChoice(pizza)
    expect(missingInProduct(pizza, choice).map((group) => group.name)).toEqual(['Boden'])
    const dough = pizza.variants?.[0] as Variant
    const filled = { ...choice, optionIds: chooseOption(pizza.variants, [], dough, 212, true) }
    expect(missingInProduct(pizza, filled).map((group) => group.name)).toEqual(['Füllung'])
    const filling = dough.options[1]?.child?.[0] as Variant
    expect(missingInProduct(pizza, { ...filled, optionIds: chooseOption(pizza.variants, filled.optionIds, filling, 231, true) })).toEqual(
      [],
    )
  })
  it('a required checkbox group needs one tick', () => {
    const product: Product = {
      ...pizza,
      variants: [
        {
          id: 5,
          name: 'Beilage',
          type: 'checkbox',
          required: true,
          options: [51, 52].map((id) => ({ id, name: 'Reis', price: 0, hasChild: false })),
        },
      ],
    }
    const group = product.variants?.[0] as Variant
    expect(missingInProduct(product, initialProductChoice(product))).toHaveLength(1)
    expect(
      missingInProduct(product, { ...initialProductChoice(product), optionIds: chooseOption(product.variants, [], group, 51, true) }),
    ).toEqual([])
  })
  it('a required choice with one option that costs nothing is made already, with what it brings; one that costs is not', () => {
    const only = (id: number, price: number, child: Variant[] = []): Variant => ({
      id,
      name: 'Brot',
      type: 'select',
      required: true,
      options: [{ id: id * 10, name: 'Baguette', price, hasChild: child.length > 0, child }],
    })
    const free: Product = { ...pizza, variants: [only(5, 0, [only(6, 0)])] }
    expect(openingProductChoice(free).optionIds).toEqual([
      { variantId: 5, value: 50 },
      { variantId: 6, value: 60 },
    ])
    expect(missingInProduct(free, openingProductChoice(free))).toEqual([])
    expect(openingProductChoice({ ...pizza, variants: [only(5, 1)] }).optionIds).toEqual([])
    expect(openingProductChoice({ ...pizza, variants: [{ ...only(5, 0), required: false }] }).optionIds).toEqual([])
  })
  it('a menu preselects slots with a single product and asks for the others', () => {
    const choice = initialComboChoice(combo(0))
    expect(choice.items.map((item) => item.productId)).toEqual([301, null])
    expect(missingInCombo(combo(0), choice)).toEqual([{ kind: 'product', name: 'Getränke · 0,5 l', id: 82, menuItemId: 82 }])
  })
})

describe('choosing', () => {
  it('a select holds one option, and its nested choices go with it', () => {
    const dough = pizza.variants?.[0] as Variant
    const filled = [...chooseOption(pizza.variants, [], dough, 212, true), { variantId: 23, value: 231 }]
    expect(pruneOptions(pizza.variants, filled)).toHaveLength(2)
    expect(chooseOption(pizza.variants, filled, dough, 211, true)).toEqual([{ variantId: 21, value: 211 }])
  })
  it('a checkbox group holds any number, each once', () => {
    const toppings = pizza.variants?.[1] as Variant
    const both = chooseOption(pizza.variants, chooseOption(pizza.variants, [], toppings, 221, true), toppings, 222, true)
    expect(chooseOption(pizza.variants, both, toppings, 222, true)).toHaveLength(2)
    expect(chooseOption(pizza.variants, both, toppings, 221, false)).toEqual([{ variantId: 22, optionId: 222 }])
  })
  it('what is stored twice is kept once: one option of a select, each tick of a checkbox group', () => {
    const stored: OptionId[] = [
      { variantId: 21, value: 211 },
      { variantId: 21, value: 212 },
      { variantId: 22, optionId: 221 },
      { variantId: 22, optionId: '221' },
      { variantId: 22, optionId: 222 },
    ]
    expect(pruneOptions(pizza.variants, stored)).toEqual([stored[0], stored[2], stored[4]])
  })
  it('choices nested nine deep are known, deeper ones are not', () => {
    const nested = (left: number): Variant[] => [
      {
        id: left,
        name: '',
        type: 'select',
        required: false,
        options: [
          left === 0
            ? { id: 1, name: '', price: 0, hasChild: false }
            : { id: 1, name: '', price: 0, hasChild: true, child: nested(left - 1) },
        ],
      },
    ]
    const chosen = Array.from({ length: 20 }, (_, variantId) => ({ variantId, value: 1 }))
    expect(activeVariants(nested(19), chosen).map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })
  it('an extra is there once', () => {
    const extra = { id: 11, name: 'Oliven' }
    expect(chooseExtra(chooseExtra([], extra, true), { ...extra, id: 11 }, true)).toHaveLength(1)
    expect(chooseExtra([{ extraId: '11', selected: true, name: '' }], extra, false)).toEqual([])
  })
  it('one press is enough for a single size without required groups', () => {
    expect(needsNoChoice(pizza)).toBe(false)
    expect(needsNoChoice({ ...pizza, sizes: pizza.sizes.slice(0, 1), variants: [] })).toBe(true)
  })
  it('whatever is pressed in whatever order, the choices stay sound and the price is whole', () => {
    const variants = [...(pizza.variants ?? []), ...(pizza.variants?.[0]?.options[1]?.child ?? [])]
    const press = fc.record({ variant: fc.constantFrom(...variants), option: fc.nat(), chosen: fc.boolean() })
    fc.assert(
      fc.property(fc.array(press, { maxLength: 20 }), fc.integer({ min: 1, max: 50 }), (presses, qty) => {
        let chosen = optionIds([])
        for (const { variant, option, chosen: on } of presses) {
          const id = variant.options[option % variant.options.length]?.id ?? 0
          chosen = chooseOption(pizza.variants, chosen, variant, id, on)
        }
        expect(pruneOptions(pizza.variants, chosen)).toEqual(chosen)
        const price = priceProduct(pizza, { productId: 301, sizeId: 1, extraIds: [], optionIds: chosen }, qty, EUR)
        expect(price.total).toBe(price.unit * qty)
        expect(Number.isSafeInteger(price.total)).toBe(true)
        expect(chosen.filter((entry) => entry.variantId === 21).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
