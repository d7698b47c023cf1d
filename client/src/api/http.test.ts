import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, sentenceFor } from './apiError.ts'
import { call, onRefusal } from './http.ts'
import { isOnline } from './online.ts'

const identity = { token: 'handle', language: 'tr', branch: 'http://127.0.0.1:8091' }
const sent: { url: string; init: RequestInit }[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  sent.length = 0
  answer = () => Promise.resolve(new Response('[]', { status: 200 }))
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  })
  document.cookie = 'XSRF-TOKEN=a%2Bb; path=/'
})
afterEach(() => vi.unstubAllGlobals())

const header = (name: string): string | null => new Headers(sent[0]?.init.headers).get(name)

describe('the API client', () => {
  it('sends the headers of docs/specification.md section 7 and no anti-forgery header on a GET', async () => {
    await call('GET /settings', { identity })
    expect(sent[0]?.url).toBe('/api/settings')
    expect(sent[0]?.init.credentials).toBe('include')
    expect(header('Authorization')).toBe('Bearer handle')
    expect(header('Lang')).toBe('tr')
    expect(header('X-Branch')).toBe('http://127.0.0.1:8091')
    expect(header('X-XSRF-TOKEN')).toBeNull()
  })

  it('sends the decoded XSRF cookie and the order key on a non-GET', async () => {
    await call('POST /reset-password', { identity, body: { email: 'a@example.org' }, idempotencyKey: 'k-1' })
    expect(header('X-XSRF-TOKEN')).toBe('a+b')
    expect(header('Idempotency-Key')).toBe('k-1')
    expect(sent[0]?.init.body).toBe('{"email":"a@example.org"}')
  })

  it('ends with its caller where AbortSignal.any is unknown, as in Safari before 17.4', async () => {
    const native = Object.getOwnPropertyDescriptor(AbortSignal, 'any')
    Reflect.deleteProperty(AbortSignal, 'any')
    try {
      const caller = new AbortController()
      await expect(call('GET /settings', { identity, signal: caller.signal })).resolves.toEqual([])
      answer = () => new Promise((_, reject) => sent[1]?.init.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
      const left = call('GET /settings', { identity, signal: caller.signal })
      caller.abort()
      await expect(left).rejects.toThrow('aborted')
    } finally {
      if (native !== undefined) Object.defineProperty(AbortSignal, 'any', native)
    }
  })

  it('leaves out what is not there', async () => {
    await call('GET /settings', { identity: { token: null, language: 'de', branch: null } })
    expect(header('Authorization')).toBeNull()
    expect(header('X-Branch')).toBeNull()
  })

  it('fills the path, and skips query parameters that are null', async () => {
    answer = () => Promise.resolve(Response.json({ id: 'a/b' }))
    await call('GET /products/menus/{id}', { identity, path: { id: 'a/b' } })
    await call('GET /translations', { identity, query: { lang: 'de' } })
    answer = () => Promise.resolve(Response.json([]))
    await call('GET /me/addresses/search', { identity, query: { q: null } })
    expect(sent.map((one) => one.url)).toEqual(['/api/products/menus/a%2Fb', '/api/translations?lang=de', '/api/me/addresses/search'])
  })

  it('throws the field errors of a 422, first message first', async () => {
    answer = () => Promise.resolve(new Response('{"message":"No","data":{"email":["first","second"],"name":"one"}}', { status: 422 }))
    const error = await call('GET /me', { identity }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, message: 'No' })
    expect((error as ApiError).firstMessages()).toEqual({ email: 'first', name: 'one' })
  })

  it('turns a page of HTML into an error in words', async () => {
    answer = () => Promise.resolve(new Response('<html>', { status: 200 }))
    await expect(call('GET /me', { identity })).rejects.toMatchObject({ status: 502, code: 'upstream_invalid' })
  })

  it('refuses an answer that lacks what it is used by, and takes nothing in place of one thing for “there is none”', async () => {
    const answers = async (body: unknown, name: Parameters<typeof call>[0], path?: Record<string, string>): Promise<unknown> => {
      answer = () => Promise.resolve(Response.json(body))
      return call(name, { identity, ...(path && { path }) } as never).catch((thrown: unknown) => thrown)
    }
    const [dish, order, address] = ['GET /products/menus/{id}', 'GET /me/orders/{orderCode}', 'GET /me/addresses/{id}/edit'] as const
    for (const name of [dish, order, address]) {
      expect(await answers({ title: 'Soup' }, name), name).toMatchObject({ status: 502, code: 'upstream_invalid' })
      for (const nothing of [null, []]) expect(await answers(nothing, name), name).toMatchObject({ status: 404, code: '' })
    }
    expect(await answers({ id: 7 }, dish, { id: '7' })).toEqual({ id: 7 })
    expect(await answers({ id: 7 }, order)).toMatchObject({ status: 502 })
    for (const nothing of [null, [], { token: '' }, { token: null }, { token: 7 }])
      expect(await answers(nothing, 'POST /login')).toMatchObject({ status: 502 })
    // A change is done, whatever confirms it.
    for (const nothing of [null, [], {}]) expect(await answers(nothing, 'POST /me/addresses')).toEqual(nothing)
  })

  it('takes a code for the gateway’s only where the backend has not answered itself', async () => {
    const body = { code: 'upstream_unreachable', message: 'Engine timed out' }
    answer = () => Promise.resolve(Response.json(body, { status: 502 }))
    await expect(call('GET /me', { identity })).rejects.toMatchObject({ status: 502, code: 'upstream_unreachable' })
    answer = () => Promise.resolve(Response.json(body, { status: 502, headers: { 'X-Upstream-Status': '502' } }))
    await expect(call('GET /me', { identity })).rejects.toMatchObject({ status: 502, code: '', message: sentenceFor(502) })
  })

  it('turns a dead network into status 0', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(call('GET /me', { identity })).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  })

  it('is online on a device without a route while calls are answered, by the network and not by the worker', async () => {
    const route = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    answer = () => Promise.resolve(new Response('[]', { headers: { 'X-Cache': 'stale', Age: '60' } }))
    await call('GET /settings', { identity })
    expect(isOnline()).toBe(false)
    answer = () => Promise.resolve(new Response('[]', { headers: { 'X-Cache': 'hit' } }))
    await call('GET /settings', { identity })
    expect(isOnline()).toBe(true)
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    await expect(call('GET /settings', { identity })).rejects.toMatchObject({ code: 'offline' })
    expect(isOnline()).toBe(false)
    // Answered after the network was lost: it began before.
    answer = () => Promise.resolve(new Response('[]'))
    await call('GET /settings', { identity })
    let release = (_: Response): void => undefined
    answer = () => new Promise((resolve) => (release = resolve))
    const late = call('GET /settings', { identity })
    window.dispatchEvent(new Event('offline'))
    expect(isOnline()).toBe(false)
    release(new Response('[]'))
    await late
    expect(isOnline()).toBe(false)
    route.mockRestore()
  })

  it('says whose call was answered 401', async () => {
    const refused = vi.fn()
    onRefusal(refused)
    answer = () => Promise.resolve(new Response('{}', { status: 401 }))
    await expect(call('GET /me', { identity })).rejects.toMatchObject({ status: 401 })
    await expect(call('GET /me', { identity: { ...identity, token: null } })).rejects.toMatchObject({ status: 401 })
    expect(refused).toHaveBeenCalledExactlyOnceWith(identity, 401)
    onRefusal(() => undefined)
  })

  it('answers undefined for an empty body', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 204 }))
    expect(await call('POST /me/logout', { identity })).toBeUndefined()
  })

  it('takes its types from the contract', () => {
    // @ts-expect-error a path parameter is missing
    const missing = (): unknown => call('GET /products/menus/{id}', { identity })
    // @ts-expect-error the contract has no such call
    const unknown = (): unknown => call('DELETE /settings', { identity })
    // @ts-expect-error nobody asks
    const nobody = (): unknown => call('GET /settings', {})
    // @ts-expect-error the body lacks its fields
    const body = (): unknown => call('POST /login', { identity, body: { email: 'a' } })
    expect([missing, unknown, nobody, body]).toHaveLength(4)
  })
  it('takes data where a backend adds meta that the contract does not have, and only there', async () => {
    const body = { data: [{ key: 'PHONE', value: '1' }], meta: [] }
    answer = () => Promise.resolve(Response.json(body))
    expect(await call('GET /settings', { identity })).toEqual(body.data)
    expect(await call('GET /me/transactions', { identity, query: { page: 1 } })).toEqual(body)
    answer = () => Promise.resolve(Response.json({ data: 1 }))
    expect(await call('GET /me', { identity })).toEqual({ data: 1 })
  })

  it.each([{ message: 'Maintenance' }, 'Maintenance', null, { data: { message: 'Maintenance' }, meta: [] }])(
    'an answer that is no list where the contract has one is a failure, never an empty list: %j',
    async (body) => {
      answer = () => Promise.resolve(Response.json(body))
      const failed = { status: 502, code: 'upstream_invalid' }
      await expect(call('GET /taxes', { identity })).rejects.toMatchObject(failed)
      await expect(call('GET /products/categories/{id}/products', { identity, path: { id: 3 } })).rejects.toMatchObject(failed)
      expect(await call('GET /working-hours', { identity })).toEqual(body)
    },
  )
})
