import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, EMPTY_CART, setWish } from './cart.ts'
import { lineKey, productLine, WISH_LENGTH } from './cartLine.ts'
import { pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { addedToNotes, NOTES_LENGTH, notesWith } from './notes.ts'
import { initialProductChoice } from './pricing.ts'
import { parseCart, serialiseCart } from './storedCart.ts'

const line = productLine(pizza, initialProductChoice(pizza), 2, currencyOf('EUR'), 1)
const withWish = (wish: string) => setWish(addLine(EMPTY_CART, line), lineKey(line), wish)

describe('a wish for a dish', () => {
  it('is stored with its line, kept when the dish is added again, and removed when it is empty', () => {
    const cart = withWish('no onions')
    expect(parseCart(serialiseCart(cart)).cart).toEqual(cart)
    expect(addLine(cart, line).items).toMatchObject([{ wish: 'no onions', qty: 4 }])
    expect(setWish(cart, lineKey(line), '')).toEqual(addLine(EMPTY_CART, line))
    expect(withWish('x'.repeat(200)).items[0]?.wish).toHaveLength(WISH_LENGTH)
  })

  it('is sent with the name of its dish below the notes, after the car', () => {
    const added = addedToNotes(withWish(' no onions ').items, 'Car: red')
    expect(notesWith('Please ring', added)).toBe(`Please ring\nCar: red\n2 × ${pizza.name}: no onions`)
    expect(notesWith('', added)).toBe(added)
    expect(notesWith(' as typed ', '')).toBe(' as typed ')
  })

  it('is never cut by long notes, and the notes never exceed their length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 1200 }), fc.string({ minLength: 1, maxLength: WISH_LENGTH }), (notes, wish) => {
        const added = addedToNotes(withWish(wish).items, '')
        const sent = notesWith(notes.slice(0, NOTES_LENGTH), added)
        expect(sent.length).toBeLessThanOrEqual(NOTES_LENGTH)
        expect(sent.endsWith(added)).toBe(true)
      }),
    )
  })
})
