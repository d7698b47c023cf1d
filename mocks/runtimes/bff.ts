/**
 * The BFF's runtime: the handlers answer as the browser sees the BFF (docs/wire.md sections 1 to 3), for unit tests and for the client alone in the
 * browser. No envelope, the BFF's own errors, `/bff/config` and `/bff/geocode/reverse`.
 */
import { createOpenApiHttp } from 'openapi-msw'
import { http, HttpResponse, type HttpHandler } from 'msw'
import type { paths, BffConfig } from '../../contracts/bff-types.ts'
import { addressAt } from '../data/places.ts'
import { answerOf, makeHandlers } from '../backend/handlers/all.ts'
import looks from '../data/looks.json' with { type: 'json' }
import { operationsAt } from '../backend/operations.ts'
import type { Runtime } from '../backend/runtime.ts'
import type { Shop, World } from '../backend/world.ts'

const bffHttp = createOpenApiHttp<paths>({ baseUrl: '*' })

/** How the BFF's runtime is set up. */
export interface BffRuntimeOptions {
  world: World
  /** Overrides of `/bff/config`. */
  config?: Partial<BffConfig>
  /** Where the payment page is, for a session. */
  paymentUrl: (sess: string, shop: Shop, lang: string) => string
  /** Milliseconds the BFF waits for an upstream that hangs. */
  hangTimeout?: number
  outcome?: Runtime['outcome']
  changed?: Runtime['changed']
}

/** The BFF's own errors (docs/wire.md section 3) with status and message. A Go test compares them with bff/fault/faults.go. */
const FAULTS = {
  bad_request: [400, 'The request could not be understood.'],
  login_expired: [401, 'Please log in to continue.'],
  cross_origin: [403, 'The request did not come from this shop.'],
  unknown_call: [404, 'There is nothing here.'],
  method_not_allowed: [405, 'This cannot be done here.'],
  body_too_large: [413, 'The request is too large.'],
  unsupported_media_type: [415, 'The request is not JSON.'],
  unknown_branch: [421, 'This branch is not known.'],
  unknown_host: [421, 'There is nothing here.'],
  order_not_yours: [409, 'This order was started under another login. Nothing was sent.'],
  order_key_reused: [422, 'This order attempt belongs to another order.'],
  rate_limited: [429, 'Too many attempts. Please wait a moment.'],
  client_closed: [499, 'Something went wrong. Please try again.'],
  upstream_unreachable: [502, "The restaurant's system cannot be reached. Please try again."],
  upstream_invalid: [502, "The restaurant's system gave no usable answer. Please try again."],
  upstream_open: [503, "The restaurant's system is not answering right now. Please try again in a moment."],
  orders_paused: [503, 'Orders cannot be taken right now. Nothing was sent.'],
  upstream_timeout: [504, "The restaurant's system took too long to answer. Please try again."],
  outcome_unknown: [504, 'It is not known whether the restaurant received this. Please do not send it again before you have checked.'],
  internal: [500, 'Something went wrong. Please try again.'],
} as const

/** The response of one of the BFF's errors. */
const fault = (code: keyof typeof FAULTS, headers: Record<string, string> = {}, status?: number): Response => {
  const [usual, message] = FAULTS[code]
  return HttpResponse.json({ code, message, requestId: crypto.randomUUID() }, { status: status ?? usual, headers })
}

/** The style sheet of a shop's settings: colours, fonts and pictures. */
const lookOf = (world: World, shop: Shop, arabic: boolean): string => {
  const settings = new Map(world.settings(shop, 'de').map((each) => [each.key, each]))
  const text = (key: string): string => settings.get(key)?.value ?? ''
  const fonts = JSON.parse(text('FONT_SETTINGS') || '{}') as { heading?: string; text?: string }
  // The mocks name only fonts that the shop has.
  const stack = (family = text('DEFAULT_FONT')): string =>
    [
      ...(family === '' ? [] : [`var(--font-${family.toLowerCase()},"${family} Fallback")`]),
      ...(arabic ? ['var(--font-noto-sans-arabic,"Noto Sans Arabic")'] : []),
      'var(--font-fallback)',
    ].join()
  const picture = (name: string, key: string): string => {
    const url = settings.get(key)?.media?.background?.url
    return url === undefined ? '' : `--${name}-picture:url("${url}");`
  }
  const colours = (looks as Readonly<Record<string, string>>)[text('PRIMARY_COLOR')] ?? ''
  return `${colours}:root{--font-text:${stack(fonts.text)};--font-heading:${stack(fonts.heading)};${picture('page', 'BACKGROUND_IMAGE')}${picture('screen', 'BREADCRUMB_BACKGROUND')}}`
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const SLOW = 3000

/** A branch URL normalised for comparison: scheme, host and port, no trailing slash. */
const canonical = (url: string): string => {
  try {
    const parsed = new URL(url)
    return (parsed.origin + parsed.pathname).replace(/\/+$/, '').toLowerCase()
  } catch {
    return url
  }
}

export const makeBffRuntime = ({ world, paymentUrl, hangTimeout = 10_000, outcome, changed }: BffRuntimeOptions): Runtime => ({
  world,
  shopOf: (request) => {
    const branch = request.headers.get('X-Branch')
    // The branch list is always the main host's (docs/wire.md section 2).
    if (branch === null || branch === '' || new URL(request.url).pathname === '/api/branches') return world.shop('main')
    const shop = world.shops.find(({ url }) => canonical(url) === canonical(branch))
    if (!shop) throw fault('unknown_branch')
    return shop
  },
  broken: async (kind) => {
    if (kind === 'hang') await wait(hangTimeout)
    return fault('outcome_unknown')
  },
  payment: (shop, sess, lang) => ({ url: paymentUrl(sess, shop, lang), shop: '' }),
  ...(outcome ? { outcome } : {}),
  ...(changed ? { changed } : {}),
})

/** The handlers of the BFF's runtime, as MSW takes them. */
export const bffHandlers = (runtime: Runtime, config: Partial<BffConfig> = {}): HttpHandler[] => {
  const handlers = makeHandlers(runtime)
  const { world } = runtime
  return [
    http.all('*/api/*', async ({ request }) => {
      const at = operationsAt(new URL(request.url).pathname)
      if (at.size === 0) return fault('unknown_call')
      const operation = at.get(request.method === 'HEAD' ? 'GET' : request.method)
      if (!operation) return fault('method_not_allowed', { Allow: [...at.keys()].join(', ') })
      let shop: Shop
      try {
        shop = runtime.shopOf(request)
      } catch (refusal) {
        if (refusal instanceof Response) return refusal
        throw refusal
      }
      world.calls += 1
      if (world.is('upstream-down', shop)) return fault('upstream_unreachable')
      if (world.is('all-html', shop)) return fault('upstream_invalid')
      if (world.is('flaky', shop) && world.calls % 3 === 0) return HttpResponse.json({ message: 'Server error.' }, { status: 503 })
      if (world.is('slow', shop)) await wait(SLOW)
      const answer = await answerOf(runtime, handlers, operation.name, request)
      if (!answer) return fault('unknown_call')
      const isHtml = answer.headers.get('content-type')?.includes('html') ?? false
      return isHtml || (world.is('html-errors', shop) && answer.status >= 400) ? fault('upstream_invalid', {}, answer.status) : answer
    }),

    // The shop's colours and fonts; the BFF derives the colours (bff/site/accent; a test of bff/site writes looks.json).
    http.get('*/look.css', ({ cookies }) => {
      const shop = world.shops.find(({ url }) => canonical(url) === canonical(cookies['branch'] ?? '')) ?? world.shop('main')
      return new HttpResponse(lookOf(world, shop, cookies['lang'] === 'ar'), { headers: { 'Content-Type': 'text/css' } })
    }),

    bffHttp.get('/bff/config', ({ response }) =>
      response(200).json({
        country: 'de',
        language: 'de',
        locale: 'de',
        currency: 'EUR',
        timezone: 'Europe/Berlin',
        accent: null,
        pictures: '',
        proxyPictures: false,
        images: null,
        tiles: null,
        geocoder: true,
        offline: false,
        vitals: false,
        lightOnly: false,
        accounts: true,
        google: null,
        facebook: null,
        phone: null,
        accessibilityContact: 'barrierefrei@goldener-loeffel.example',
        accessibilityDate: '2026-11-21',
        accessibilityAuthor: 'Barrierefrei Beratung',
        paymentHosts: [],
        version: 'mock',
        ...config,
      }),
    ),

    bffHttp.post('/bff/error', () => new HttpResponse(null, { status: 204 })),

    bffHttp.get('/bff/geocode/reverse', ({ request, response }) => {
      const { searchParams } = new URL(request.url)
      const [lat, lng] = [Number(searchParams.get('lat') ?? NaN), Number(searchParams.get('lng') ?? NaN)]
      if (!(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return response.untyped(fault('bad_request'))
      const found = addressAt(lat, lng)
      if (!found)
        return response.untyped(
          HttpResponse.json({ code: 'not_found', message: 'There is no address here.', requestId: 'mock' }, { status: 404 }),
        )
      return response(200).json({ address: found.address, zipcode: found.place.zipcode })
    }),
  ]
}
