import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.(css|tsx?)$/.test(name))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const found = (pattern: RegExp, names: string[]): Set<string> =>
  new Set(names.flatMap((name) => [...read(name).matchAll(pattern)].map(([, property = '']) => property)))

it('every custom property that a style needs is defined', () => {
  const styles = files.filter((name) => name.endsWith('.css'))
  // In scripts they are strings: a style property or setProperty.
  const scripts = files.filter((name) => !name.endsWith('.css'))
  const defined = new Set([...found(/(--[a-z0-9-]+)\s*:/g, styles), ...found(/['"`](--[a-z0-9-]+)['"`]/g, scripts)])
  const needed = [...found(/var\((--[a-z0-9-]+)\)/g, styles)]
  expect(needed.length).toBeGreaterThan(50)
  expect(needed.filter((property) => !defined.has(property))).toEqual([])
})

it('motion lasts at most 250 ms (docs/specification.md section 10)', () => {
  const durations = [...read('ui/tokens.css').matchAll(/--(?:quick|calm):\s*(\d+)ms/g)].map(([, milliseconds]) => Number(milliseconds))
  expect(durations.length).toBeGreaterThan(0)
  expect(Math.max(...durations)).toBeLessThanOrEqual(250)
})
