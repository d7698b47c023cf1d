import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { publicScope, startIdentity } from '../../session/identity.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { wholeMenuQuery } from '../orders/queries.ts'
import { itemQuery } from './queries.ts'

const answers: Record<string, unknown> = {
  '/api/products/categories': [{ id: 1, name: 'Pizza' }],
  '/api/products/menus': [{ id: 5, name: 'Duo', items: [] }],
  '/api/products/categories/1/products': { data: [{ id: 7, name: 'Margherita', sizes: [] }], meta: {} },
}

it('a query that is repeated in another language asks for nothing in the old one, also if the language changes meanwhile', async () => {
  local.write(storedKeys.lang, 'de')
  startIdentity()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${new Headers(init.headers).get('Lang') ?? ''} ${url}`)
    const answer = answers[url]
    return Promise.resolve(Response.json(answer ?? {}, { status: answer === undefined ? 404 : 200 }))
  })
  // The menu is loaded in German, as it is shown.
  await queryClient.query(wholeMenuQuery(publicScope()))
  expect(new Set(asked.map((call) => call.slice(0, 2)))).toEqual(new Set(['de']))
  asked.length = 0
  const item = itemQuery(publicScope(), { type: 'productItem', productId: 7, categoryId: 1 } as never)
  for (const { queryKey, queryFn } of [item, wholeMenuQuery(publicScope())]) {
    const [scope, ...rest] = queryKey
    await queryClient.query({ queryKey: [{ ...scope, language: 'en' }, ...rest], queryFn, retry: false } as never)
  }
  expect(asked.length).toBeGreaterThan(3)
  expect(new Set(asked.map((call) => call.slice(0, 2)))).toEqual(new Set(['en']))
  vi.unstubAllGlobals()
})

it('every query key is made by publicKey or personalKey', () => {
  const root = `${import.meta.dirname}/../..`
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  const others = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .filter((line) => /\[(?:\.\.\.|\{ \.\.\.)?(?:publicScope|caller|identity)\(\)[,\]]|queryKey: \['/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(others).toEqual([])
})
