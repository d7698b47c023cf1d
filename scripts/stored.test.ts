import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sessionKeys, storedKeys } from '../client/src/browser/storage.ts'
import { table, unlisted, withTable } from './stored.ts'

it('the table of what is stored in a browser is that of the code', () => {
  const page = readFileSync('docs/operator.md', 'utf8')
  expect(page, 'node scripts/stored.ts').toBe(withTable(page))
  for (const key of [...Object.values(storedKeys), ...Object.values(sessionKeys)]) expect(page).toContain(`Storage \`${key}\` |`)
})

it('every cookie that the client sets is in the table', () => {
  const sources = ['client/src/browser/plainCookies.ts', 'client/src/start.ts'].map((file) => readFileSync(file, 'utf8')).join('\n')
  const names = [...sources.matchAll(/document\.cookie = `(\w+)=|name: ('\w+'(?: \| '\w+')*)/g)].flatMap(([, one, several]) =>
    one === undefined ? (several ?? '').replaceAll("'", '').split(' | ') : [one],
  )
  expect(names).toEqual(['branch', 'lang', 'styles'])
  for (const name of names) expect(table()).toContain(`\`${name}\``)
})

it('what is in no row is told', () => {
  const listed = {
    cookies: ['__Host-tf_session', 'tf_session', 'tf.0a1b.laravel_session', 'XSRF-TOKEN', 'lang'],
    local: ['cart', 'cart@https://a.example'],
    session: ['table'],
    caches: ['tablefront-client-1'],
    databases: [],
  }
  expect(unlisted(listed)).toEqual([])
  expect(
    unlisted({ cookies: ['_ga', 'tf_other'], local: ['table'], session: ['token'], caches: ['photos'], databases: ['carts'] }),
  ).toEqual(['cookie _ga', 'cookie tf_other', 'localStorage table', 'sessionStorage token', 'cache photos', 'database carts'])
})
