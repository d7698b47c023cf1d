import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptReview, leavesCart, needsReview, reviewCart } from './cartReview.ts'
import {
  addLine,
  canIncrease,
  decreaseLine,
  EMPTY_CART,
  increaseLine,
  pieces,
  piecesTooMany,
  removeLine,
  replaceLine,
  restoreLine,
  setLineQuantity,
  sumOfLines,
  type StoredCart,
} from './cart.ts'
import { lineKey, lineTotal, MOST, quantityFromInput, quantityToAdd, type CartLine } from './cartLine.ts'
import { comboLine, productLine } from './known.fixture.ts'
import { readCart } from './storedCart.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'

const EUR = currencyOf('EUR')
const margherita = (
  size: number,
  qty: number,
  options: readonly (readonly number[])[] = [[21, 211]],
  extras: readonly number[] = [],
): CartLine =>
  productLine(
    pizza,
    {
      productId: 301,
      sizeId: size,
      extraIds: extras.map((extraId) => ({ extraId, selected: true, name: 'Oliven' })),
      optionIds: optionIds(options),
    },
    qty,
    EUR,
    3,
  )
const lunch = (qty: number, drink = 401): CartLine =>
  comboLine(
    combo(10),
    {
      menuId: 71,
      items: [
        { menuItemId: 81, productId: 301, extras: [{ id: 51, name: 'Kapern', selected: true }], optionIds: [] },
        { menuItemId: 82, productId: drink, extras: [], optionIds: [] },
      ],
    },
    qty,
    EUR,
  )
const cartOf = (...lines: CartLine[]): StoredCart => lines.reduce(addLine, EMPTY_CART)
const at = (cart: StoredCart, index: number): CartLine => cart.items[index] as CartLine

const anyLine = fc.oneof(
  fc
    .record({
      size: fc.constantFrom(1, 2),
      qty: fc.integer({ min: 1, max: 9 }),
      dough: fc.constantFrom(
        [[21, 211]],
        [
          [21, 212],
          [23, 231],
        ],
        [
          [21, 211],
          [22, 221],
        ],
        [
          [22, 222],
          [22, 221],
          [21, 211],
        ],
      ),
      extras: fc.constantFrom([], [11]),
    })
    .map(({ size, qty, dough, extras }) => margherita(size, qty, dough, extras)),
  fc.record({ qty: fc.integer({ min: 1, max: 9 }), drink: fc.constantFrom(401, 402) }).map(({ qty, drink }) => lunch(qty, drink)),
)

describe('a line', () => {
  it('keeps the choices, and what was shown of them', () => {
    const line = margherita(
      2,
      2,
      [
        [21, 212],
        [23, 231],
      ],
      [11],
    )
    expect(line).toMatchObject({ type: 'productItem', productId: 301, sizeId: 2, qty: 2, categoryId: 3 })
    expect(line.shown).toMatchObject({ name: 'Margherita', size: '32 cm', unit: 1560, allergens: ['A', 'G'] })
    expect('parts' in line.shown && line.shown.parts).toEqual([
      { group: 'Boden', name: 'gefüllt', price: 200 },
      { group: 'Füllung', name: 'Ricotta', price: 120 },
      { group: '', name: 'Oliven', price: 150 },
    ])
    expect(lineTotal(line)).toBe(3120)
  })
  it('of a menu shows its slots, and knows its allergens only when every slot does', () => {
    const line = lunch(1)
    expect(line.shown).toMatchObject({ name: 'Mittagsmenü', unit: 1860, allergens: ['A', 'G'] })
    expect('slots' in line.shown && line.shown.slots).toEqual([
      { slot: 'Pizza · 26 cm', product: 'Margherita', parts: [{ group: '', name: 'Kapern', price: 150 }] },
      { slot: 'Getränke · 0,5 l', product: 'Wasser', parts: [] },
    ])
    const silent = combo(10)
    delete silent.items?.[1]?.products[0]?.allergens
    expect(
      comboLine(
        silent,
        {
          menuId: 71,
          items: [
            { menuItemId: 81, productId: 301, extras: [], optionIds: [] },
            { menuItemId: 82, productId: 401, extras: [], optionIds: [] },
          ],
        },
        1,
        EUR,
      ).shown.allergens,
    ).toBeNull()
  })
  it('drops an extra that its size does not offer', () => {
    const line = productLine(
      pizza,
      { productId: 301, sizeId: 1, extraIds: [{ extraId: 12, selected: true, name: '' }], optionIds: [] },
      1,
      EUR,
    )
    expect(line.extraIds).toEqual([])
    expect(line.shown.unit).toBe(850)
  })
})

describe('quantities', () => {
  it('added ones are rounded and at least 1, typed ones at most 6', () => {
    expect([0, -3, 0.4, 1.5, 2.4, NaN, Infinity].map(quantityToAdd)).toEqual([1, 1, 1, 2, 2, 1, 1])
    expect([0, 7, 3.6, NaN].map(quantityFromInput)).toEqual([1, MOST, 4, 1])
  })
  it('a product line grows without limit and shrinks to 1', () => {
    let cart = cartOf(margherita(1, 6))
    const key = lineKey(at(cart, 0))
    cart = increaseLine(cart, key)
    expect(at(cart, 0).qty).toBe(7)
    expect(canIncrease(at(cart, 0))).toBe(true)
    for (let i = 0; i < 10; i++) cart = decreaseLine(cart, key)
    expect(at(cart, 0).qty).toBe(1)
    expect(at(setLineQuantity(cart, key, 9), 0).qty).toBe(6)
  })
  it('a menu line stays between 1 and 6', () => {
    let cart = cartOf(lunch(5))
    const key = lineKey(at(cart, 0))
    cart = increaseLine(increaseLine(cart, key), key)
    expect(at(cart, 0).qty).toBe(6)
    expect(canIncrease(at(cart, 0))).toBe(false)
    expect(at(addLine(cart, lunch(3)), 0).qty).toBe(6)
  })
})

describe('the cart', () => {
  it('merges equal lines, whatever the order of their choices', () => {
    const cart = cartOf(
      margherita(1, 1, [
        [21, 211],
        [22, 221],
        [22, 222],
      ]),
      margherita(1, 2, [
        [22, 222],
        [21, 211],
        [22, 221],
      ]),
      margherita(2, 1),
      lunch(1),
      lunch(1, 402),
    )
    expect(cart.items.map((line) => line.qty)).toEqual([3, 1, 1, 1])
    expect(pieces(cart)).toBe(6)
  })
  it('edit keeps the place, and joins an equal line', () => {
    const cart = cartOf(margherita(1, 1), lunch(1), margherita(2, 2))
    const edited = replaceLine(
      cart,
      lineKey(at(cart, 0)),
      margherita(1, 4, [
        [21, 212],
        [23, 231],
      ]),
    )
    expect(edited.items.map((line) => line.qty)).toEqual([4, 1, 2])
    const joined = replaceLine(cart, lineKey(at(cart, 0)), margherita(2, 1))
    expect(joined.items.map((line) => line.qty)).toEqual([1, 3])
  })
  it('remove and undo are the identity', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), fc.nat(), (lines, pick) => {
        const cart = cartOf(...lines)
        const { cart: without, removed } = removeLine(cart, lineKey(at(cart, pick % cart.items.length)))
        expect(without.items).toHaveLength(cart.items.length - 1)
        expect(removed && restoreLine(without, removed)).toEqual(cart)
      }),
    )
  })
  it('undo after an equal line was added takes the pieces together', () => {
    const cart = cartOf(margherita(1, 2))
    const { cart: without, removed } = removeLine(cart, lineKey(at(cart, 0)))
    const restored = removed && restoreLine(addLine(without, margherita(1, 1)), removed)
    expect(restored?.items.map(({ qty }) => qty)).toEqual([3])
  })
  it('lines stay unique, product pieces add up and the sum is the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 20 }), (lines) => {
        const cart = cartOf(...lines)
        expect(new Set(cart.items.map(lineKey)).size).toBe(cart.items.length)
        const piecesOf = (some: readonly CartLine[]): number =>
          some.reduce((sum, { type, qty }) => sum + (type === 'productItem' ? qty : 0), 0)
        expect(piecesOf(cart.items)).toBe(piecesOf(lines))
        expect(cart.items.every((line) => line.qty >= 1 && (line.type === 'productItem' || line.qty <= 6))).toBe(true)
        expect(sumOfLines(cart)).toBe(cart.items.reduce((sum, line) => sum + line.shown.unit * line.qty, 0))
      }),
    )
  })
})

describe('the stored cart', () => {
  it('reads what it wrote', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), (lines) => {
        const cart = cartOf(...lines)
        expect(readCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart)
      }),
    )
  })
  it('never throws, whatever is stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.jsonValue().map((value) => ({ items: [value, { type: 'productItem', shown: value }] })),
        ),
        (stored) => Array.isArray(readCart(stored).items),
      ),
    )
    expect(readCart(null)).toEqual(EMPTY_CART)
  })
  it('keeps every line that can be read when one is broken', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyLine, { minLength: 1, maxLength: 5, selector: lineKey }), fc.jsonValue(), (lines, junk) => {
        const cart = cartOf(...lines)
        expect(readCart({ version: 1, items: [...cart.items, junk] })).toEqual(cart)
      }),
    )
  })
  it('a choice that can not be read makes the whole line unreadable, since it would be another dish', () => {
    const line = { ...margherita(1, 1), optionIds: [{ variantId: 21 }] }
    expect(readCart({ items: [line] })).toEqual(EMPTY_CART)
  })
  it('fixes quantities', () => {
    const items = [
      { ...margherita(1, 1), qty: -4 },
      { ...lunch(1), qty: 99 },
    ]
    const cart = readCart({ items })
    expect(cart.items.map((line) => line.qty)).toEqual([1, 6])
  })
})

it('tells how many pieces of a menu do not fit', () => {
  expect(piecesTooMany(cartOf(lunch(4)), [lunch(4)])).toBe(2)
  expect(piecesTooMany(cartOf(lunch(4)), [lunch(2), margherita(1, 9)])).toBe(0)
})

describe('the review against a fresh catalogue', () => {
  const cart = cartOf(
    margherita(1, 2, [
      [21, 211],
      [22, 221],
    ]),
    lunch(1),
  )
  const fresh = (product: typeof pizza | null | undefined, menu = combo(10) as ReturnType<typeof combo> | null | undefined) => ({
    product: () => product,
    menu: () => menu,
  })

  it('is the same for the same catalogue, in whatever ids are spelled', () => {
    expect(reviewCart(cart, fresh(pizza), EUR).map((each) => each.kind)).toEqual(['same', 'same'])
    expect(needsReview(reviewCart(cart, fresh(undefined, undefined), EUR))).toBe(false)
  })
  it('says old and new price, and takes the new one over in one tap', () => {
    const dearer = { ...pizza, sizes: [{ id: 1, name: '26 cm', price: 9.2 }, ...pizza.sizes.slice(1)] }
    const review = reviewCart(cart, fresh(dearer), EUR)
    expect(review[0]).toMatchObject({ kind: 'price', before: 970, now: 1040 })
    expect(needsReview(review)).toBe(true)
    const accepted = acceptReview(cart, review)
    expect(at(accepted, 0)).toMatchObject({ qty: 2, shown: { unit: 1040 } })
    expect(needsReview(reviewCart(accepted, fresh(dearer), EUR))).toBe(false)
  })
  it('finds gone products, sizes, menus and slot products', () => {
    expect(reviewCart(cart, fresh(null, null), EUR).map((each) => each.kind)).toEqual(['gone', 'gone'])
    expect(reviewCart(cart, fresh({ ...pizza, sizes: pizza.sizes.slice(1) }), EUR)[0]?.kind).toBe('gone')
    const menu = combo(10)
    menu.items?.[1]?.products.shift()
    expect(reviewCart(cart, fresh(pizza, menu), EUR)[1]?.kind).toBe('gone')
    expect(acceptReview(cart, reviewCart(cart, fresh(null, null), EUR)).items).toEqual([])
  })
  it('finds choices that are gone and choices that have become required', () => {
    const without = { ...pizza, variants: pizza.variants?.slice(0, 1) ?? [] }
    expect(reviewCart(cart, fresh(without), EUR)[0]).toMatchObject({ kind: 'choice', lost: ['Rucola'] })
    const stricter = {
      ...pizza,
      variants: [
        ...(pizza.variants ?? []),
        { id: 29, name: 'Schnitt', type: 'select' as const, required: true, options: [{ id: 291, name: 'ja', price: 0, hasChild: false }] },
      ],
    }
    const strict = reviewCart(cart, fresh(stricter), EUR)
    expect(strict[0]).toMatchObject({ kind: 'choice', lost: [], updated: null })
    expect(acceptReview(cart, strict).items).toHaveLength(1)
  })
  it('keeps a dish of which only an extra or option is gone, without it and at its price', () => {
    const without = { ...pizza, variants: pizza.variants?.slice(0, 1) ?? [] }
    const review = reviewCart(cart, fresh(without), EUR)
    expect(review.some(leavesCart)).toBe(false)
    const accepted = acceptReview(cart, review)
    expect(at(accepted, 0)).toMatchObject({ qty: 2, optionIds: [{ variantId: 21, value: 211 }], shown: { unit: 850 } })
    expect(needsReview(reviewCart(accepted, fresh(without), EUR))).toBe(false)
  })
})
