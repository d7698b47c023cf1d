// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { FakeCaches } from '../test-setup-caches.ts'
import { createOfflineCache, type Environment } from './offlineCache.ts'

const shop = 'https://essen.example'

type Network = (request: Request) => Response | Promise<Response>

const pageOf = (lang: string, branch: string | null, entry = '/assets/main-1.js') =>
  `<html lang="${lang}"><script type="module" data-shop="${entry}"></script><div id="root"><header>Shop</header><main id="main"><h1>Menu</h1></main></div><script type="application/json" id="boot">${JSON.stringify(
    {
      branch,
      lang,
      settings: [],
      categories: [{ id: 1 }, { id: 2 }],
    },
  )}</script></html>`

function environment(
  build = { version: '1', first: ['/assets/main-1.js'], later: ['/assets/menu-1.js'], fonts: [] as string[], entry: '/assets/main-1.js' },
  shared?: FakeCaches,
) {
  const cookies: { branch: string | null; lang: string | null } = { branch: null, lang: 'de' }
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const state: { network: Network; asked: string[]; inHttpCache: string[] } = {
    asked: [],
    inHttpCache: [],
    network: (request) => {
      const url = new URL(request.url)
      if (url.pathname === '/')
        return new Response(pageOf(cookies.lang ?? 'de', cookies.branch), { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      return new Response(`${request.headers.get('Lang') ?? ''} ${request.headers.get('X-Branch') ?? ''} ${url.pathname}`, {
        headers: { 'Cache-Control': 'no-cache' },
      })
    },
  }
  // A request on its way is kept: Node forwards an abort only to one that is still referenced.
  const sent: Request[] = []
  const fetch = (wanted: Request | string, init?: RequestInit): Promise<Response> => {
    const { cache, ...rest } = init ?? {}
    const request = typeof wanted === 'string' ? new Request(new URL(wanted, shop), rest) : wanted
    if (cache === 'only-if-cached')
      return typeof wanted === 'string' && state.inHttpCache.includes(wanted)
        ? Promise.resolve(new Response('font'))
        : Promise.reject(new TypeError('not cached'))
    sent.push(request)
    state.asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return Promise.resolve().then(() => state.network(request))
  }
  const caches = shared ?? new FakeCaches(fetch)
  const offlineCache = createOfflineCache(
    {
      origin: shop,
      caches: caches as unknown as CacheStorage,
      fetch: fetch as Environment['fetch'],
      cookie: (name) => Promise.resolve(cookies[name as 'lang']),
      now: () => clock.now,
    },
    build,
  )
  const offline = (): void => {
    state.network = () => Promise.reject(new TypeError('Failed to fetch'))
  }
  /** Sends a request through the worker and waits for its `waitUntil` work. */
  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    preload?: Promise<Response>,
  ): Promise<Response | null> => {
    const navigates = headers['Accept'] === 'text/html'
    const request = new Request(new URL(path, shop), { method, headers })
    if (navigates) Object.defineProperty(request, 'mode', { value: 'navigate' })
    const waitUntil: Promise<unknown>[] = []
    const answer = offlineCache.answer({ request, ...(preload && { preload }), waitUntil: (work) => waitUntil.push(work) })
    const result = answer === null ? null : await answer
    await Promise.all(waitUntil)
    return result
  }
  return { offlineCache, caches, cookies, state, clock, offline, ask }
}

const asPage = { Accept: 'text/html' }

describe('the offline cache', () => {
  it('shows the shop without a network after one visit: page, files, the whole menu', async () => {
    const { offlineCache, offline, ask } = environment()
    await offlineCache.install()
    await offlineCache.precache(false, false)
    offline()
    expect(await (await ask('/', asPage))?.text()).toContain('data-cached-at="2026-11-21T12:00:00.000Z"')
    expect(await (await ask('/checkout', asPage))?.text()).toContain('id="boot"')
    expect((await ask('/assets/menu-1.js'))?.status).toBe(200)
    expect(await (await ask('/api/products/categories/2/products', { Lang: 'de' }))?.text()).toBe('de  /api/products/categories/2/products')
  })

  it('caches the fonts that the browser has loaded, and downloads no other', async () => {
    const fonts = ['/assets/inter-latin-1.woff2', '/assets/inter-greek-1.woff2']
    const { offlineCache, caches, state } = environment({
      version: '1',
      first: [],
      later: ['/assets/menu-1.js'],
      fonts,
      entry: '/assets/main-1.js',
    })
    state.inHttpCache.push('/assets/inter-latin-1.woff2')
    await offlineCache.precache(false, false)
    expect([...(caches.all.get('tablefront-assets-1')?.entries.keys() ?? [])]).toEqual([
      `${shop}/assets/menu-1.js`,
      `${shop}/assets/inter-latin-1.woff2`,
    ])
    expect(state.asked.filter((path) => path.endsWith('.woff2'))).toEqual([])
    expect(await caches.dump()).toContain('/api/taxes')
  })

  it('shows the menu’s first paint at its own address only', async () => {
    const { offlineCache, offline, ask } = environment()
    await offlineCache.precache(false, false)
    offline()
    expect(await (await ask('/', asPage))?.text()).toContain('<main id="main"><h1>Menu</h1></main>')
    const other = await ask('/contact', asPage)
    expect(other?.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(await other?.text()).toContain('<div id="root"><header>Shop</header><main id="main" aria-busy="true"></main></div>')
  })

  it('shows the cached page however the browser reports a failed preload', async () => {
    const { offlineCache, offline, ask } = environment()
    await offlineCache.precache(false, false)
    offline()
    for (const preload of [Promise.reject(new TypeError('NetworkError')), Promise.resolve(Response.error())])
      expect(await (await ask('/', asPage, 'GET', preload))?.text()).toContain('data-cached-at=')
  })

  it('asks the network first, so that prices are current', async () => {
    const { offlineCache, ask, state } = environment()
    await offlineCache.precache(false, false)
    state.network = () => new Response('new price', { headers: { 'Cache-Control': 'no-cache' } })
    expect(await (await ask('/api/areas', { Lang: 'de' }))?.text()).toBe('new price')
  })

  it('uses the cached response when the network is slow or the gateway is down, never one of another branch or language', async () => {
    vi.useFakeTimers()
    const { offlineCache, ask, state } = environment()
    await offlineCache.precache(false, false)
    state.network = () => new Response('', { status: 502 })
    expect(await (await ask('/api/areas', { Lang: 'de' }))?.text()).toBe('de  /api/areas')
    expect((await ask('/api/areas', { Lang: 'ar' }))?.status).toBe(502)
    expect((await ask('/api/areas', { Lang: 'de', 'X-Branch': 'https://a.example' }))?.status).toBe(502)
    // A response of the gateway other than 502, 503 and 504 is used.
    state.network = () => new Response('', { status: 421 })
    expect((await ask('/api/areas', { Lang: 'de' }))?.status).toBe(421)
    let release = (_: Response): void => undefined
    state.network = () => new Promise<Response>((resolve) => (release = resolve))
    const slow = ask('/api/areas', { Lang: 'de' })
    await vi.advanceTimersByTimeAsync(4000)
    release(new Response('late', { headers: { 'Cache-Control': 'no-cache' } }))
    expect(await (await slow)?.text()).toBe('de  /api/areas')
    vi.useRealTimers()
  })

  it('caches no personal data', async () => {
    const { offlineCache, caches, ask, state } = environment()
    await offlineCache.precache(false, false)
    state.network = () => new Response('CANARY', { headers: { 'Cache-Control': 'no-cache' } })
    const signedIn = { Authorization: 'Bearer CANARY', Lang: 'de' }
    for (const path of ['/api/me', '/api/me/orders', '/api/areas', '/api/settings', '/api/products/menus', '/api/tables/CANARY'])
      await ask(path, signedIn)
    for (const path of ['/api/checkout/v2', '/api/login']) expect(await ask(path, signedIn, 'POST')).toBeNull()
    expect(await caches.dump()).not.toContain('CANARY')
  })

  it('gives a signed-in customer the public responses without a network', async () => {
    const { offlineCache, ask, offline } = environment()
    await offlineCache.precache(false, false)
    offline()
    expect(await (await ask('/api/areas', { Authorization: 'Bearer a', Lang: 'de' }))?.text()).toBe('de  /api/areas')
  })

  it('never shows the page of another branch or language', async () => {
    const { offlineCache, cookies, ask, offline } = environment()
    await offlineCache.precache(true, true)
    cookies.branch = 'https://a.example'
    await offlineCache.precache(true, true)
    offline()
    expect(await (await ask('/', asPage))?.text()).toContain('"branch":"https://a.example"')
    cookies.branch = null
    expect(await (await ask('/', asPage))?.text()).toContain('"branch":null')
    cookies.lang = 'ar'
    await expect(ask('/', asPage)).rejects.toThrow()
    cookies.lang = null
    expect(await (await ask('/', asPage))?.text()).toContain('"branch":null')
    cookies.branch = 'https://b.example'
    await expect(ask('/', asPage)).rejects.toThrow()
  })

  it('installs all files of the first screen or none, and caches no page of another build', async () => {
    const { offlineCache, caches, state } = environment()
    const whole = state.network
    state.network = (request) => (request.url.includes('main-1') ? new Response('', { status: 404 }) : whole(request))
    await expect(offlineCache.install()).rejects.toThrow()
    state.network = () => new Response(pageOf('de', null, '/assets/main-2.js'), { headers: { 'Content-Type': 'text/html' } })
    expect(await offlineCache.precache(true, true)).toBeNull()
    expect(await caches.dump()).toBe('')
  })

  it('keeps the files of an older build until this one is activated', async () => {
    const old = environment()
    await old.offlineCache.install()
    await old.offlineCache.precache(false, false)
    const next = environment({ version: '2', first: ['/assets/main-2.js'], later: [], fonts: [], entry: '/assets/main-2.js' }, old.caches)
    await next.offlineCache.install()
    old.offline()
    expect((await old.ask('/assets/menu-1.js'))?.status).toBe(200)
    expect(await (await old.ask('/', asPage))?.text()).toContain('main-1.js')
    await next.offlineCache.activate()
    expect([...next.caches.all.keys()].sort()).toEqual(['tablefront-assets-2', 'tablefront-responses-2'])
    expect(next.offlineCache.isOwn('/assets/main-2.js')).toBe(true)
    expect(next.offlineCache.isOwn('/assets/main-1.js')).toBe(false)
  })

  it('removes other branches’ responses after a change of branch, and all earlier ones after a logout', async () => {
    const { offlineCache, caches, cookies, offline } = environment()
    await offlineCache.precache(false, false)
    cookies.branch = 'https://a.example'
    await offlineCache.renew('branch', false)
    const urls = (await Promise.all([...caches.all.values()].map((cache) => cache.keys()))).flat().map(({ url }) => url)
    expect(urls.filter((url) => url.includes('/cached/') && !url.includes('a.example'))).toEqual([])
    expect(urls.some((url) => url.includes('a.example') && url.endsWith('/page'))).toBe(true)
    offline()
    await offlineCache.renew('logout', false)
    expect(await caches.dump()).not.toContain('/api/')
    expect(await caches.dump()).toContain('/page')
  })

  it('says of a cached response that it is stale, and how old', async () => {
    const { offlineCache, ask, offline, state, clock } = environment()
    state.network = () => new Response('old', { headers: { 'Cache-Control': 'no-cache', 'X-Cache': 'hit', Age: '20' } })
    expect((await ask('/api/areas', { Lang: 'de' }))?.headers.get('X-Cache')).toBe('hit')
    offline()
    clock.now += 3600_000
    const answer = await ask('/api/areas', { Lang: 'de' })
    expect([answer?.headers.get('X-Cache'), answer?.headers.get('Age'), await answer?.text()]).toEqual(['stale', '3620', 'old'])
    await offlineCache.activate()
  })

  it('is activated without the network, and with a storage that hangs', async () => {
    vi.useFakeTimers()
    const { offlineCache, caches, state } = environment()
    state.network = () => new Promise<Response>(() => undefined)
    await offlineCache.activate()
    caches.keys = () => new Promise(() => undefined)
    const activated = offlineCache.activate()
    await vi.advanceTimersByTimeAsync(2000)
    await activated
    expect(state.asked).toEqual([])
    vi.useRealTimers()
  })

  it('lets the network answer when the storage fails or hangs', async () => {
    const { caches, ask, state } = environment()
    state.network = (request) => new Response(`from the network ${new URL(request.url).pathname}`)
    caches.match = () => Promise.reject(new DOMException('broken', 'InvalidStateError'))
    caches.open = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    for (const path of ['/assets/menu-1.js', '/api/areas']) expect(await (await ask(path))?.text()).toBe(`from the network ${path}`)
    vi.useFakeTimers()
    caches.match = () => new Promise(() => undefined)
    const asked = ask('/assets/menu-1.js')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await (await asked)?.text()).toBe('from the network /assets/menu-1.js')
    vi.useRealTimers()
  })

  it('precaches what is missing, as after a worker that was stopped meanwhile, and nothing twice', async () => {
    const { offlineCache, caches, state, offline, ask } = environment()
    const network = state.network
    await offlineCache.precache(false, false)
    const menu = caches.all.get('tablefront-responses-2')
    for (const key of (await menu?.keys())?.slice(3) ?? []) await menu?.delete(key)
    caches.all.delete('tablefront-assets-1')
    state.asked.length = 0
    state.network = network
    await offlineCache.precache(false, false)
    expect(state.asked).not.toContain('GET /')
    expect(state.asked).not.toContain('GET /api/settings')
    expect(state.asked).toContain('GET /assets/main-1.js')
    expect(state.asked).toContain('GET /assets/menu-1.js')
    expect(state.asked).toContain('GET /api/products/categories/2/products')
    offline()
    expect((await ask('/api/products/categories/2/products', { Lang: 'de' }))?.status).toBe(200)
    state.asked.length = 0
    await offlineCache.precache(false, false)
    expect(state.asked).toEqual([])
  })

  it('stops precaching at its limits: bytes, time, a full storage; one call that hangs is given up', async () => {
    const most = 8 << 20
    const large = environment()
    const page = large.state.network
    large.state.network = (request) =>
      new URL(request.url).pathname === '/'
        ? page(request)
        : new Response(new Uint8Array((most >> 1) + 1), { headers: { 'Cache-Control': 'no-cache' } })
    await large.offlineCache.precache(false, false)
    expect(large.state.asked).toHaveLength(3)

    const slow = environment()
    const answers = slow.state.network
    slow.state.network = (request) => {
      slow.clock.now += 25_000
      return answers(request)
    }
    await slow.offlineCache.precache(false, false)
    expect(slow.state.asked).toHaveLength(3)

    const full = environment()
    const open = full.caches.open.bind(full.caches)
    full.caches.open = async (name) => {
      const cache = await open(name)
      if (name.includes('assets')) cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
      return cache
    }
    await full.offlineCache.precache(false, false)
    expect(full.state.asked).toEqual(['GET /', 'GET /assets/main-1.js'])

    const hanging = environment()
    const others = hanging.state.network
    hanging.state.network = (request) =>
      request.url.endsWith('/settings')
        ? new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError'))))
        : others(request)
    const signal = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => signal.signal)
    const done = hanging.offlineCache.precache(false, false)
    await expect.poll(() => hanging.state.asked).toContain('GET /api/settings')
    vi.restoreAllMocks()
    signal.abort()
    await done
    expect(hanging.state.asked).toContain('GET /api/taxes')
  })

  it('has a maximum size', async () => {
    const { caches, ask } = environment()
    for (let id = 0; id < 450; id++) await ask(`/api/products/categories/1/products/${id}`, { Lang: 'de' })
    expect((await caches.all.get('tablefront-responses-2')?.keys())?.length).toBeLessThanOrEqual(425)
  })
})
