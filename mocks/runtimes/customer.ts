/** A client of the mock backend for tests, which stores cookies, XSRF token and login token like a real client. */
import type { CheckoutSubmission } from '../../contracts/types.ts'
import { taxPercent, addUp, reckonLine, type Line } from '../backend/ordering.ts'
import type { HostName } from '../data/shops.ts'
import type { Upstream } from './upstream.ts'
import type { World } from '../backend/world.ts'

/** A response. */
export interface Came {
  status: number
  headers: Headers
  /** Parsed if it is JSON, undefined if it is empty. */
  body: unknown
  text: string
}

/** A client of one host. */
export interface Customer {
  cookies: Map<string, string>
  token: string | null
  get(path: string, headers?: Record<string, string>): Promise<Came>
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers?: Record<string, string>): Promise<Came>
  /** Signs in; throws when that fails. */
  login(email?: string, password?: string): Promise<void>
}

/** Creates a client of a host. */
export const customerAt = (upstream: Upstream, host: HostName = 'main'): Customer => {
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Came> => {
    const answer = await fetch(`${upstream.urls[host]}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(customer.cookies.size > 0 ? { Cookie: [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
        ...(customer.token === null ? {} : { Authorization: `Bearer ${customer.token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      customer.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: answer.status, headers: answer.headers, text, body: isJson ? (JSON.parse(text) as unknown) : undefined }
  }
  const customer: Customer = {
    cookies: new Map(),
    token: null,
    get: (path, headers = {}) => call('GET', path, undefined, headers),
    send: async (method, path, body, headers = {}) => {
      if (!customer.cookies.has('XSRF-TOKEN')) await call('GET', '/languages', undefined, {})
      return call(method, path, body, { 'X-XSRF-TOKEN': decodeURIComponent(customer.cookies.get('XSRF-TOKEN') ?? ''), ...headers })
    },
    login: async (email = 'ada@example.org', password = 'correct-horse') => {
      const { status, body } = await customer.send('POST', '/login', { email, password })
      if (status !== 200) throw new Error(`login: ${status}`)
      customer.token = (body as { data: { token: string } }).data.token
    },
  }
  return customer
}

/** A dish as a cart line without its price. */
export const dish = (
  productId: number,
  sizeIndex: number,
  qty: number,
  optionIds: { variantId: number; value?: number; optionId?: number }[] = [],
  extraIds: number[] = [],
): Line => ({
  type: 'productItem',
  productId,
  sizeId: productId * 10 + sizeIndex + 1,
  qty,
  price: 0,
  extraIds: extraIds.map((extraId) => ({ extraId, selected: true, name: '' })),
  optionIds,
})

/** A guest's order of these lines with correct prices, takeaway, paid in cash; `change` overrides its fields. */
export const submissionOf = (
  world: World,
  host: HostName,
  lines: readonly Line[],
  change: Partial<CheckoutSubmission> = {},
  money: { delivery?: number; discount?: number; tip?: number } = {},
): CheckoutSubmission => {
  const shop = world.shop(host)
  const items = lines.map((line) => ({ ...line, price: reckonLine(world.catalogue(shop, 'de'), line).price / 100 }))
  const sums = addUp(world.taxes(shop), {
    lines: Math.round(items.reduce((sum, { price }) => sum + price * 100, 0)),
    delivery: money.delivery ?? 0,
    discount: money.discount ?? 0,
    tip: money.tip ?? 0,
  })
  return {
    cart: {
      items,
      source: 'web',
      taxPercent: taxPercent(world.taxes(shop)),
      price: sums.price / 100,
      total: sums.total / 100,
      delivery: sums.delivery / 100,
      discount: sums.discount / 100,
      tax: sums.tax / 100,
      tip: sums.tip / 100,
    },
    name: 'Gast am Tor',
    email: 'gast@example.org',
    phone: '+493023125150',
    deliverType: 'takeaway',
    deliverAt: 'now',
    notes: '',
    terms: true,
    issueInvoice: false,
    useProfit: false,
    paymentType: 'cash',
    takeaway: true,
    ...change,
  }
}
