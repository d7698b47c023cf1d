// @vitest-environment node
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startUpstream, type Upstream } from '../runtimes/upstream.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ port: 0 })
})
beforeEach(() => scenario('laravel'))
afterAll(() => upstream.close())

const scenario = (...names: string[]): Promise<unknown> =>
  fetch(`${upstream.urls.main}/__scenario`, { method: 'POST', body: JSON.stringify({ names }) })
const get = async (path: string): Promise<unknown> => (await fetch(`${upstream.urls.mitte}/api${path}`)).json()

it('lists come in pages, with includes in data, decimals as texts and pictures beside the name', async () => {
  expect(await get('/products/categories?page=2')).toMatchObject({ meta: { pagination: { current_page: 2, per_page: 6 } } })
  const dishes = (await get('/products/categories/1/products')) as { data: Record<string, unknown>[] }
  expect(dishes).toMatchObject({ meta: { category: { data: { id: 1 } }, pagination: { per_page: 6 } } })
  expect(dishes.data[0]).toMatchObject({
    sizes: { data: expect.arrayContaining([expect.objectContaining({ price: '8.50' })]) as unknown },
    poster: { data: {} },
  })
  expect(dishes.data[0]).not.toHaveProperty('media')
})

it('switches are texts, dates have no zone, and the fields of an error are under errors', async () => {
  expect(await get('/working-hours')).toMatchObject({ data: { monday: { data: [{}] } }, meta: { isActive: '1' } })
  await scenario('laravel', 'closed')
  const { meta } = (await get('/working-hours')) as { meta: { nextOpen: string } }
  expect(meta.nextOpen).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
})

it('a proxy in front of a backend that restarts answers neither as the backend nor always as an error', async () => {
  await scenario('proxy')
  const answers = [1, 2, 3].map(() => fetch(`${upstream.urls.mitte}/api/settings`))
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200, 403, 404]))
})
