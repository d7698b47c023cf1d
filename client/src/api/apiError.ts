import type { Bill, FieldMessages } from '../../../contracts/types.ts'
import { isRecord } from '../domain/wire.ts'
import { wordsOf } from './errorWords.ts'
import { text } from './translatable.ts'

/**
 * An error of a call (docs/specification.md section 8, docs/wire.md section 3). `message` is an English sentence and a translation key: show it with t().
 * `status` 0 means that there was no response (`code` offline, unreachable or aborted); `fields` has the messages of each form field. `code` is the
 * gateway's own word, empty for what the restaurant's backend itself has answered.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: FieldMessages
  /** Seconds of the response's Retry-After (429, 503); absent without that header. */
  readonly retryAfter: number | undefined
  /** Of a refused order: what it would cost now, where the backend says so (docs/wire.md section 8). */
  readonly bill: Bill | undefined
  /** The backend says of an order that nothing was done, whatever the status (docs/wire.md section 8). */
  readonly notPlaced: boolean

  constructor(of: {
    status: number
    code?: string
    message?: string
    fields?: FieldMessages
    retryAfter?: number | undefined
    bill?: Bill | undefined
    notPlaced?: boolean
  }) {
    super(of.message ?? sentenceFor(of.status))
    this.name = 'ApiError'
    this.status = of.status
    this.code = of.code ?? ''
    this.fields = of.fields ?? {}
    this.retryAfter = of.retryAfter
    this.bill = of.bill
    this.notPlaced = of.notPlaced ?? false
  }

  /** The first message of each field, in the order the server sent them: what a form shows beside its fields (docs/specification.md section 5). */
  firstMessages(): Record<string, string> {
    const first: Record<string, string> = {}
    for (const [field, messages] of Object.entries(this.fields)) {
      const message = messages[0]
      if (message !== undefined) first[field] = message
    }
    return first
  }
}

const notOfferedCode = 'not_offered'

/** The error of an optional call that the backend does not have (api/absentCalls.ts): trying again does not help. */
export const notOffered = (): ApiError =>
  new ApiError({ status: 404, code: notOfferedCode, message: text('The restaurant does not offer this.') })

export const isNotOffered = (error: unknown): boolean => error instanceof ApiError && error.code === notOfferedCode

/** Statuses that are independent of the request's content: 408, 419, 425 and 429. */
const passing = new Set([408, 419, 425, 429])

/** Whether a later try may succeed without any change by the customer. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || passing.has(error.status) || error.status >= 500)
}

/** Statuses that say who asks, where, or how often, and nothing about the thing that was asked. */
const notAboutTheThing = new Set([401, 403, 408, 419, 421, 429])

/**
 * Whether the restaurant itself has said no to what was asked: not delivered there, payment declined, account unknown. Everything else means that it
 * could not be asked: no answer, an answer of the gateway, a failure, and statuses that are not about the thing. `also`: such statuses that do count
 * for this call.
 */
export function saysNo(error: unknown, also: readonly number[] = []): error is ApiError {
  if (!(error instanceof ApiError) || error.code !== '') return false
  const { status } = error
  return status >= 400 && status < 500 && (!notAboutTheThing.has(status) || also.includes(status))
}

/** Whether there is no such thing, as the restaurant says or the gateway of an address that can be none. A proxy's 404 says nothing about it. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && [404, 410].includes(error.status) && ['', 'unknown_call'].includes(error.code)
}

/** The message for a response without one. */
export function sentenceFor(status: number): string {
  if (status === 0) return text('You seem to be offline. Please check your connection and try again.')
  if (status === 401) return text('Please log in to continue.')
  if (status === 403) return text('This is not allowed.')
  if (status === 404) return text('This could not be found.')
  if (status === 422) return text('Please check what you have entered.')
  if (status === 429) return text('Too many attempts. Please wait a moment and try again.')
  return text("The restaurant can't be reached right now. Please try again in a moment.")
}

const backendMessages = new Set<string>()

/** Whether a text came with an error of the restaurant's backend: it is in that backend's language, not a text of the shop. */
export function isBackendMessage(message: string): boolean {
  return backendMessages.has(message)
}

/** The codes of the gateway's errors (docs/wire.md section 3). A backend's errors may have a member `code`, too. */
export const gatewayCodes: ReadonlySet<unknown> = new Set([
  'bad_request',
  'body_too_large',
  'client_closed',
  'cross_origin',
  'internal',
  'login_expired',
  'method_not_allowed',
  'order_key_reused',
  'order_not_yours',
  'orders_paused',
  'outcome_unknown',
  'provider_unreachable',
  'rate_limited',
  'social_unverified',
  'unknown_branch',
  'unknown_call',
  'unknown_host',
  'unsupported_media_type',
  'upstream_invalid',
  'upstream_open',
  'upstream_timeout',
  'upstream_unreachable',
])

/** The values that say no; PHP and forms write them as numbers and texts. */
const no: ReadonlySet<unknown> = new Set([false, 'false', 0, '0'])

/** Reads any error body: the gateway's, or a backend's in whatever form it has (wordsOf). `readable`: it is JSON, or empty. */
export function errorFrom(status: number, body: unknown, headers = new Headers(), readable = true): ApiError {
  const of = isRecord(body) ? body : {}
  const data = isRecord(of['data']) ? of['data'] : {}
  const retryAfter = headers.get('Retry-After')
  const seconds = Number(retryAfter)
  const wait = retryAfter !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
  if (!readable) return new ApiError({ status, code: 'upstream_invalid', retryAfter: wait })
  const words = wordsOf(body)
  const notPlaced = no.has(of['placed']) || no.has(data['placed'])
  // A backend's error may have one of these codes, too: the gateway marks what a backend has answered. Its own messages are translation keys.
  const own = !headers.has('X-Upstream-Status') && gatewayCodes.has(of['code'])
  // What a backend says of its own failure is for its developers; only that an order was not placed is the customer's.
  const message = own || status < 500 || notPlaced ? words.message : ''
  if (!own) for (const said of [message, ...Object.values(words.fields).flat()]) backendMessages.add(said)
  return new ApiError({
    status,
    fields: words.fields,
    bill: readBill(of['bill']),
    notPlaced,
    ...(own ? { code: String(of['code']) } : {}),
    ...(message !== '' ? { message } : {}),
    retryAfter: wait,
  })
}

/**
 * Reads a bill of the backend; undefined if there is none whose total can be read. An error's body has not been read by the BFF: amounts may be decimal
 * texts, and the bill may be in `data`.
 */
export function readBill(value: unknown): Bill | undefined {
  const sent = isRecord(value) && isRecord(value['data']) ? value['data'] : value
  if (!isRecord(sent)) return undefined
  const bill = JSON.parse(JSON.stringify(sent), (name, each: unknown) =>
    name !== 'name' && typeof each === 'string' && /^-?\d+(?:\.\d+)?$/.test(each) ? Number(each) : each,
  ) as Record<string, unknown>
  for (const name of ['lines', 'discounts', 'fees', 'taxItems']) {
    const list = bill[name]
    bill[name] = Array.isArray(list) ? list.filter((each) => name === 'lines' || isRecord(each)) : undefined
  }
  return typeof bill['total'] === 'number' && bill['total'] >= 0 ? (bill as unknown as Bill) : undefined
}
