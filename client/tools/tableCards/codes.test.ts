import { describe, expect, it } from 'vitest'
import { encode } from 'uqr'
import { cardAddress, maxCards, parseCards } from './codes.ts'

describe('the list of tables', () => {
  it.each([
    ['T7-KLEE', ['T7-KLEE|T7-KLEE']],
    ['T7-KLEE Window seat', ['T7-KLEE|Window seat']],
    ['1..3', ['1|1', '2|2', '3|3']],
    ['T8..T10 Garden', ['T8|Garden T8', 'T9|Garden T9', 'T10|Garden T10']],
    ['01..03', ['01|01', '02|02', '03|03']],
    ['A, B;C\nA', ['A|A', 'B|B', 'C|C']],
    ['طاولة-7', ['طاولة-7|طاولة-7']],
    [' \n , ', []],
  ])('%j', (typed, cards) => {
    expect(parseCards(typed)).toEqual({
      cards: cards.map((one) => ({ code: one.split('|')[0], name: one.split('|')[1] })),
      unreadable: [],
      tooMany: false,
    })
  })

  it('lists what it cannot read and keeps the rest', () => {
    expect(parseCards('T1\n<b>\n9..3\nA1..B3\nT2')).toEqual({
      cards: [
        { code: 'T1', name: 'T1' },
        { code: 'T2', name: 'T2' },
      ],
      unreadable: ['<b>', '9..3', 'A1..B3'],
      tooMany: false,
    })
  })

  it('stops at the maximum', () => {
    const { cards, tooMany } = parseCards('1..99999')
    expect(cards).toHaveLength(maxCards)
    expect(tooMany).toBe(true)
  })

  it('links to the table, whatever letters its code has, and fits into a scannable QR code', () => {
    const address = cardAddress('https://essen.example', { code: 'T 7&x=ü', name: '' })
    expect(new URL(address).searchParams.get('table')).toBe('T 7&x=ü')
    expect(encode(address, { ecc: 'M' }).size).toBeLessThan(45)
  })
})
