import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import golden from './golden.json' with { type: 'json' }
import { byId, sameId } from './ids.ts'
import { formatList, shortDescription, slugOf, splitBranchName, tieNumbers } from './text.ts'

it.each([
  ['Pizza', 'pizza'],
  ['Pizza & Pasta', 'pizza-pasta'],
  [' Süßes / 甜点 ', 'süßes-甜点'],
  ['مشروبات باردة', 'مشروبات-باردة'],
  ['…', ''],
  [undefined, ''],
])('the link of category %j is #%s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

describe('short description', () => {
  it('cuts at 70 characters and adds an ellipsis only then', () => {
    expect(shortDescription('a'.repeat(70))).toBe('a'.repeat(70))
    expect(shortDescription('a'.repeat(71))).toBe(`${'a'.repeat(70)}…`)
    expect(shortDescription(null)).toBe('')
  })
  it.each(golden.descriptions)('$text', ({ text, cut }) => {
    expect(shortDescription(text)).toBe(cut)
  })
  it('never cuts a character in half', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        (text) => !/\p{Surrogate}/u.test(shortDescription(text)) && Array.from(shortDescription(text)).length <= 71,
      ),
    )
  })
})

describe('ids', () => {
  it('are compared as text, and a missing one is like nothing', () => {
    expect(sameId(7, '7')).toBe(true)
    expect(sameId(7, 8)).toBe(false)
    expect(sameId(null, null)).toBe(false)
    expect(sameId(undefined, '')).toBe(false)
    expect(byId([{ id: 1 }, { id: '2' }], 2)).toEqual({ id: '2' })
  })
})

it.each([
  ['en', 'Olives, ham, corn'],
  ['de', 'Olives, ham und corn'],
  ['tr', 'Olives, ham, corn'],
  ['ar-u-nu-latn', 'Olives وham وcorn'],
])('a list in %s: %s', (locale, words) => {
  expect(formatList(['Olives', 'ham', 'corn'], locale)).toBe(words)
})

it('a list leaves out what is no text', () => {
  expect(formatList(['Olives', '', undefined, null, 5, 'ham'] as string[], 'en')).toBe('Olives, ham')
})

it('is the only way a list of things becomes a text on the screen', () => {
  const sources = import.meta.glob<string>(['/client/src/**/*.tsx', '!/client/src/**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const joined = Object.entries(sources).flatMap(([path, source]) =>
    source
      .split('\n')
      .filter((line) => /\bt\(|\{\w*(choices|words|names)/.test(line) && line.includes(".join(', ')"))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(Object.keys(sources).length).toBeGreaterThan(100)
  // Allergen codes are a notation ("A, G"), as on the card.
  expect(joined.filter((line) => !line.includes('codes:'))).toEqual([])
})

describe('the name of a branch', () => {
  it.each([
    ['Nord · Hafen', 'Nord', ['Nord · ', 'Hafen']],
    ['Nord - Hafen', 'Nord', ['Nord - ', 'Hafen']],
    ['Nordhafen', 'Nord', ['', 'Nordhafen']],
    ['Nord', 'Nord', ['', 'Nord']],
    ['Hafen', 'Nord', ['', 'Hafen']],
    ['Nord · Hafen', '', ['', 'Nord · Hafen']],
  ])('%s of %s', (name, restaurant, parts) => expect(splitBranchName(name, restaurant)).toEqual(parts))
})

describe('an address', () => {
  it.each([
    ['Rosenthaler Straße 40, 10178 Berlin', 'Rosenthaler Straße~40, 10178~Berlin'],
    ['Am Markt 3a', 'Am Markt~3a'],
    ['12 Main Street, Springfield', '12~Main Street, Springfield'],
    ['Straße des 17. Juni 135, Berlin', 'Straße des 17. Juni~135, Berlin'],
    ['Hauptplatz', 'Hauptplatz'],
  ])('%s keeps its numbers with their words', (address, tied) => {
    expect(tieNumbers(address).replaceAll('\u00a0', '~')).toBe(tied)
  })
})
