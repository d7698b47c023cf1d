import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, EMPTY_CART, setWish } from './cart.ts'
import { lineKey, tidyWish, WISH_LENGTH, type CartLine } from './cartLine.ts'
import { productLine } from './known.fixture.ts'
import { pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { addedToNotes, excessOf, NOTES_LENGTH, notesWith, notesWithPeople } from './notes.ts'
import { initialProductChoice } from './pricing.ts'
import { readCart } from './storedCart.ts'

const line = productLine(pizza, initialProductChoice(pizza), 2, currencyOf('EUR'), 1)
const withWish = (wish: string) => setWish(addLine(EMPTY_CART, line), lineKey(line), wish)

describe('a wish for a dish', () => {
  it('is stored with its line, and removed when it is empty', () => {
    const cart = withWish('no onions')
    expect(readCart(cart)).toEqual(cart)
    expect(setWish(cart, cart.items.map(lineKey)[0] ?? '', ' ')).toEqual(addLine(EMPTY_CART, line))
    expect(withWish('x'.repeat(200)).items[0]?.wish).toHaveLength(WISH_LENGTH)
    expect(withWish(' no\n onions ').items[0]?.wish).toBe('no onions')
  })

  it('makes a line of its own: the same dish without it, or with another one, is another line', () => {
    const both = addLine(withWish('no cheese'), line)
    expect(both.items).toMatchObject([{ wish: 'no cheese', qty: 2 }, { qty: 2 }])
    expect(addedToNotes(both.items, '')).toBe(`2 × ${pizza.name}: no cheese`)
    expect(addLine(both, { ...line, wish: 'no cheese' }).items.map(({ qty }) => qty)).toEqual([4, 2])
  })

  it('that becomes equal to another line joins it', () => {
    const both = addLine(withWish('no cheese'), line)
    const key = lineKey({ ...line, wish: 'no cheese' })
    expect(setWish(both, key, '').items).toEqual([{ ...line, qty: 4 }])
    expect(setWish(both, lineKey(line), 'no cheese').items).toMatchObject([{ wish: 'no cheese', qty: 4 }])
  })

  it('is sent with the name of its dish below the notes, after the car', () => {
    const added = addedToNotes(withWish(' no onions ').items, 'Car: red')
    expect(notesWith('Please ring', added)).toBe(`Please ring\nCar: red\n2 × ${pizza.name}: no onions`)
    expect(notesWith('', added)).toBe(added)
    expect(notesWith(' as typed ', '')).toBe(' as typed ')
  })

  it('is never cut, and neither are the notes: what is too long is told', () => {
    const check = (notes: string, wishes: string[]): void => {
      const lines = wishes.map((wish, at) => ({ ...line, productId: at, wish: tidyWish(wish) }))
      const added = addedToNotes(lines, '')
      const sent = notesWith(notes, added)
      expect(sent).toContain(notes.trim())
      for (const { wish } of lines) expect(sent).toContain(wish)
      expect(excessOf(notes, added)?.characters ?? 0).toBe(Math.max(0, sent.length - NOTES_LENGTH))
      if (added.length > NOTES_LENGTH) expect(excessOf(notes, added)?.where).toBe('cart')
    }
    const long = Array.from({ length: 15 }, (_, at) => `${String(at)} ${'x'.repeat(57)}`)
    check('', long)
    check('Please ring. '.repeat(70), long.slice(0, 3))
    fc.assert(fc.property(fc.string({ maxLength: 1200 }), fc.array(fc.string({ maxLength: 90 }), { maxLength: 20 }), check))
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
