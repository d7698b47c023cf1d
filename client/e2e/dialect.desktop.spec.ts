// The browser gets the same answers from a backend that writes as Laravel with Fractal does: without its own spelling nothing of it reaches the screens.
import { calls, publicCalls, withMeta } from '../../contracts/calls.ts'
import { password } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'

type Json = Readonly<Record<string, unknown>>

test('every answer has the values of the contract’s form', async ({ shop, request }) => {
  const plain = await answersOf(shop, request)
  expect(Object.keys(plain).length).toBeGreaterThan(22)
  await shop.upstream.scenario({ names: ['laravel'] })
  const laravel = await answersOf(shop, request)
  const differ = Object.keys(plain).filter((path) => !isIn(plain[path], laravel[path]))
  expect(differ.map((path) => [path, plain[path], laravel[path]])).toEqual([])
})

/** What the browser gets of each GET, by its path: of everybody's, and of a customer's with orders, addresses and points. */
async function answersOf(shop: Shop, request: Requests): Promise<Record<string, unknown>> {
  const branch = { 'X-Branch': shop.upstream.branches[0] ?? '', Lang: 'de' }
  const found: Record<string, unknown> = {}
  const ask = async (name: string, path: string, headers: Record<string, string> = branch): Promise<unknown> => {
    const answer = await request.get(`${shop.url}/api${path}`, { headers })
    expect(answer.status(), path).toBe(200)
    const body = (await answer.json()) as unknown
    found[path] = `GET ${name}` in withMeta ? body : dataOf(body)
    return found[path]
  }
  const idOf = (list: unknown): string => String((list as { id: unknown }[])[0]?.id)
  for (const name of publicCalls)
    if (!name.includes('{')) await ask(`/${name}`, name === 'translations' ? '/translations?lang=de' : `/${name}`)
  const category = idOf(found['/products/categories'])
  await ask('/products/categories/{id}/products', `/products/categories/${category}/products`)
  for (const menu of found['/products/menus'] as { id: unknown }[]) await ask('/products/menus/{id}', `/products/menus/${String(menu.id)}`)
  const dish = idOf((found[`/products/categories/${category}/products`] as Json)['data'])
  await ask('/products/categories/{categoryId}/products/{productId}', `/products/categories/${category}/products/${dish}`)

  const cookies = await request.storageState()
  const xsrf = cookies.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const login = await request.post(`${shop.url}/api/login`, {
    data: { email: 'ada@example.org', password },
    headers: { ...branch, 'X-XSRF-TOKEN': decodeURIComponent(xsrf), Origin: shop.url },
  })
  expect(login.status()).toBe(200)
  const { token } = dataOf(await login.json()) as { token: string }
  const signedIn = { ...branch, Authorization: `Bearer ${token}` }
  const mine = calls.filter(([, method, path]) => method === 'GET' && path.startsWith('/me') && !path.includes('{'))
  for (const [, , path] of mine) await ask(path, path.includes('search') ? `${path}?q=Rathaus` : path, signedIn)
  for (const { code } of found['/me/orders'] as { code: string }[]) await ask('/me/orders/{orderCode}', `/me/orders/${code}`, signedIn)
  await ask('/me/addresses/{id}/edit', `/me/addresses/${idOf(found['/me/addresses'])}/edit`, signedIn)
  return found
}

type Requests = Parameters<Parameters<typeof test>[2]>[0]['request']

/** As the client takes it (client/src/api/http.ts). */
const dataOf = (body: unknown): unknown => (isObject(body) && 'data' in body && 'meta' in body ? body['data'] : body)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value has what another has; it may have more. An instant is the same to the second, and null, an empty list or object the same as nothing. */
function isIn(value: unknown, other: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(other)) return value.length === other.length && value.every((each, at) => isIn(each, other[at]))
  if (isObject(value) && isObject(other)) return Object.keys(value).every((name) => isIn(value[name], other[name]))
  if (other === undefined || other === null) return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  if (typeof value === 'string' && typeof other === 'string' && instant.test(value))
    return second(value) === second(other) || isTwice(value, other)
  return value === other
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
const second = (text: string): number => Math.floor(Date.parse(text) / 1000)

/** Whether both are of the hour that the night has twice in which the clocks are put back: without a zone it is not known which. */
function isTwice(value: string, other: string): boolean {
  const local = value.slice(0, 19)
  const berlin = (offset: string): string =>
    new Date(local + offset).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T')
  return other.startsWith(local) && berlin('+01:00') === local && berlin('+02:00') === local
}
