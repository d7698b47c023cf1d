// `node scripts/state.ts` writes the tables of docs/state.md: each key of the browser's storage, each store in memory, each query parameter and each query of
// the client, with the files that have it. A test compares the page with the code.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionKeys, storedKeys } from '../client/src/browser/storage.ts'

const src = join(import.meta.dirname, '../client/src')
const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: (name) => /\.test\.tsx?$|^test-setup/.test(name) }).sort()
const texts = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))

/** The files whose text has a word, without the one that declares it. */
const having = (word: string, declared: string): string =>
  files.filter((file) => file !== declared && new RegExp(`(?<![\\w.])${word}\\b`).test(texts.get(file) ?? '')).join(', ')

/** What a pattern finds in all files, with the files, in alphabetical order. */
function found(pattern: RegExp): [string, string][] {
  const rows = new Map<string, Set<string>>()
  for (const [file, text] of texts)
    for (const [, name = ''] of text.matchAll(pattern)) rows.set(name, (rows.get(name) ?? new Set()).add(file))
  return [...rows].map(([name, of]): [string, string] => [name, [...of].join(', ')]).sort(([a], [b]) => a.localeCompare(b))
}

/** The parameters of the home page's address. */
const parameters = /homeQuery = \{([^}]*)\}/.exec(texts.get('navigation/paths.ts') ?? '')?.[1] ?? ''

const table = (title: string, rows: readonly [string, string][]): string =>
  [`| ${title} | files |`, '|---|---|', ...rows.map(([name, where]) => `| \`${name}\` | ${where} |`)].join('\n')

/** The tables, by what is in their first column. */
export const tables: Readonly<Record<string, string>> = {
  localStorage: table(
    'localStorage',
    Object.entries(storedKeys).map(([name, key]) => [key, having(`storedKeys\\.${name}`, 'browser/storage.ts')]),
  ),
  sessionStorage: table(
    'sessionStorage',
    Object.entries(sessionKeys).map(([name, key]) => [key, having(`sessionKeys\\.${name}`, 'browser/storage.ts')]),
  ),
  'store in memory': table('store in memory', found(/^(?:export )?const (\w+)(?:: [^=]+)? = createStore[<(]/gm)),
  'query parameter': table(
    'query parameter',
    [...parameters.matchAll(/(\w+): '(\w+)'/g)].map(([, name = '', key = '']) => [
      key,
      having(`homeQuery\\.${name}`, 'navigation/paths.ts'),
    ]),
  ),
  query: table('query', found(/^(?:export )?const (\w+Query) = \(scope/gm)),
}

/** The page with its tables replaced. */
export function withTables(page: string): string {
  let written = page
  for (const [title, rows] of Object.entries(tables)) {
    const from = written.indexOf(`| ${title} | files |`)
    if (from < 0) throw new Error(`docs/state.md has no table "${title}"`)
    const to = written.indexOf('\n\n', from)
    written = written.slice(0, from) + rows + (to < 0 ? '\n' : written.slice(to))
  }
  return written
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../docs/state.md')
  writeFileSync(file, withTables(readFileSync(file, 'utf8')))
}
