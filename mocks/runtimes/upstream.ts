/**
 * The mock backend: the same handlers over node:http, one listener per host, with the upstream's envelope, cookies and XSRF check (docs/wire.md sections 1
 * and 2).
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { HOSTS, type HostName } from '../data/shops.ts'
import { languageOf } from '../data/texts.ts'
import { answerControl } from './extras/control.ts'
import { answerExtra } from './extras/all.ts'
import { answerOf, makeHandlers } from '../backend/handlers/all.ts'
import { laravel, laravelError } from '../backend/laravel.ts'
import { OPERATIONS, operationsAt, type Operation } from '../backend/operations.ts'
import { sentence, type Runtime } from '../backend/runtime.ts'
import type { LoggedCall, Backend } from './backend.ts'
import { makeWorld, type Shop } from '../backend/world.ts'

/** Options of a mock backend. */
export interface UpstreamOptions {
  /** The main host's port; the branches take the three after it. 0: any free ports. */
  port?: number
  /** The address to listen on. */
  host?: string
  /** The storefront's URL, for requests without X-Forwarded-Host. */
  shop?: string
  now?: string | null
  scenarios?: readonly string[]
}

/** A running mock backend. */
export interface Upstream extends Backend {
  urls: Record<HostName, string>
  close(): Promise<void>
}

/** How a response is broken off between the handlers and the socket. */
const BREAKAGE = 'x-mock-breakage'
const SESSION_COOKIE = 'loeffel_session'
const LONGEST_BODY = 1024 * 1024
const LONGEST_LOG = 5000
const SLOW = 3000

const secret = 'a mock backend keeps no secrets'
/** A session's XSRF token, in the alphabet of base64 so that the cookie must be URL-encoded. */
const xsrfOf = (session: string): string => createHmac('sha256', secret).update(session).digest('base64')

const cookiesOf = (header: string | undefined): Map<string, string> =>
  new Map(
    (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.includes('='))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  )

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = part as Buffer
    size += bytes.length
    if (size > LONGEST_BODY) return null
    parts.push(bytes)
  }
  return Buffer.concat(parts)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Wraps a success of the handlers in the upstream's envelope. */
const enveloped = (operation: Operation, body: string, plainTranslations: boolean): string => {
  if (operation.envelope === 'data-meta') return body
  return operation.envelope === 'json-string' && !plainTranslations ? JSON.stringify({ data: body }) : `{"data":${body}}`
}

/** A body of the handlers as the scenario `laravel` has it. */
const inLaravel = (operation: Operation, ok: boolean, body: string, url: URL): string => {
  const answer: unknown = JSON.parse(body)
  return JSON.stringify(ok ? laravel(operation, answer, url) : laravelError(answer))
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  cookies: string[]
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
  cookies: [],
})

const html = (status: number): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>nginx</p></body></html>`,
  cookies: [],
})

/** What a proxy answers for a backend that restarts: its own 404, a firewall's page, a maintenance page with a status of success. */
const proxied = (call: number): Answer =>
  call % 3 === 0
    ? { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: '404 page not found', cookies: [] }
    : html(call % 3 === 1 ? 403 : 200)

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** The upstream's session from the cookies; a GET without one starts a session. */
const sessionOf = (request: IncomingMessage): { cookies: string[]; xsrfOk: boolean } => {
  const sent = cookiesOf(request.headers.cookie)
  const known = sent.get(SESSION_COOKIE)
  const token = sent.get('XSRF-TOKEN')
  const header = request.headers['x-xsrf-token']
  const session = known ?? randomUUID()
  const right = xsrfOf(session)
  const cookies: string[] = []
  if (known === undefined) cookies.push(`${SESSION_COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=7200`)
  if (known === undefined || token === undefined || decoded(token) !== right)
    cookies.push(`XSRF-TOKEN=${encodeURIComponent(right)}; Path=/; SameSite=Lax; Max-Age=7200`)
  return { cookies, xsrfOk: known !== undefined && token !== undefined && decoded(token) === right && header === right }
}

const answerApi = async (
  backend: Backend,
  shop: Shop,
  handlers: ReturnType<typeof makeHandlers>,
  request: IncomingMessage,
  body: Buffer,
): Promise<Answer | 'hang' | 'cut' | 'lost'> => {
  const { world } = backend
  const url = new URL(request.url ?? '/', shop.url)
  const method = request.method ?? 'GET'
  const at = operationsAt(url.pathname)
  const operation = at.get(method === 'HEAD' ? 'GET' : method)
  const lang = languageOf(request.headers['lang']?.toString())
  if (at.size === 0) return json(404, { message: sentence('Not found.', lang) })
  if (!operation) return json(405, { message: 'Method not allowed' }, { Allow: [...at.keys()].join(', ') })
  world.calls += 1
  if (world.is('flaky', shop) && world.calls % 3 === 0) return json(503, { message: sentence('Server error.', lang) })
  if (world.is('all-html', shop)) return html(200)
  if (world.is('proxy', shop)) return proxied(world.calls)
  const { cookies, xsrfOk } = sessionOf(request)
  if (operation.method !== 'GET' && !xsrfOk) return { ...json(419, { message: sentence('CSRF token mismatch.', lang) }), cookies }
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  const given = await answerOf(
    backend.runtime,
    handlers,
    operation.name,
    new Request(url, {
      method: operation.method,
      headers,
      ...(body.length > 0 && operation.method !== 'GET' ? { body: new Uint8Array(body) } : {}),
    }),
  )
  if (!given) return json(404, { message: sentence('Not found.', lang) })
  const breakage = given.headers.get(BREAKAGE)
  if (breakage === 'hang' || breakage === 'cut' || breakage === 'lost') return breakage
  const text = await given.text()
  const isJson = given.headers.get('content-type')?.includes('json') ?? false
  const plain = world.is('plain-translations', shop)
  return {
    status: given.status,
    headers: Object.fromEntries([...given.headers].filter(([name]) => name !== 'set-cookie' && name !== 'content-length')),
    body: !isJson
      ? text
      : world.is('laravel', shop)
        ? inLaravel(operation, given.ok, text, url)
        : given.ok
          ? enveloped(operation, text, plain)
          : text,
    cookies,
  }
}

const send = (request: IncomingMessage, response: ServerResponse, answer: Answer, cutShort = false): void => {
  response.statusCode = answer.status
  response.setHeader('Content-Type', 'application/json')
  response.setHeader('Cache-Control', 'no-cache, private')
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  if (answer.cookies.length > 0) response.setHeader('Set-Cookie', answer.cookies)
  if (answer.status === 204 || answer.status === 304) {
    response.removeHeader('Content-Type')
    response.end()
    return
  }
  let bytes: Buffer = Buffer.from(answer.body)
  response.setHeader('Vary', 'Accept-Encoding, Lang')
  if (bytes.length > 1024 && /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) {
    bytes = gzipSync(bytes)
    response.setHeader('Content-Encoding', 'gzip')
  }
  response.setHeader('Content-Length', bytes.length)
  if (cutShort) {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
    return
  }
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

const listener = (backend: Backend, shop: Shop) => {
  const handlers = makeHandlers(backend.runtime)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { world } = backend
    const url = new URL(request.url ?? '/', shop.url)
    const body = await bodyOf(request)
    if (body === null) {
      send(request, response, json(413, { message: 'Too large' }))
      return
    }
    if (shop.host === 'main' && url.pathname.startsWith('/__')) {
      const { status, body: answer } = answerControl(backend, request.method ?? 'GET', url, body.toString())
      send(request, response, json(status, answer))
      return
    }
    if (!url.pathname.startsWith('/api/')) {
      await answerExtra(backend, shop, url, request, response, body)
      return
    }
    const entry: LoggedCall = {
      at: world.clock.now().toISOString(),
      host: shop.host,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: body.length === 0 ? null : parsed(body.toString()),
      status: 0,
    }
    backend.log.push(entry)
    if (backend.log.length > LONGEST_LOG) backend.log.shift()
    if (world.is('upstream-down', shop)) {
      request.socket.destroy()
      return
    }
    if (world.is('slow', shop)) await wait(SLOW)
    const fault = backend.faults.find((candidate) => candidate.times > 0 && candidate.match.test(`${entry.method} ${url.pathname}`))
    if (fault) {
      fault.times -= 1
      if (fault.kind === 'reset') {
        request.socket.resetAndDestroy()
        return
      }
      if (fault.kind === 'hang') return
      if (fault.kind === 'slow') await wait(fault.ms)
      if (fault.kind === 'status' || fault.kind === 'html') {
        entry.status = fault.status
        send(request, response, fault.kind === 'html' ? html(fault.status) : json(fault.status, fault.body))
        return
      }
    }
    let answer = await answerApi(backend, shop, handlers, request, body)
    const breakage = typeof answer === 'string' ? answer : fault?.kind === 'cut' || fault?.kind === 'lost' ? fault.kind : null
    if (breakage === 'hang') return
    if (breakage === 'lost') {
      request.socket.resetAndDestroy()
      return
    }
    if (typeof answer === 'string') answer = json(200, { data: { id: 0, code: 'cut-short' } })
    if (world.is('html-errors', shop) && answer.status >= 400) answer = { ...html(answer.status), cookies: answer.cookies }
    entry.status = answer.status
    send(request, response, answer, breakage === 'cut')
  }
}

const firstOf = (header: string | null): string | null => header?.split(',')[0]?.trim() || null

/** The URL of the storefront that sent a request: from the forwarded headers, else the one given at start. */
const shopAddress = (headers: Headers, fallback: string): string => {
  const host = firstOf(headers.get('x-forwarded-host'))
  if (host === null || !/^[\w.:[\]-]+$/.test(host)) return fallback
  return `${firstOf(headers.get('x-forwarded-proto')) === 'https' ? 'https' : 'http'}://${host}`
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((done, failed) => {
    server.once('error', failed)
    server.listen(port, host, () => done((server.address() as AddressInfo).port))
  })

/** Starts the main host and the three branches. Rejects when a port is taken. */
export const startUpstream = async (options: UpstreamOptions = {}): Promise<Upstream> => {
  const { port = 8090, host = '127.0.0.1', shop: shopUrl = 'http://127.0.0.1:8080' } = options
  const answers: Partial<Record<HostName, (request: IncomingMessage, response: ServerResponse) => Promise<void>>> = {}
  const servers: Server[] = []
  const urls = {} as Record<HostName, string>
  for (const [index, name] of HOSTS.entries()) {
    const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
      answers[name]?.(request, response).catch((error: unknown) => {
        console.error(`mock backend: ${request.method ?? ''} ${request.url ?? ''}:`, error)
        if (!response.headersSent) send(request, response, json(500, { message: 'Server error.' }))
      })
    })
    servers.push(server)
    urls[name] = `http://${host}:${await listen(server, port === 0 ? 0 : port + index, host)}`
  }
  const world = makeWorld({ urls, mediaBase: urls.main, now: options.now ?? null, scenarios: options.scenarios ?? [] })
  const byOrigin = new Map(world.shops.map((entry) => [new URL(entry.url).origin, entry]))
  const runtime: Runtime = {
    world,
    shopOf: (request) => byOrigin.get(new URL(request.url).origin) ?? world.shop('main'),
    broken: (kind) => Promise.resolve(new Response(null, { status: 200, headers: { [BREAKAGE]: kind } })),
    payment: (entry, sess, lang, request) => ({
      url: `${entry.url}/pay/${sess}?lang=${lang}`,
      shop: shopAddress(request.headers, shopUrl),
    }),
  }
  const backend: Backend = { world, runtime, log: [], faults: [], shop: shopUrl }
  for (const entry of world.shops) answers[entry.host] = listener(backend, entry)
  return {
    ...backend,
    urls,
    close: async () => {
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((done) => {
              server.close(() => done())
              server.closeAllConnections()
            }),
        ),
      )
    },
  }
}

/** How many calls the upstream answers; a guard for the start-up line. */
export const CALLS = OPERATIONS.length
