// @vitest-environment node
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Transactions, User } from '../../contracts/types.ts'
import { customerAt, dish, submissionOf, type Customer } from '../runtimes/customer.ts'
import type { LoggedCall } from '../runtimes/backend.ts'
import { startUpstream, type Upstream } from '../runtimes/upstream.ts'

let upstream: Upstream
let customer: Customer
const margherita = (qty = 2) => dish(101, 0, qty, [{ variantId: 10, value: 1001 }])

beforeAll(async () => {
  upstream = await startUpstream({ port: 0, shop: 'http://shop.example' })
})
afterAll(() => upstream.close())
beforeEach(async () => {
  await control('POST', '/__reset')
  customer = customerAt(upstream)
})

const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const answer = await fetch(upstream.urls.main + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  expect(answer.status).toBe(200)
  return answer.json()
}
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the caller expects of the wire
const data = <Answer>(came: { body: unknown }): Answer => (came.body as { data: Answer }).data
const fields = (came: { body: unknown }): Record<string, string[]> => data(came)
const order = (change: Parameters<typeof submissionOf>[3] = {}, money: Parameters<typeof submissionOf>[4] = {}, lines = [margherita()]) =>
  submissionOf(upstream.world, 'main', lines, change, money)

describe('cookies', () => {
  it('come as two headers from any GET, the token URL-encoded, and stay when they are sent back', async () => {
    const first = await customer.get('/settings')
    const cookies = first.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    expect(cookies[0]).toMatch(/^loeffel_session=[\w-]+; Path=\/; HttpOnly/)
    expect(cookies[1]).toMatch(/^XSRF-TOKEN=[^;]*%3D; Path=\//)
    expect(cookies[1]).not.toContain('HttpOnly')
    expect((await customer.get('/settings')).headers.getSetCookie()).toEqual([])
  })

  it('of another customer do not match', async () => {
    const other = customerAt(upstream)
    await other.get('/settings')
    await customer.get('/settings')
    customer.cookies.set('XSRF-TOKEN', other.cookies.get('XSRF-TOKEN')!)
    expect((await customer.send('POST', '/contact', {})).status).toBe(419)
  })
})

describe('an order', () => {
  // With a tax, so that it is checked too.
  beforeEach(() => control('POST', '/__scenario', { names: ['net-prices'] }))

  it('appears in the kitchen and in the customer’s orders, and moves on with the clock', async () => {
    await control('POST', '/__scenario', { names: ['net-prices'], now: '2026-11-24T18:00:00+01:00' })
    await customer.login('neu@example.org')
    const { code } = data<{ code: string }>(await customer.send('POST', '/checkout/v2', order()))
    const list = data<Order[]>(await customer.get('/me/orders'))
    expect(list.map((each) => each.code)).toEqual([code])
    expect(list[0]).toMatchObject({
      status: 'pending_approval',
      statusText: 'Wartet auf Bestätigung',
      takeaway: true,
      payment: { cartTotal: 17, price: 17, tax: 1.19, method: 'Bar bei Übergabe' },
    })
    expect(list[0]?.items).toMatchObject([
      { product: 'Margherita', qty: 2, price: 17, size: '26 cm', options: { Teig: ['Klassisch dünn'] } },
    ])
    expect(((await control('GET', '/__orders')) as { code: string }[]).at(-1)?.code).toBe(code)
    for (const [now, status] of [
      ['2026-11-24T18:01:00+01:00', 'approved'],
      ['2026-11-24T18:45:00+01:00', 'completed'],
    ] as const) {
      await control('POST', '/__scenario', { names: ['net-prices'], now })
      expect(data<Order>(await customer.get(`/me/orders/${code}`)).status).toBe(status)
    }
    expect(data<Order>(await customer.get(`/me/orders/${code}`, { Lang: 'ar' })).statusText).toBe('مكتمل')
  })

  it('is nobody else’s', async () => {
    const { code } = data<{ code: string }>(await customer.send('POST', '/checkout/v2', order()))
    await customer.login()
    expect((await customer.get(`/me/orders/${code}`)).status).toBe(404)
  })

  it('with the same key is one order, with another body refused', async () => {
    const key = { 'Idempotency-Key': 'attempt-0001' }
    const first = await customer.send('POST', '/checkout/v2', order(), key)
    const again = await customer.send('POST', '/checkout/v2', order(), key)
    expect(again.text).toBe(first.text)
    expect((await customer.send('POST', '/checkout/v2', order({ notes: 'anders' }), key)).status).toBe(422)
    expect(upstream.world.state.orders.filter(({ accountId }) => accountId === null)).toHaveLength(1)
    await customer.send('POST', '/checkout/v2', order())
    expect(upstream.world.state.orders.filter(({ accountId }) => accountId === null)).toHaveLength(2)
  })

  it.each([
    ['a line’s price', { price: 1 }, {}],
    ['the total', {}, { total: 1 }],
    ['the tax', {}, { tax: 0 }],
    ['the tax percentage', {}, { taxPercent: 19 }],
    ['the fee', {}, { delivery: 5 }],
    ['the discount', {}, { discount: 5 }],
    ['a fraction of a cent', {}, { total: 18.190001 }],
  ])('is refused when %s is not ours', async (_what, line, cart) => {
    const right = order()
    const wrong = { ...right, cart: { ...right.cart, ...cart, items: right.cart.items.map((item) => ({ ...item, ...line })) } }
    const came = await customer.send('POST', '/checkout/v2', wrong)
    expect(came.status).toBe(422)
    expect(fields(came)).toEqual({ cart: ['Die Preise haben sich geändert. Bitte prüfen Sie Ihren Warenkorb.'] })
  })

  it.each([
    ['without its required option', { optionIds: [] }, /Bitte wählen Sie Teig/],
    [
      'with two of a select',
      {
        optionIds: [
          { variantId: 10, value: 1001 },
          { variantId: 10, value: 1002 },
        ],
      },
      /Bitte wählen Sie Teig/,
    ],
    ['with a nested option missing', { optionIds: [{ variantId: 10, value: 1004 }] }, /Käse im Rand/],
    [
      'with an option of something else',
      {
        optionIds: [
          { variantId: 10, value: 1001 },
          { variantId: 99, value: 1 },
        ],
      },
      /gibt es so nicht mehr/,
    ],
    [
      'with a nested option whose parent is not chosen',
      {
        optionIds: [
          { variantId: 10, value: 1001 },
          { variantId: 11, value: 1101 },
        ],
      },
      /gibt es so nicht mehr/,
    ],
    ['with an unknown size', { sizeId: 1 }, /gibt es so nicht mehr/],
    ['with an unknown extra', { extraIds: [{ extraId: 999, selected: true, name: '' }] }, /gibt es so nicht mehr/],
    ['that is unknown', { productId: 1 }, /Ein Gericht/],
    ['half a time', { qty: 1.5 }, /Menge/],
    ['no time', { qty: 0 }, /Menge/],
    ['of no known type', { type: 'thing' }, /Ein Gericht/],
  ])('refuses a dish %s', async (_what, change, words) => {
    const right = order()
    const came = await customer.send('POST', '/checkout/v2', {
      ...right,
      cart: { ...right.cart, items: [{ ...right.cart.items[0], ...change }] },
    })
    expect(came.status).toBe(422)
    expect(fields(came)['cart']?.[0]).toMatch(words)
  })

  it('takes nested options, extras by size and a discounted menu at the kitchen’s price', async () => {
    const stuffed = dish(
      101,
      2,
      1,
      [
        { variantId: 10, value: 1004 },
        { variantId: 11, value: 1102 },
      ],
      [6],
    )
    const menu = {
      type: 'menuItem' as const,
      menuId: 2,
      name: 'Mittagsmenü',
      qty: 2,
      price: 0,
      items: [
        { menuItemId: 201, productId: 302, extras: [], optionIds: [] },
        {
          menuItemId: 202,
          productId: 203,
          extras: [{ id: 21, name: 'Parmesan', selected: true }],
          optionIds: [{ variantId: 13, value: 1303 }],
        },
      ],
    }
    const submission = order({}, {}, [stuffed, menu])
    // 19.50 + 1.90 + 0.80 + 2.80; (15 − 10 %) + 1.20 + 0.90, twice.
    expect(submission.cart.items.map(({ price }) => price)).toEqual([25, 31.2])
    expect((await customer.send('POST', '/checkout/v2', submission)).status).toBe(201)
    const seven = { ...submission, cart: { ...submission.cart, items: [{ ...menu, qty: 7, price: 109.2 }] } }
    expect((await customer.send('POST', '/checkout/v2', seven)).status).toBe(422)
  })

  it('is delivered for the area’s fee, free from its threshold on, and not below its minimum', async () => {
    const delivery = { deliverType: 'delivery' as const, takeaway: false, areaId: 1, address: 'Ackerstraße 1' }
    expect((await customer.send('POST', '/checkout/v2', order(delivery, { delivery: 250 }))).status).toBe(201)
    expect((await customer.send('POST', '/checkout/v2', order(delivery))).status).toBe(422)
    expect((await customer.send('POST', '/checkout/v2', order(delivery, {}, [margherita(4)]))).status).toBe(201)
    const little = await customer.send('POST', '/checkout/v2', order(delivery, { delivery: 250 }, [margherita(1)]))
    expect(fields(little)).toEqual({ areaId: ['Der Mindestbestellwert für dieses Gebiet ist 12.00.'] })
    const nowhere = await customer.send('POST', '/checkout/v2', order({ ...delivery, areaId: 11 }))
    expect(fields(nowhere)).toHaveProperty('areaId')
    await customer.login()
    expect(
      (await customer.send('POST', '/checkout/v2', order({ ...delivery, areaId: undefined, addressId: 1 }, { delivery: 250 }))).status,
    ).toBe(201)
    expect(fields(await customer.send('POST', '/checkout/v2', order({ ...delivery, addressId: 2 })))).toHaveProperty('addressId')
    expect(fields(await customer.send('POST', '/checkout/v2', order({ ...delivery, addressId: 3 })))).toHaveProperty('addressId')
  })

  it('spends points and earns new ones', async () => {
    await customer.login()
    const before = data<User>(await customer.get('/me')).profit
    expect(before).toBe(12.5)
    const { code } = data<{ code: string }>(
      await customer.send('POST', '/me/orders', order({ useProfit: true }, { discount: 1250, tip: 100 })),
    )
    expect(data<User>(await customer.get('/me')).profit).toBe(0.85)
    const { data: rows } = (await customer.get('/me/transactions')).body as Transactions
    expect(rows.slice(0, 2).map(({ description, amount, newProfit }) => [description, amount, newProfit])).toEqual([
      [`Bestellung ${code}`, 0.85, 0.85],
      [`Eingelöst mit ${code}`, -12.5, 0],
    ])
    const dear = await customer.send('POST', '/me/orders', order({ useProfit: true }))
    expect(dear.status).toBe(422)
  })

  it('needs a cart of at least the points and one', async () => {
    await customer.login('emmy@example.org')
    expect(fields(await customer.send('POST', '/me/orders', order({ useProfit: true })))).toHaveProperty('useProfit')
  })

  it('of a guest is refused where guests are', async () => {
    await control('POST', '/__scenario', { names: ['guest-off'] })
    expect((await customer.send('POST', '/checkout/v2', order())).status).toBe(401)
  })

  it('for now is refused while closed, for later outside the hours and in the past', async () => {
    await control('POST', '/__scenario', { names: ['honest-hours'], now: '2026-11-24T09:00:00+01:00' })
    expect(fields(await customer.send('POST', '/checkout/v2', order()))).toEqual({ deliverAt: ['Zu dieser Zeit haben wir geschlossen.'] })
    const later = (deliverDate: string) => customer.send('POST', '/checkout/v2', order({ deliverAt: 'later', deliverDate }))
    expect((await later('2026-11-24T12:00:00+01:00')).status).toBe(201)
    for (const wrong of ['', 'morgen', '2026-11-24T12:00:00', '2026-11-24T10:00:00+01:00', '2026-11-23T12:00:00+01:00'])
      expect(fields(await later(wrong)), wrong).toHaveProperty('deliverDate')
  })

  it('from a table needs the table’s session', async () => {
    const { id, token } = data<{ id: number; token: string }>(await customer.get('/tables/T7-KLEE'))
    const atTable = order({ deliverType: 'table', takeaway: false, table: id, name: '', email: '', phone: '' })
    expect((await customer.send('POST', '/checkout/v2', atTable)).status).toBe(422)
    customer.token = token
    expect(data<User>(await customer.get('/me'))).toMatchObject({ is_generated: true, name: 'Tisch 7' })
    expect((await customer.send('POST', '/checkout/v2', atTable)).status).toBe(201)
    expect(fields(await customer.send('POST', '/checkout/v2', { ...atTable, table: 12 }))).toHaveProperty('table')
    expect((await customer.get('/me/addresses')).status).toBe(403)
  })

  it('is cheaper or dearer after the menu changed, and refused at the old price', async () => {
    const old = order()
    await control('POST', '/__scenario', { names: ['menu-changed'] })
    expect((await customer.send('POST', '/checkout/v2', old)).status).toBe(422)
    expect((await customer.send('POST', '/checkout/v2', order())).status).toBe(201)
  })
})

describe('a payment', () => {
  const begin = async (headers: Record<string, string> = {}) =>
    data<{ url: string; code: string }>(await customer.send('POST', '/checkout/v2', order({ paymentType: 'card' }), headers))
  const decide = (url: string, decision: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
  const check = (url: string, payment = 'card') =>
    customer.get(`/checkout/check?payment=${payment}&sess=${new URL(url).pathname.split('/').at(-1)!}`)

  it('is approved by its page alone, and asking twice changes nothing', async () => {
    const { url, code } = await begin({ 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'loeffel.example' })
    expect((await check(url)).status).toBe(422)
    const page = await fetch(`${url}&lang=ar`.replace('lang=de&', ''))
    expect(await page.text()).toMatch(/lang="ar" dir="rtl"[^]*ادفع/)
    const back = await decide(url, 'pay')
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/loeffel\.example\/\?payment=card&sess=s-/),
    ])
    for (let time = 0; time < 3; time += 1) expect(data<{ code: string }>(await check(url)).code).toBe(code)
    expect((await check(url, 'wallet')).status).toBe(422)
    const sess = new URL(url).pathname.split('/').at(-1)!
    expect((await customerAt(upstream, 'kreuzberg').get(`/checkout/check?payment=card&sess=${sess}`)).status, 'at another branch').toBe(422)
    await decide(url, 'decline')
    expect((await check(url)).status).toBe(200)
  })

  it('is declined by its page, and points come back', async () => {
    await customer.login()
    const { url, code } = data<{ url: string; code: string }>(
      await customer.send('POST', '/checkout/v2', order({ paymentType: 'wallet', useProfit: true }, { discount: 1250 })),
    )
    expect(data<User>(await customer.get('/me')).profit).toBe(0)
    expect((await decide(url, 'decline')).headers.get('location')).toMatch(/^http:\/\/shop\.example\/\?payment=wallet/)
    expect((await check(url, 'wallet')).status).toBe(422)
    expect(data<User>(await customer.get('/me')).profit).toBe(12.5)
    expect(data<Order>(await customer.get(`/me/orders/${code}`))).toMatchObject({ status: 'rejected', statusText: 'Zahlung abgelehnt' })
  })

  it('of nobody is a page in words', async () => {
    const page = await fetch(`${upstream.urls.main}/pay/s-0?lang=en`)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('This payment is not known.')])
  })
})

describe('accounts', () => {
  it('are shared by the branches', async () => {
    const there = customerAt(upstream, 'kreuzberg')
    await customer.login()
    there.token = customer.token
    expect(data<User>(await there.get('/me')).email).toBe('ada@example.org')
    expect(data<{ id: number; areaId: number | null }[]>(await there.get('/me/addresses')).map(({ areaId }) => areaId)).toEqual([null, 11])
  })

  it('are found by social login only when they are known', async () => {
    expect((await customer.send('POST', '/social', { socialId: '118400000000000000001', socialName: 'google' })).status).toBe(200)
    expect((await customer.send('POST', '/social', { socialId: '118400000000000000001', socialName: 'facebook' })).status).toBe(404)
    const body = {
      name: 'Katherine',
      phone: '+4930123456',
      terms: true,
      socialId: '118400000000000000002',
      socialName: 'google',
      email: 'katherine@example.net',
    }
    expect((await customer.send('POST', '/register', body)).status).toBe(201)
    expect((await customer.send('POST', '/social', { socialId: '118400000000000000002', socialName: 'google' })).status).toBe(200)
  })

  it('say the same of a wrong password and an unknown address', async () => {
    const wrong = await customer.send('POST', '/login', { email: 'ada@example.org', password: 'x' })
    const unknown = await customer.send('POST', '/login', { email: 'nobody@example.org', password: 'x' })
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    expect(fields(await customer.send('POST', '/login', { email: 'locked@example.org', password: 'x' }))).toHaveProperty('login')
  })

  it('have one default address', async () => {
    await customer.login()
    const point = { lat: 52.5232, lng: 13.4037 }
    await customer.send('POST', '/me/addresses', { name: 'Neu', extras: 'Hof', coordinates: point, isDefault: true })
    const list = data<{ id: number; isDefault: boolean }[]>(await customer.get('/me/addresses'))
    expect(list.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    await customer.send('DELETE', `/me/addresses/${list.find(({ isDefault }) => isDefault)!.id}`)
    expect(data<{ isDefault: boolean }[]>(await customer.get('/me/addresses')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('page their transactions', async () => {
    await customer.login('grace@example.org')
    const { data: rows, meta } = (await customer.get('/me/transactions?page=10')).body as Transactions
    expect([rows.length, meta.pagination]).toEqual([5, { total: 95, current_page: 10, per_page: 10, total_pages: 10 }])
    expect(((await customer.get('/me/transactions?page=11')).body as Transactions).data).toEqual([])
  })
})

describe('control', () => {
  it('puts scenarios and settings in force, for one branch if asked', async () => {
    await control('POST', '/__scenario', { names: ['inactive'], settings: { SITE_TITLE: 'Zu' }, branch: upstream.urls.kreuzberg })
    const title = async (host: 'main' | 'kreuzberg') =>
      data<{ key: string; value: string }[]>(await customerAt(upstream, host).get('/settings')).find(({ key }) => key === 'SITE_TITLE')
        ?.value
    expect([await title('main'), await title('kreuzberg')]).toEqual(['Zum Goldenen Löffel', 'Zu'])
    const wrong = await fetch(`${upstream.urls.main}/__scenario`, { method: 'POST', body: JSON.stringify({ names: ['opne'] }) })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('unknown scenario: opne')])
  })

  it('provokes failures of single calls', async () => {
    const fail = (fault: object) => control('POST', '/__fault', { match: 'POST /api/checkout/v2', ...fault })
    await fail({ kind: 'status', status: 503 })
    expect((await customer.send('POST', '/checkout/v2', order())).status).toBe(503)
    await fail({ kind: 'html', status: 502 })
    expect((await customer.send('POST', '/checkout/v2', order())).headers.get('content-type')).toContain('text/html')
    const count = () => upstream.world.state.orders.length
    const before = count()
    await fail({ kind: 'reset' })
    await expect(customer.send('POST', '/checkout/v2', order())).rejects.toThrow()
    expect(count()).toBe(before)
    await fail({ kind: 'lost' })
    await expect(customer.send('POST', '/checkout/v2', order())).rejects.toThrow()
    expect(count()).toBe(before + 1)
    await fail({ kind: 'cut' })
    await expect(customer.send('POST', '/checkout/v2', order())).rejects.toThrow()
    expect(count()).toBe(before + 2)
    expect((await customer.send('POST', '/checkout/v2', order())).status).toBe(201)
  })

  it('keeps a log of what came', async () => {
    await customer.send('POST', '/contact', { fname: 'Ä' }, { 'X-Request-Id': 'r-1' })
    const log = (await control('GET', '/__log')) as LoggedCall[]
    expect(log.at(-1)).toMatchObject({ host: 'main', method: 'POST', path: '/api/contact', body: { fname: 'Ä' }, status: 422 })
    expect(log.at(-1)?.headers['x-request-id']).toBe('r-1')
  })

  it('breaks the whole upstream, and html only', async () => {
    await control('POST', '/__scenario', { names: ['upstream-down'] })
    await expect(customer.get('/settings')).rejects.toThrow()
    await control('POST', '/__scenario', { names: ['html-errors'] })
    expect((await customer.get('/products/menus/999')).headers.get('content-type')).toContain('text/html')
    await control('POST', '/__scenario', { names: ['plain-translations'] })
    expect(typeof data(await customer.get('/translations?lang=de'))).toBe('object')
  })
})

describe('beside the API', () => {
  it('the geocoder answers as Nominatim does', async () => {
    const ask = async (query: string) =>
      (await fetch(`${upstream.urls.main}/geocoder/reverse?format=jsonv2&${query}`)).json() as Promise<Record<string, unknown>>
    expect(await ask('lat=52.5316&lon=13.3960')).toMatchObject({ address: { road: 'Ackerstraße', postcode: '10115' } })
    expect(await ask('lat=48.1&lon=11.5')).toEqual({ error: 'Unable to geocode' })
    expect(await ask('lat=x&lon=1')).toHaveProperty('error')
  })

  it('every tile of the map is the same picture, and only addresses of tiles are answered', async () => {
    const ask = async (path: string) => fetch(`${upstream.urls.main}/tiles/${path}`)
    expect((await ask('14/8802/5373.png')).headers.get('content-type')).toBe('image/svg+xml')
    expect((await ask('2/x/9.png')).status).toBe(404)
  })

  it('pictures are kept long, and nothing else is read from the disk', async () => {
    const answer = await fetch(`${upstream.urls.main}/media/logo-mitte.svg`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    for (const path of ['..%2fserve.ts', '%2e%2e/serve.ts', 'missing.avif', 'logo-mitte.txt'])
      expect((await fetch(`${upstream.urls.main}/media/${path}`)).status).toBe(404)
  })

  it('Google’s credential is signed by the key that discovery leads to', async () => {
    const base = `${upstream.urls.main}/providers`
    const discovery = (await (await fetch(`${base}/.well-known/openid-configuration`)).json()) as { issuer: string; jwks_uri: string }
    expect(discovery.issuer).toBe(base)
    const { keys } = (await (await fetch(discovery.jwks_uri)).json()) as { keys: JsonWebKey[] }
    const page = await (
      await fetch(`${base}/google/sign?account=ada&client_id=c1&nonce=n1&origin=${encodeURIComponent('http://shop.example')}`)
    ).text()
    const [head, body, signature] = /credential: '([\w.-]+)'/.exec(page)![1]!.split('.')
    expect(JSON.parse(Buffer.from(body!, 'base64url').toString())).toMatchObject({
      iss: base,
      aud: 'c1',
      nonce: 'n1',
      sub: '118400000000000000001',
      email_verified: true,
    })
    expect(
      verify(
        'sha256',
        Buffer.from(`${head!}.${body!}`),
        createPublicKey({ key: keys[0]!, format: 'jwk' }),
        Buffer.from(signature!, 'base64url'),
      ),
    ).toBe(true)
    expect((await fetch(`${base}/google/sign?account=ada&origin=javascript:1`)).status).toBe(400)
  })

  it('Facebook’s graph knows its tokens', async () => {
    const ask = async (query: string) => (await fetch(`${upstream.urls.main}/graph/v21.0/${query}`)).json() as Promise<unknown>
    expect(await ask('debug_token?input_token=fb-1184001&access_token=77%7Csecret')).toMatchObject({
      data: { is_valid: true, app_id: '77', user_id: '1184001' },
    })
    expect(await ask('debug_token?input_token=other&access_token=77%7Csecret')).toMatchObject({ data: { is_valid: false } })
    expect(await ask('me?fields=id,email&access_token=fb-1184001')).toMatchObject({ id: '1184001', email: 'ada@example.org' })
  })
})
