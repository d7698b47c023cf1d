// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answers, shapes } from '../../contracts/optional.ts'
import { customerAt, dish, submissionOf, type Came, type Customer } from '../runtimes/customer.ts'
import { HOSTS } from '../data/shops.ts'
import { LANGUAGES } from '../data/texts.ts'
import { contractOperations, deviations } from './schemas.ts'
import { EMAIL_SENTINELS } from './sentinels.ts'
import { leftOut } from './sparse.ts'
import { startUpstream, type Upstream } from '../runtimes/upstream.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream({ port: 0 })
})
afterAll(() => upstream.close())
beforeEach(() => upstream.world.reset())

const contract = new Map(contractOperations().map((operation) => [operation.name, operation]))
const seen = new Set<string>()

/** Takes the upstream's envelope off again, as the BFF does, and holds the rest against the schema. */
const check = (name: string, { status, body }: Came): unknown => {
  const operation = contract.get(name)
  if (!operation) throw new Error(`no such call: ${name}`)
  seen.add(name)
  let inner: unknown = body
  if (status < 400 && body !== undefined) {
    const { envelope } = operation
    expect(body, `${name} has an envelope`).toHaveProperty('data')
    const { data } = body as { data: unknown }
    inner = envelope === 'data-meta' ? body : envelope === 'json-string' ? JSON.parse(data as string) : data
  }
  expect(deviations(operation, status, inner)).toEqual([])
  if (status < 400 && upstream.world.scenario.names.includes('sparse')) expect(superfluous(name, inner)).toEqual([])
  return inner
}

const guestOrder = (host: (typeof HOSTS)[number]) =>
  host === 'kreuzberg'
    ? dish(1202, 0, 2, [{ variantId: 20, optionId: 2001 }])
    : host === 'prenzlauerberg'
      ? dish(2303, 0, 2)
      : dish(101, 0, 2, [{ variantId: 10, value: 1001 }])

/** The optional fields that an answer brings although the scenario `sparse` leaves them out. */
const superfluous = (operation: string, value: unknown, schema = answers[operation]): string[] => {
  const shape = schema === undefined ? undefined : shapes[schema]
  if (typeof value !== 'object' || value === null || schema === undefined || shape === undefined) return []
  if (Array.isArray(value)) return value.flatMap((each) => superfluous(operation, each, schema))
  return Object.entries(value as Record<string, unknown>).flatMap(([field, inner]) => [
    ...(shape.optional.includes(field) && leftOut(schema, field, inner, operation) ? [`${operation}: ${schema}.${field}`] : []),
    ...superfluous(operation, inner, shape.of[field]),
  ])
}

describe.each(HOSTS)('every call of %s answers by the contract', (host) => {
  it.each([...LANGUAGES.map((lang) => [lang, 'open'] as const), ['de', 'sparse'] as const])(
    'in %s, %s',
    async (lang, scenario) => {
      upstream.world.setScenario({ names: ['open', scenario] })
      const { world } = upstream
      const customer = customerAt(upstream, host)
      const get = (name: string, path: string): Promise<unknown> =>
        customer.get(path, { Lang: lang }).then((came) => (expect(came.status, name).toBe(200), check(name, came)))
      const send = async (
        name: string,
        method: 'POST' | 'PUT' | 'DELETE',
        path: string,
        body: unknown,
        status: number,
      ): Promise<unknown> => {
        const came = await customer.send(method, path, body, { Lang: lang })
        expect([came.status, came.text]).toEqual([status, came.text])
        return check(name, came)
      }

      for (const { name, method, path, auth } of contract.values())
        if (method === 'GET' && auth === 'none' && !path.includes('{')) await get(name, `${path}?lang=${lang}`)
      const areas = (await get('listAreas', '/areas')) as { id: number }[]
      const categories = (await get('listCategories', '/products/categories')) as { id: number }[]
      for (const { id } of categories) {
        const { data } = (await get('listCategoryProducts', `/products/categories/${id}/products`)) as { data: { id: number }[] }
        expect(data.length).toBeGreaterThan(0)
        await get('getProduct', `/products/categories/${id}/products/${data[0]!.id}`)
      }
      const menus = (await get('listMenus', '/products/menus')) as { id: number }[]
      await get('getMenu', `/products/menus/${menus[0]!.id}`)
      await get('getTable', `/tables/${world.shop(host).data.tables[0]!.code}`)

      await send(
        'sendContact',
        'POST',
        '/contact',
        { fname: 'A', lname: 'B', email: 'a@example.org', subject: 'S', message: 'M', terms: true },
        201,
      )
      await send(
        'createReservation',
        'POST',
        '/reservations',
        {
          reservedAt: new Date(Date.now() + 86_400_000).toISOString(),
          guests: '4',
          name: 'A',
          email: 'a@example.org',
          phone: '+4930123456',
          notes: '',
          terms: true,
        },
        201,
      )
      await send('resetPassword', 'POST', '/reset-password', { email: 'ada@example.org' }, 200)
      const name = `neu-${host}-${lang}@example.com`
      await send(
        'register',
        'POST',
        '/register',
        { name: 'Neu', email: name, phone: '+4930123456', password: 'correct-horse', password_confirmation: 'correct-horse', terms: true },
        201,
      )
      const { token } = (await send('login', 'POST', '/login', { email: 'ada@example.org', password: 'correct-horse' }, 200)) as {
        token: string
      }
      await send('socialLogin', 'POST', '/social', { socialId: '1184001', socialName: 'facebook', email: 'ada@example.org' }, 200)

      const order = submissionOf(world, host, [guestOrder(host)])
      await send('createCheckout', 'POST', '/checkout', order, 201)
      expect((await customer.send('POST', '/checkout/quote', { cart: order.cart })).status, 'no such call but in the scenario engine').toBe(
        404,
      )
      world.setScenario({ names: ['open', scenario, 'engine'] })
      await send('quoteCheckout', 'POST', '/checkout/quote', { cart: order.cart }, 200)
      world.setScenario({ names: ['open', scenario] })
      const card = (await send('createCheckoutV2', 'POST', '/checkout/v2', { ...order, paymentType: 'card' }, 201)) as { url: string }
      const sess = new URL(card.url).pathname.split('/').at(-1)!
      check('checkPayment', await customer.get(`/checkout/check?payment=card&sess=${sess}`))
      await fetch(card.url, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }), redirect: 'manual' })
      await get('checkPayment', `/checkout/check?payment=card&sess=${sess}`)

      customer.token = token
      await get('getMe', '/me')
      await send('updateMe', 'PUT', '/me', { name: 'Ada L.', email: 'ada@example.org', phone: '+4930123456' }, 200)
      await get('listTransactions', '/me/transactions?page=2')
      await send('createOrder', 'POST', '/me/orders', order, 201)
      const [newest] = (await get('listOrders', '/me/orders')) as { code: string }[]
      await get('getOrder', `/me/orders/${newest!.code}`)
      await get('listAddresses', '/me/addresses')
      await get('searchFixedPlaces', '/me/addresses/search-fixed?q=platz')
      const [hit] = (await get('searchPlaces', '/me/addresses/search?q=Torstra%C3%9Fe%2012')) as { id: string }[]
      await get('getPlace', `/me/addresses/places/${hit!.id}`)
      const { data } = world.shop(host)
      const area = data.areas[0]!
      const coordinates = { lat: area.lat, lng: area.lng }
      expect(await send('checkDelivery', 'POST', '/me/addresses/check', { coordinates }, 200)).toMatchObject({ id: areas[0]!.id })
      const { id } = (await send(
        'createAddress',
        'POST',
        '/me/addresses',
        { name: 'Neu', extras: 'Hof', coordinates, isDefault: true },
        201,
      )) as { id: number }
      await get('getAddress', `/me/addresses/${id}/edit`)
      await send('updateAddress', 'PUT', `/me/addresses/${id}`, { name: 'Alt', extras: 'Hof', coordinates, isDefault: false }, 200)
      await send('deleteAddress', 'DELETE', `/me/addresses/${id}`, undefined, 204)
      await send('logout', 'POST', '/me/logout', {}, 204)
      check('getMe', await customer.get('/me'))
      expect([...contract.keys()].filter((operation) => !seen.has(operation))).toEqual([])
    },
    30_000,
  )
})

describe('every refusal answers by the contract', () => {
  let customer: Customer
  beforeEach(() => {
    customer = customerAt(upstream)
  })

  it('401 for every call that needs a token', async () => {
    for (const operation of contract.values()) {
      if (operation.auth !== 'required') continue
      const path = operation.path.replace(/\{\w+\}/g, '1')
      const came = operation.method === 'GET' ? await customer.get(path) : await customer.send(operation.method as 'POST', path, {})
      expect([operation.name, came.status]).toEqual([operation.name, 401])
      check(operation.name, came)
    }
  })

  it('419 for every write without a matching XSRF token, and a fresh token with it', async () => {
    for (const operation of contract.values()) {
      if (operation.method === 'GET') continue
      for (const headers of [
        { 'X-XSRF-TOKEN': '' },
        { 'X-XSRF-TOKEN': 'wrong' },
        { 'X-XSRF-TOKEN': encodeURIComponent('a+b/=') },
      ] as Record<string, string>[]) {
        const came = await customer.send(operation.method as 'POST', operation.path.replace(/\{\w+\}/g, '1'), {}, headers)
        expect([operation.name, came.status]).toEqual([operation.name, 419])
        check(operation.name, came)
      }
      const bare = await fetch(`${upstream.urls.main}/api${operation.path.replace(/\{\w+\}/g, '1')}`, { method: operation.method })
      expect(bare.status).toBe(419)
      expect(bare.headers.getSetCookie()).toHaveLength(2)
    }
  })

  it('404 for things that do not exist', async () => {
    await customer.login()
    const missing = [
      ['getTable', '/tables/T0-NICHTS'],
      ['getMenu', '/products/menus/999'],
      ['listCategoryProducts', '/products/categories/999/products'],
      ['getProduct', '/products/categories/1/products/999'],
      ['getProduct', '/products/categories/2/products/101'],
      ['getAddress', '/me/addresses/3/edit'],
      ['getPlace', '/me/addresses/places/pl-999'],
      ['getOrder', '/me/orders/A-1004'],
    ] as const
    for (const [name, path] of missing) {
      const came = await customer.get(path)
      expect([path, came.status]).toEqual([path, 404])
      check(name, came)
    }
    expect((await customer.get('/nothing')).status).toBe(404)
    expect((await customer.send('DELETE', '/settings')).status).toBe(405)
  })

  it('422 with a message for each required field of an empty form', async () => {
    const expected: Record<string, readonly string[]> = {
      '/contact': ['fname', 'lname', 'email', 'subject', 'message', 'terms'],
      '/reservations': ['reservedAt', 'guests', 'name', 'email', 'phone', 'terms'],
      '/login': ['email', 'password'],
      '/register': ['name', 'phone', 'email', 'password', 'terms'],
      '/reset-password': ['email'],
      '/social': ['socialId', 'socialName'],
      '/checkout/v2': ['name', 'email', 'phone', 'deliverType', 'deliverAt', 'paymentType', 'terms', 'cart'],
      '/checkout': ['name', 'email', 'phone', 'deliverType', 'deliverAt', 'paymentType', 'terms', 'cart'],
    }
    const names = new Map([...contract.values()].map(({ method, path, name }) => [`${method} ${path}`, name]))
    for (const [path, fields] of Object.entries(expected)) {
      for (const body of [{}, '[]', 'null', '"text"', 'not json', { email: 7, cart: [], terms: 'yes' }]) {
        const came = await customer.send('POST', path, body)
        expect([path, came.status]).toEqual([path, 422])
        check(names.get(`POST ${path}`)!, came)
        if (typeof body !== 'string') expect(Object.keys((came.body as { data: object }).data).sort()).toEqual([...fields].sort())
      }
    }
    await customer.login()
    check('createAddress', await customer.send('POST', '/me/addresses', {}))
    check('updateMe', await customer.send('PUT', '/me', {}))
    const out = await customer.send('POST', '/me/addresses/check', { coordinates: { lat: 52.4093, lng: 12.5591 } })
    expect(out.status).toBe(422)
    check('checkDelivery', out)
  })

  it('the sentinels in an e-mail address', async () => {
    const contact = { fname: 'A', lname: 'B', subject: 'S', message: 'M', terms: true }
    const statuses: Partial<Record<keyof typeof EMAIL_SENTINELS, number>> = { errors: 422, fail: 500, html: 500, limit: 429 }
    for (const [name, status] of Object.entries(statuses)) {
      const came = await customer.send('POST', '/contact', { ...contact, email: `${name}@example.org` })
      expect([name, came.status]).toEqual([name, status])
      if (name === 'html') expect(came.headers.get('content-type')).toContain('text/html')
      else check('sendContact', came)
    }
    for (const name of ['lost', 'cut']) {
      await expect(customer.send('POST', '/contact', { ...contact, email: `${name}@example.org` })).rejects.toThrow()
      expect(upstream.world.state.messages.some(({ body }) => (body as { email: string }).email === `${name}@example.org`)).toBe(true)
    }
  })
})
