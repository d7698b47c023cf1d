import { essentials, lists, withMeta } from '../../../contracts/calls.ts'
import type { paths } from '../../../contracts/types.ts'
import type { paths as bffPaths } from '../../../contracts/bff-types.ts'
import { isAbsent, noteAbsence } from './absentCalls.ts'
import { ageOf, noteAge } from './age.ts'
import { ApiError, errorFrom, notOffered } from './apiError.ts'
import type { Caller } from './scope.ts'
import { beginCall, isOnline } from './online.ts'
import { isId } from '../domain/ids.ts'
import { isRecord } from '../domain/wire.ts'
import { text } from './translatable.ts'

type Method = 'get' | 'post' | 'put' | 'delete'
type Defined<Paths, P extends keyof Paths, M extends Method> = M extends keyof Paths[P]
  ? Paths[P][M] extends undefined
    ? never
    : M
  : never

/** The name of a call as the contract lists it: "GET /settings", "PUT /me/addresses/{id}". */
export type CallName = {
  [P in keyof paths]: { [M in Method]: Defined<paths, P, M> extends never ? never : `${Uppercase<M>} ${P}` }[Method]
}[keyof paths]

type Operation<C extends CallName> = C extends `${infer M} ${infer P}`
  ? P extends keyof paths
    ? Lowercase<M> extends keyof paths[P]
      ? NonNullable<paths[P][Lowercase<M>]>
      : never
    : never
  : never

type Parameter<O, Kind extends 'path' | 'query'> = O extends { parameters: infer P }
  ? Kind extends keyof P
    ? NonNullable<P[Kind]>
    : never
  : never
type Content<B> = [B] extends [never] ? undefined : B extends { content: { 'application/json': infer J } } ? J : undefined
type Body<O> = O extends { requestBody?: infer B } ? Content<NonNullable<B>> : undefined
type Json<R> = R extends { content: { 'application/json': infer J } } ? J : undefined
type Responses<O> = O extends { responses: infer R } ? R : never

/** The type of a call's response body, as unwrapped by the BFF (docs/wire.md section 1). */
export type Answer<C extends CallName> = SuccessOf<Responses<Operation<C>>>
type SuccessOf<R> = { [S in keyof R & (200 | 201 | 202 | 204)]: Json<R[S]> }[keyof R & (200 | 201 | 202 | 204)]

type PathOption<O> = [Parameter<O, 'path'>] extends [never]
  ? { path?: undefined }
  : { path: { [K in keyof Parameter<O, 'path'>]: string | number } }
type QueryOption<O> = [Parameter<O, 'query'>] extends [never]
  ? { query?: undefined }
  : { query: { [K in keyof Parameter<O, 'query'>]: Parameter<O, 'query'>[K] | null } }
type BodyOption<O> = [Body<O>] extends [undefined] ? { body?: undefined } : { body: Body<O> }

interface Common {
  /** The login, branch and language of the call. */
  identity: Caller
  signal?: AbortSignal | undefined
  /** One per order attempt; the BFF forwards one request per key (docs/architecture.md section 3.8). */
  idempotencyKey?: string
  /** Timeout in milliseconds; default 20 s for a GET and 60 s for other methods. */
  timeout?: number
}

/** The options of a call: its path and query parameters and its body, required as in the contract. */
export type CallOptions<C extends CallName> = PathOption<Operation<C>> & QueryOption<Operation<C>> & BodyOption<Operation<C>> & Common

/**
 * Whether an answer has the form without which it says nothing: it is a list where the contract has one, and has the token of a login or the id of a dish. The
 * BFF has read everything in it into the contract's form, and passes on what it can't read as it came (docs/wire.md section 1). Another answer is a failure,
 * never an empty list or a login.
 */
function isOfItsKind(name: CallName, answer: unknown): boolean {
  const essential = essentials[name]
  if (essential === 'id') return isRecord(answer) && isId(answer['id'])
  if (essential !== undefined) return isRecord(answer) && typeof answer[essential] === 'string' && answer[essential] !== ''
  if (lists.includes(name)) return Array.isArray(answer)
  return withMeta[name] !== true || (isRecord(answer) && Array.isArray(answer['data']))
}

/** Whether an answer says that there is no such dish, address or order: it is no object. */
function saysNone(name: CallName, answer: unknown): boolean {
  return ['id', 'code'].includes(essentials[name] ?? '') && !isRecord(answer)
}

let refused: (caller: Caller, status: 401 | 421) => void = () => undefined

/** Sets the callback for rejected identities: after a 401 the login may have expired, after a 421 the branch is not listed. */
export function onRefusal(listener: (caller: Caller, status: 401 | 421) => void): void {
  refused = listener
}

/** The URL-decoded value of a cookie; null if there is none. */
export function cookie(name: string): string | null {
  for (const part of document.cookie.split('; ')) {
    if (!part.startsWith(`${name}=`)) continue
    const value = part.slice(name.length + 1)
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
  return null
}

interface Sendable extends Omit<Common, 'identity'> {
  identity?: Caller
  path?: Record<string, string | number> | undefined
  query?: Record<string, string | number | boolean | null | undefined> | undefined
  body?: unknown
  /** The answer is `data` where it has `meta`, too. */
  unwrap?: boolean
}

/**
 * Makes a call of the contract through the BFF, with the headers of docs/specification.md section 7. Returns the unwrapped body, undefined if there is none.
 * Throws ApiError for every failure; the caller decides what to show.
 */
export async function call<C extends CallName>(name: C, options: CallOptions<C>): Promise<Answer<C>> {
  const space = name.indexOf(' ')
  // A backend may add `meta` to any answer: only of these calls it stays (docs/wire.md section 1).
  const sent: Sendable = { ...(options as Sendable), unwrap: !(name in withMeta) }
  const { branch } = options.identity
  if (isAbsent(name, branch)) throw notOffered()
  const make = (of: Sendable) => send(name.slice(0, space), `/api${name.slice(space + 1)}`, of)
  try {
    const answer = await make(sent)
    if (saysNone(name, answer)) throw new ApiError({ status: 404 })
    if (!isOfItsKind(name, answer)) throw new ApiError({ status: 502, code: 'upstream_invalid' })
    return answer as Answer<C>
  } catch (error) {
    if (await noteAbsence(name, branch, error, () => make({ ...sent, body: {} }))) throw notOffered()
    throw error
  }
}

type BffGet = { [P in keyof bffPaths & `/bff/${string}`]: P }[keyof bffPaths & `/bff/${string}`]
type BffOperation<P extends BffGet> = NonNullable<bffPaths[P]['get']>

/** Makes one of the BFF's own calls (contracts/bff.yaml), which are outside /api. Throws ApiError like `call`. */
export async function callBff<P extends BffGet>(
  path: P,
  options?: { query?: Parameter<BffOperation<P>, 'query'>; signal?: AbortSignal; identity?: Caller },
): Promise<SuccessOf<Responses<BffOperation<P>>>> {
  return (await send('GET', path, options)) as SuccessOf<Responses<BffOperation<P>>>
}

function address(template: string, options: Sendable): string {
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(options.path?.[key] ?? '')))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(options.query ?? {})) {
    // docs/specification.md section 7: query parameters with null values are skipped.
    if (value === null || value === undefined) continue
    query.append(key, String(value))
  }
  const search = query.toString()
  return search === '' ? path : `${path}?${search}`
}

function headersFor(method: string, options: Sendable): Headers {
  const headers = new Headers({ Accept: 'application/json' })
  const { identity } = options
  if (identity !== undefined) {
    headers.set('Lang', identity.language)
    if (identity.token !== null) headers.set('Authorization', `Bearer ${identity.token}`)
    if (identity.branch !== null) headers.set('X-Branch', identity.branch)
  }
  if (method !== 'GET') {
    const xsrf = cookie('XSRF-TOKEN')
    if (xsrf !== null) headers.set('X-XSRF-TOKEN', xsrf)
    headers.set('Content-Type', 'application/json')
  }
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  return headers
}

async function send(method: string, template: string, options: Sendable = {}): Promise<unknown> {
  const limit = AbortSignal.timeout(options.timeout ?? (method === 'GET' ? 20_000 : 60_000))
  const signal = options.signal === undefined ? limit : eitherOf(options.signal, limit)
  const end = beginCall()
  let response: Response
  let received: string
  try {
    response = await fetch(address(template, options), {
      method,
      headers: headersFor(method, options),
      credentials: 'include',
      signal,
      ...(method === 'GET' ? {} : { body: JSON.stringify(options.body ?? {}) }),
    })
    received = await response.text()
  } catch (cause) {
    // A cancelled call rejects with the abort itself, so that a query does not treat it as a failure.
    if (options.signal?.aborted === true) throw cause
    if (!limit.aborted) end(false)
    throw withoutAnswer(limit.aborted)
  }
  const age = ageOf(response.headers)
  // A stale answer may be the service worker's.
  if (!age.stale) end(true)
  const body = parse(received)
  const { identity } = options
  const { status } = response
  if (identity !== undefined && (status === 421 || (status === 401 && identity.token !== null))) refused(identity, status)
  if (!response.ok) throw errorFrom(status, body.value, response.headers, body.readable)
  if (!body.readable) throw new ApiError({ status: 502, code: 'upstream_invalid' })
  const answer =
    options.unwrap === true && isRecord(body.value) && 'data' in body.value && 'meta' in body.value ? body.value['data'] : body.value
  noteAge(answer, age)
  return answer
}

/** A signal that aborts with the first of two. `AbortSignal.any` does the same, in Safari from 17.4 only. */
function eitherOf(...signals: [AbortSignal, AbortSignal]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason)
    else signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal })
  }
  return either.signal
}

function withoutAnswer(late: boolean): ApiError {
  if (late) return new ApiError({ status: 0, code: 'timeout', message: text('This is taking too long. Please try again.') })
  return new ApiError({ status: 0, code: isOnline() ? 'unreachable' : 'offline' })
}

function parse(received: string): { readable: boolean; value: unknown } {
  if (received === '') return { readable: true, value: undefined }
  try {
    return { readable: true, value: JSON.parse(received) as unknown }
  } catch {
    return { readable: false, value: undefined }
  }
}
