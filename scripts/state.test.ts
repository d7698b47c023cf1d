import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tables, withTables } from './state.ts'

it('the page of the client’s state has the keys, stores, parameters and queries of the code', () => {
  const page = readFileSync('docs/state.md', 'utf8')
  expect(page, 'node scripts/state.ts').toBe(withTables(page))
})

it.each(Object.entries(tables))('each %s is used by a file', (_title, rows) => {
  const [, , ...lines] = rows.split('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => line.endsWith('|  |'))).toEqual([])
})
