import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Option, Variant } from '../../../../../contracts/types.ts'
import { addLine, EMPTY_CART, sumOfLines } from '../../../domain/cart.ts'
import { lineKey, type CartLine } from '../../../domain/cartLine.ts'
import { comboLine, priceCombo, priceProduct, productLine } from '../../../domain/known.fixture.ts'
import { combo, pizza } from '../../../domain/catalogue.fixture.ts'
import { currencyOf } from '../../../domain/money.ts'
import {
  activeVariants,
  chooseExtra,
  chooseOption,
  extraPrice,
  initialComboChoice,
  missingInCombo,
  missingInProduct,
  openingProductChoice,
  slotsOf,
  type ComboChoice,
  type ProductChoice,
} from '../../../domain/pricing.ts'
import { chooseCombo, chooseDish, describeCombo, type OptionInput } from './choices.ts'

const euro = currencyOf('EUR')
const cents = fc.integer({ min: 0, max: 2500 }).map((minor) => minor / 100)

/** A line without the order of its options, which means nothing. */
const shape = (line: CartLine) => ({
  key: lineKey(line),
  qty: line.qty,
  shown: line.shown,
  // As the backend gave them, whether texts or numbers.
  ids: line.type === 'productItem' && [line.sizeId, ...line.optionIds.map((each) => JSON.stringify(each)).toSorted()],
})

/** Any product: sizes, extras for some of them, variants with options nested to two levels; ids are unique. */
const dishes = fc.gen().map((g) => {
  let ids = 0
  const options = (depth: number): Option[] =>
    Array.from({ length: g(fc.integer, { min: 1, max: 3 }) }, () => {
      const hasChild = depth > 0 && g(fc.boolean)
      return { id: (ids += 1), name: `o${ids}`, price: g(() => cents), hasChild, ...(hasChild && { child: variants(depth - 1) }) }
    })
  const variants = (depth: number): Variant[] =>
    Array.from({ length: g(fc.integer, { min: 0, max: 2 }) }, () => ({
      id: (ids += 1),
      name: `v${ids}`,
      type: g(fc.boolean) ? 'select' : 'checkbox',
      required: g(fc.boolean),
      options: options(depth),
    }))
  const sizes = Array.from({ length: g(fc.integer, { min: 1, max: 3 }) }, () => ({
    id: (ids += 1),
    name: `s${ids}`,
    price: g(() => cents),
  }))
  const extras = Array.from({ length: g(fc.integer, { min: 0, max: 3 }) }, () => ({
    id: (ids += 1),
    name: `e${ids}`,
    prices: sizes.filter(() => g(fc.boolean)).map(({ id: sizeId }) => ({ sizeId, price: g(() => cents) })),
  }))
  return { ...pizza, id: (ids += 1), sizes, extras, variants: variants(2) }
})

/** Presses options at random, as a customer does, until nothing is missing; also says which, in any order. */
function pressed(g: fc.GeneratorValue, variants: readonly Variant[] | undefined, start: ProductChoice['optionIds']) {
  let optionIds = start
  for (let round = 0; round < 8; round += 1)
    for (const { variant } of activeVariants(variants, optionIds)) {
      const option = variant.options[g(fc.nat, { max: variant.options.length - 1 })]
      const has = optionIds.some(({ variantId }) => variantId === variant.id)
      if (option !== undefined && (variant.required ? !has || g(fc.boolean) : g(fc.boolean)))
        optionIds = chooseOption(variants, optionIds, variant, option.id, true)
    }
  const inputs = optionIds.map(({ variantId, value, optionId }): OptionInput => ({
    // An assistant may write any id as a text.
    variant_id: String(variantId),
    option_id: String(value ?? optionId),
  }))
  return { optionIds, inputs: g(fc.boolean) ? inputs : inputs.toReversed() }
}

it('a cart that an assistant fills has the lines and prices of the sheets', () => {
  let carts = 0
  fc.assert(
    fc.property(fc.array(dishes, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 90 }), fc.gen(), (products, discount, g) => {
      let [byPress, byTool, sum] = [EMPTY_CART, EMPTY_CART, 0]
      for (const product of products) {
        const opening = openingProductChoice(product)
        const options = pressed(g, product.variants, opening.optionIds)
        let choice: ProductChoice = {
          ...opening,
          sizeId: product.sizes[g(fc.nat, { max: product.sizes.length - 1 })]?.id ?? '',
          optionIds: options.optionIds,
        }
        for (const extra of product.extras)
          if (typeof extraPrice(extra, choice.sizeId, euro) === 'number' && g(fc.boolean))
            choice = { ...choice, extraIds: chooseExtra(choice.extraIds, extra, true) }
        const qty = g(fc.integer, { min: 1, max: 6 })
        const input = {
          size_id: String(choice.sizeId),
          options: options.inputs,
          extra_ids: choice.extraIds.map(({ extraId }) => String(extraId)),
        }
        const chosen = chooseDish(product, input, qty, euro, 7)
        const missing = missingInProduct(product, choice)
        expect('problem' in chosen).toBe(missing.length > 0)
        if ('problem' in chosen) continue
        expect(shape(chosen.line)).toEqual(shape(productLine(product, choice, qty, euro, 7)))
        byPress = addLine(byPress, productLine(product, choice, qty, euro, 7))
        byTool = addLine(byTool, chosen.line)
        sum += priceProduct(product, choice, qty, euro).total
      }
      const menu = combo(discount)
      const opening = initialComboChoice(menu)
      const inputs = slotsOf(menu).map((slot, at) => ({
        slot_id: slot.id,
        dish_id: slot.products[g(fc.nat, { max: slot.products.length - 1 })]?.id,
        ...pressed(g, slot.variants, opening.items[at]?.optionIds ?? []),
        extra_ids: (slot.extras ?? []).filter(() => g(fc.boolean)).map(({ id }) => id),
      }))
      const choice: ComboChoice = {
        ...opening,
        items: inputs.map(({ slot_id: menuItemId, dish_id: productId, optionIds, extra_ids: extras }) => ({
          menuItemId,
          productId: productId ?? null,
          optionIds,
          extras: extras.map((id) => ({ id, name: 'Kapern', selected: true })),
        })),
      }
      expect(missingInCombo(menu, choice)).toEqual([])
      const tool = chooseCombo(
        menu,
        inputs.map(({ inputs: options, ...slot }) => ({ ...slot, options })),
        2,
        euro,
      )
      if ('problem' in tool) throw new Error(tool.problem)
      byPress = addLine(byPress, comboLine(menu, choice, 2, euro))
      byTool = addLine(byTool, tool.line)
      sum += priceCombo(menu, choice, 2, euro).total
      expect(byTool.items.map(shape)).toEqual(byPress.items.map(shape))
      expect(sumOfLines(byTool)).toBe(sum)
      carts += 1
    }),
    { numRuns: 1_000 },
  )
  expect(carts).toBe(1_000)
})

it('says what is missing or unknown instead of guessing', () => {
  expect(chooseDish(pizza, {}, 1, euro, 7)).toEqual({ problem: 'Still to choose: variant "Boden" (id 21).' })
  const options = [{ variant_id: 21, option_id: 211 }]
  expect(chooseDish(pizza, { options, size_id: 99 }, 1, euro, 7)).toEqual({ problem: 'There is no size 99.' })
  expect(chooseDish(pizza, { options, size_id: 1, extra_ids: [12] }, 1, euro, 7)).toEqual({ problem: 'There is no extra 12 at this size.' })
  expect(chooseDish(pizza, { options }, 7, euro, 7)).toEqual({ problem: 'The quantity is a whole number from 1 to 6.' })
  expect(chooseCombo(combo(0), [], 1, euro)).toEqual({
    problem: 'Still to choose: product "Getränke · 0,5 l" (id 82).',
  })
})

it('adds nothing that is sold out, and no more than is left', () => {
  const options = [{ variant_id: 21, option_id: 211 }]
  const sold = { problem: 'This is sold out.' }
  expect(chooseDish({ ...pizza, available: false }, { options }, 1, euro, 7)).toEqual(sold)
  expect(chooseDish({ ...pizza, maxQty: 2 }, { options }, 3, euro, 7)).toEqual({ problem: 'The quantity is a whole number from 1 to 2.' })
  expect(chooseCombo({ ...combo(0), available: false }, [], 1, euro)).toEqual(sold)
  const [slot] = combo(0).items ?? []
  const gone = { ...combo(0), items: [{ ...slot!, products: slot!.products.map((dish) => ({ ...dish, available: false })) }] }
  const [dish] = slot!.products
  expect(chooseCombo(gone, [{ slot_id: slot!.id, dish_id: dish!.id }], 1, euro)).toMatchObject({
    problem: `There is no dish ${String(dish!.id)} in slot ${String(slot!.id)}.`,
  })
  expect(describeCombo(gone, euro)).toMatchObject({ slots: [{ dishes: [{ id: dish!.id, sold_out: true }] }] })
})
