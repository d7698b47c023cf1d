import { describe, expect, it } from 'vitest'
import type { Menu, Product } from '../../../contracts/types.ts'
import { acceptReview, needsReview, reviewCart } from './cartReview.ts'
import { comboLine, productLine } from './cartLine.ts'
import { known } from './known.fixture.ts'
import { currencyOf } from './money.ts'
import { initialComboChoice, initialProductChoice, isProductSoldOut, mostPieces, startingPrice } from './pricing.ts'

const EUR = currencyOf('EUR')
const pizza: Product = {
  id: 1,
  name: 'Margherita',
  sizes: [
    { id: 11, name: '26 cm', price: 8.5 },
    { id: 12, name: '32 cm', price: 12.5 },
  ],
}
const lunch: Menu = {
  id: 5,
  name: 'Lunch',
  price: 10,
  discount: 0,
  items: [{ id: 51, size: { name: 'Teller', categoryName: 'Pizza' }, products: [pizza] }],
}
const line = known(productLine(pizza, initialProductChoice(pizza), 3, EUR, 1))
const combo = known(comboLine(lunch, initialComboChoice(lunch), 2, EUR))
const cart = { version: 1 as const, items: [line, combo] }
const reviewWith = (product: Product | null, menu: Menu | null) => reviewCart(cart, { product: () => product, menu: () => menu }, EUR)

describe('what is sold out', () => {
  it('can’t be added, in one size or in all; the price of what is left is the one that is shown', () => {
    const large = { ...pizza, sizes: [{ ...pizza.sizes[0]!, available: false }, pizza.sizes[1]!] }
    expect(isProductSoldOut(large)).toBe(false)
    expect(startingPrice(large, EUR)).toMatchObject({ price: 1250, from: false })
    expect(initialProductChoice(large).sizeId).toBe(12)
    for (const gone of [
      { ...pizza, available: false },
      { ...pizza, maxQty: 0 },
    ]) {
      expect(isProductSoldOut(gone)).toBe(true)
      expect(productLine(gone, initialProductChoice(pizza), 1, EUR, 1)).toBeNull()
      // It is still shown with its price.
      expect(startingPrice(gone, EUR)).toMatchObject({ price: 850, from: true })
    }
  })

  it('makes a combo sold out where it is the only choice of a slot', () => {
    const gone = { ...pizza, available: false }
    const choice = initialComboChoice(lunch)
    expect(comboLine({ ...lunch, items: [{ ...lunch.items![0]!, products: [gone] }] }, choice, 1, EUR)).toBeNull()
    expect(comboLine({ ...lunch, available: false }, choice, 1, EUR)).toBeNull()
  })

  it('is told of a line in the cart, which leaves it when that is accepted', () => {
    const review = reviewWith({ ...pizza, available: false }, { ...lunch, available: false })
    expect(review).toMatchObject([
      { kind: 'gone', soldOut: true },
      { kind: 'gone', soldOut: true },
    ])
    expect(acceptReview(cart, review).items).toEqual([])
    expect(reviewWith(null, null)).toMatchObject([{ soldOut: false }, { soldOut: false }])
  })
})

describe('how many are left', () => {
  it('counts all lines of a product together, and reduces the last ones', () => {
    const other = { ...line, qty: 2, wish: 'no basil' }
    const both = { ...cart, items: [line, other, combo] }
    const catalogue = { product: () => ({ ...pizza, maxQty: 4 }), menu: () => ({ ...lunch, maxQty: 1 }) }
    const review = reviewCart(both, catalogue, EUR)
    expect(review).toMatchObject([{ kind: 'same' }, { kind: 'few', most: 1 }, { kind: 'few', most: 1 }])
    expect(review.map(({ room }) => room)).toEqual([2, 1, 1])
    expect(needsReview(review)).toBe(true)
    expect(acceptReview(both, review).items.map(({ qty }) => qty)).toEqual([3, 1, 1])
  })
  it.each([-1, null, 'unknown', NaN])('%j is no number of pieces', (maxQty) => {
    const odd = { maxQty: maxQty as number }
    expect(mostPieces(odd, odd)).toBe(Infinity)
    expect(mostPieces({ maxQty: 3 }, odd)).toBe(3)
    const sizes = pizza.sizes.map((size) => ({ ...size, ...odd }))
    const both = reviewCart(
      { ...cart, items: [line, { ...line, sizeId: 12 }] },
      { product: () => ({ ...pizza, sizes, maxQty: 4 }), menu: () => lunch },
      EUR,
    )
    expect(both).toMatchObject([{ kind: 'same' }, { kind: 'few', most: 1 }])
  })
  it('of a size are those of that size', () => {
    const few = { ...pizza, sizes: [{ ...pizza.sizes[0]!, maxQty: 2 }, pizza.sizes[1]!] }
    expect(reviewWith(few, lunch)).toMatchObject([{ kind: 'few', most: 2 }, { kind: 'same' }])
  })
})
