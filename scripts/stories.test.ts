// @vitest-environment node
// docs/stories.md names the stories and tests that show each sentence of the specification: each of them exists, and no story file is left out.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const client = join(import.meta.dirname, '..', 'client')
const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'stories.md'), 'utf8')

/** A story or test that the page names: the file, and words of its title (empty: the whole file). */
interface Named {
  file: string
  words: string
}

/** What the tables of the page name: "`e2e/x.spec.ts` words of the title · `src/y.test.ts`" in the last column of each line. */
function namedIn(markdown: string): Named[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes('`'))
    .flatMap((line) =>
      (
        line
          .replace(/\|\s*$/, '')
          .split('|')
          .at(-1) ?? ''
      ).split(' · '),
    )
    .flatMap((part) => {
      const [, file = '', words = ''] = /^\s*`([^`]+)`\s*(.*?)\s*$/.exec(part) ?? []
      return file === '' ? [{ file: part.trim(), words: '' }] : [{ file, words }]
    })
}

/** The texts in quotes of a file, where the titles are. */
function titlesOf(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map((found) =>
    (found[1] ?? found[2] ?? found[3] ?? '').replace(/\\(.)/g, '$1'),
  )
}

function missing(named: readonly Named[], read: (file: string) => string | null): string[] {
  return named.flatMap(({ file, words }) => {
    const source = read(file)
    if (source === null) return [`${file}: no such file`]
    return words === '' || titlesOf(source).some((title) => title.includes(words)) ? [] : [`${file}: no title with “${words}”`]
  })
}

const read = (file: string): string | null => (existsSync(join(client, file)) ? readFileSync(join(client, file), 'utf8') : null)

describe('docs/stories.md', () => {
  it('names what exists', () => {
    const named = namedIn(page)
    expect(named.length).toBeGreaterThan(50)
    expect(missing(named, read)).toEqual([])
  })

  it('names each file of stories', () => {
    const files = readdirSync(join(client, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
    const named = new Set(namedIn(page).map(({ file }) => file))
    expect(files.map((name) => `e2e/${name}`).filter((file) => !named.has(file))).toEqual([])
  })

  it('would notice a file or a title that is gone', () => {
    const named = namedIn('| a sentence | `e2e/there.spec.ts` a title · `e2e/there.spec.ts` another · `e2e/gone.spec.ts` |')
    const files: Record<string, string> = { 'e2e/there.spec.ts': "// another\ntest('this is a title', run)" }
    expect(missing(named, (file) => files[file] ?? null)).toEqual([
      'e2e/there.spec.ts: no title with “another”',
      'e2e/gone.spec.ts: no such file',
    ])
  })
})
