import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, EMPTY_CART, setWish } from './cart.ts'
import { lineKey, productLine, WISH_LENGTH, type CartLine } from './cartLine.ts'
import { pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { addedToNotes, NOTES_LENGTH, notesWith, notesWithPeople } from './notes.ts'
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

const named = (person: string, qty: number, name: string) => ({ person, qty, shown: { name } }) as unknown as CartLine
const lines = [named('Ada', 2, 'Margherita'), named('Grace', 1, 'Cola'), named('Ada', 1, 'Tiramisu')]

it('writes each person with their dishes below the notes', () => {
  expect(notesWithPeople(' Ring twice ', lines)).toBe('Ring twice\nAda: 2 × Margherita, 1 × Tiramisu\nGrace: 1 × Cola')
  expect(notesWithPeople('Ring twice', [])).toBe('Ring twice')
})

it('replaces the names that were written before, and nothing else', () => {
  const written = notesWithPeople('Ada: no nuts', lines)
  expect(notesWithPeople(written, [named('Ada', 3, 'Margherita')])).toBe('Ada: no nuts\nGrace: 1 × Cola\nAda: 3 × Margherita')
  expect(notesWithPeople(written, lines)).toBe(written)
})

it('cuts no name: what does not fit is left out', () => {
  expect(notesWithPeople('Ring twice', lines, 26)).toBe('Ring twice\nGrace: 1 × Cola')
})
