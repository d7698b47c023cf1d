// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { publicCalls } from '../../../contracts/calls.ts'
import { precachedCalls, callKey, readBootData, markCached, isCacheable, pageKey, requestKind } from './rules.ts'

const shop = 'https://essen.example'
const asked = (url: string, changes: { method?: string; mode?: string; headers?: Record<string, string> } = {}) => ({
  method: changes.method ?? 'GET',
  url: new URL(url, shop).href,
  mode: changes.mode ?? 'cors',
  headers: new Headers(changes.headers),
})
const answered = (headers: Record<string, string> = {}, status = 200, type = 'basic') => ({ status, type, headers: new Headers(headers) })

describe('what the worker handles', () => {
  it('precaches calls that it may cache', () => expect(publicCalls).toEqual(expect.arrayContaining([...precachedCalls])))

  it.each([
    ['/assets/main-abc.js', 'asset'],
    ['/api/settings', 'call'],
    ['/api/translations?lang=de', 'call'],
    ['/api/products/categories/12/products', 'call'],
    ['/api/products/categories/12/products/7', 'call'],
    ['/api/me', null],
    ['/api/me/orders', null],
    ['/api/me/addresses', null],
    ['/api/tables/T-1', null],
    ['/api/checkout/check?payment=1&sess=2', null],
    ['/api/settings/me', null],
    ['/api/products/categories/1/products/2/3', null],
    ['/bff/config', null],
    ['/bff/geocode/reverse?lat=1&lng=2', null],
    ['/sw.js', null],
    ['https://elsewhere.example/api/settings', null],
  ] as const)('%s is %s', (url, wanted) => {
    expect(requestKind(asked(url), shop)).toBe(wanted)
  })

  it.each([
    ['/', 'page'],
    ['/?product=101', 'page'],
    ['/me/my-orders', 'page'],
    ['/me/my-orders/2026.117', 'page'],
    ['/checkout', 'page'],
    ['/?payment=1&sess=2', null],
    ['/api/settings', 'call'],
    ['/robots.txt', null],
    ['https://elsewhere.example/', null],
  ] as const)('a navigation to %s is %s', (url, wanted) => {
    expect(requestKind(asked(url, { mode: 'navigate' }), shop)).toBe(wanted)
  })

  it('never handles a write', () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect(requestKind(asked('/api/areas', { method }), shop)).toBeNull()
  })

  it('caches nothing requested with a bearer token, no failure and nothing marked as not cacheable', () => {
    expect(isCacheable(asked('/api/areas'), answered({ 'Cache-Control': 'no-cache' }))).toBe(true)
    expect(isCacheable(asked('/api/areas', { headers: { Authorization: 'Bearer a' } }), answered())).toBe(false)
    expect(isCacheable(asked('/api/areas'), answered({ 'Cache-Control': 'no-store' }))).toBe(false)
    expect(isCacheable(asked('/api/areas'), answered({ 'Cache-Control': 'private, no-cache' }))).toBe(false)
    expect(isCacheable(asked('/api/areas'), answered({ 'Content-Length': String(3 << 20) }))).toBe(false)
    for (const status of [204, 206, 304, 404, 500]) expect(isCacheable(asked('/api/areas'), answered({}, status))).toBe(false)
  })

  it('has a key of its own for each branch and language', () => {
    const key = (branch: string | null, lang: string) => callKey(`${shop}/api/areas?x=1`, branch, lang, shop)
    expect(new Set([key(null, 'de'), key(null, 'ar'), key('https://a.example', 'de'), key('https://b.example', 'de')]).size).toBe(4)
    expect(key('https://A.example/', 'DE')).toBe(key('https://a.example', 'de'))
    expect(new Set([pageKey(null, 'de', shop), pageKey('https://a.example', 'de', shop), pageKey(null, 'ar', shop)]).size).toBe(3)
  })
})

describe('the page', () => {
  const page = (boot: unknown) =>
    `<!doctype html>\n<html lang="de" dir="ltr"><body><script type="application/json" id="boot">${JSON.stringify(boot)}</script></body></html>`

  it('is read with its branch and language', () => {
    expect(
      readBootData(page({ branch: 'https://a.example', lang: 'de', settings: [], categories: [{ id: 3 }, { id: 'x' }, null, {}] })),
    ).toEqual({
      branch: 'https://a.example',
      lang: 'de',
      categories: ['3', 'x'],
    })
  })

  it.each([
    ['no boot data', '<html></html>'],
    ['broken boot data', '<script type="application/json" id="boot">{</script>'],
    ['no settings', page({ branch: null, lang: 'de', categories: [] })],
    ['no menu', page({ branch: null, lang: 'de', settings: [] })],
  ])('is not worth keeping with %s', (_, text) => {
    expect(readBootData(text)).toBeNull()
  })

  it('is marked with the time at which it was cached', () => {
    expect(markCached(page({}), '2026-11-21T12:00:00.000Z')).toContain(
      '<html data-cached-at="2026-11-21T12:00:00.000Z" lang="de" dir="ltr">',
    )
  })
})
