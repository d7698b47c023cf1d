/** The scenario `laravel`: the same answers as a Laravel backend with Fractal writes them (docs/decisions/gateway-reading.md). */
import { answers, shapes } from '../../contracts/optional.ts'
import { ZONE } from './clock.ts'
import type { Operation, OperationName } from './operations.ts'

type Json = Readonly<Record<string, unknown>>

/** How many elements a page of a public list has. */
const pageSize = 6
/** The public lists that come in pages. */
const paged: readonly OperationName[] = ['listCategories', 'listCategoryProducts', 'listMenus']
/** The fields that a decimal column holds; ids, quantities and counts are integers. */
const decimals = new Set([
  'amount',
  'cartTotal',
  'deliver',
  'deliveryPrice',
  'discount',
  'freeDeliveryThreshold',
  'minimumOrder',
  'newProfit',
  'oldProfit',
  'price',
  'profit',
  'tax',
  'tip',
  'total',
  'value',
])
/** An instant with an offset, as the contract writes it. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** The body of a success, from what a handler answers. `url` is the request's. */
export const laravel = (operation: Operation, answer: unknown, url: URL): unknown => {
  if (operation.envelope === 'json-string') return { data: JSON.stringify(answer) }
  const schema = answers[operation.name] ?? ''
  const whole = operation.envelope === 'data-meta' && isObject(answer)
  const data = written(whole ? answer['data'] : answer, whole ? (shapes[schema]?.of['data'] ?? '') : schema)
  const own = whole && isObject(answer['meta']) ? answer['meta'] : {}
  const meta = { ...(written(own, '') as Json), ...('pagination' in own && { pagination: own['pagination'] }) }
  if (!Array.isArray(data)) return Object.keys(meta).length === 0 ? { data } : { data, meta }
  const { page, pagination } = pageOf(data, paged.includes(operation.name) ? url : null)
  return { data: page, meta: { pagination, ...meta } }
}

/** The body of an error: the fields are under `errors`. */
export const laravelError = (body: unknown): unknown => {
  if (!isObject(body) || !isObject(body['data'])) return body
  const { data, ...rest } = body
  return { message: 'The given data was invalid.', ...rest, errors: data }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as Laravel writes it: decimals as texts, switches as "1" and "0", includes in `data`, pictures beside the name, `[]` for an empty map. */
function written(value: unknown, schema: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => written(each, schema))
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'string') return instant.test(value) ? wallTime(value) : value
  if (!isObject(value)) return value
  if (Object.keys(value).length === 0) return []
  const { media, ...rest } = value
  const includes = { ...shapes[schema]?.of, ...(isObject(media) && shapes['Media']?.of) }
  return Object.fromEntries(
    Object.entries({ ...rest, ...(isObject(media) && media) }).map(([name, inner]) => {
      if (typeof inner === 'number' && decimals.has(name)) return [name, inner.toFixed(2)]
      const include = includes[name]
      const text = written(inner, include ?? '')
      return [name, include === undefined || include === 'Coordinates' ? text : { data: text ?? [] }]
    }),
  )
}

/** An instant as the database holds it: in the restaurant's time, without an offset. */
const wallTime = (text: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' }).format(new Date(text))

/** A page of a list, with Fractal's paginator; the whole list without a URL. */
function pageOf(list: readonly unknown[], url: URL | null): { page: readonly unknown[]; pagination: Json } {
  const size = url === null ? Math.max(1, list.length) : pageSize
  const pages = Math.max(1, Math.ceil(list.length / size))
  const current = Math.min(pages, Math.max(1, Number(url?.searchParams.get('page') ?? 1) || 1))
  return {
    page: list.slice((current - 1) * size, current * size),
    pagination: { total: list.length, per_page: size, current_page: current, total_pages: pages },
  }
}
