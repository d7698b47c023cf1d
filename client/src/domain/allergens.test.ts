import { describe, expect, it } from 'vitest'
import type { Allergen } from '../../../contracts/types.ts'
import { allergenChips, allergenCodes, judgeCodes, judgeCombo, judgeProduct } from './allergens.ts'
import { combo, pizza } from './catalogue.fixture.ts'

const avoid = (...codes: string[]): Set<string> => new Set(codes)

describe('allergens', () => {
  it('fits, contains, or no information', () => {
    expect(judgeProduct(pizza, avoid('A', 'N'))).toEqual({ kind: 'contains', codes: ['A'], names: expect.any(Array) })
    expect(judgeProduct(pizza, avoid('N'))).toEqual({ kind: 'fits' })
    expect(judgeProduct({}, avoid('N'))).toEqual({ kind: 'unknown' })
    expect(judgeProduct({ allergens: [] }, avoid('N'))).toEqual({ kind: 'fits' })
    expect(judgeCodes(null, avoid())).toEqual({ kind: 'fits' })
  })
  it('a menu is judged by what can be put together from it', () => {
    expect(judgeCombo(combo(0), avoid('N'))).toEqual({ kind: 'fits' })
    expect(judgeCombo(combo(0), avoid('G'))).toEqual({ kind: 'contains', codes: ['G'], names: ['Milch'] })
    const silent = combo(0)
    for (const product of silent.items?.[1]?.products ?? []) delete product.allergens
    expect(judgeCombo(silent, avoid('N'))).toEqual({ kind: 'unknown' })
    expect(judgeCombo({}, avoid('N'))).toEqual({ kind: 'unknown' })
  })
  it('one without a name has its code; without either, what the dish has is not known', () => {
    const of = (...list: object[]) => ({ allergens: list as Allergen[] })
    expect(judgeProduct(of({ code: 'A', description: 'Gluten' }), avoid('A'))).toEqual({
      kind: 'contains',
      codes: ['A'],
      names: ['Gluten'],
    })
    expect(judgeProduct(of({ name: 'A' }, { description: 'Milk' }), avoid('N'))).toEqual({ kind: 'unknown' })
    expect(allergenCodes(of({ name: null, code: 5 }))).toEqual(['5'])
    expect(allergenChips([of({ description: 'Milk' }, { name: 'B' }, { code: 'A' })])).toEqual([
      { code: 'A', description: '' },
      { code: 'B', description: '' },
    ])
  })
  it('the chips are each code once, with words where there are any', () => {
    expect(
      allergenChips([
        { allergens: [{ name: 'B10' }, { name: 'A' }] },
        {},
        { allergens: [{ name: 'A', description: 'Gluten' }, { name: 'B2' }] },
      ]),
    ).toEqual([
      { code: 'A', description: 'Gluten' },
      { code: 'B2', description: '' },
      { code: 'B10', description: '' },
    ])
  })
})
