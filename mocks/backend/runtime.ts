/**
 * A runtime runs the mock backend: as the upstream over HTTP, or as the BFF in unit tests and in the browser (mocks/runtimes). The handlers are the same;
 * this file has what differs.
 */
import { HttpResponse } from 'msw'
import messages from '../data/messages.json' with { type: 'json' }
import { languageOf, type Lang } from '../data/texts.ts'
import type { AccountRecord, SessionRecord } from './state.ts'
import { languagesOf, type Shop, type World } from './world.ts'

/** Ways in which a response is lost. hang: never sent; cut: breaks off; lost: carried out, the connection is closed before the response. */
type Breakage = 'hang' | 'cut' | 'lost'

/** What differs between the runtimes. */
export interface Runtime {
  world: World
  /** The shop of a request. Throws a Response if there is none (docs/wire.md section 2: 421 unknown_branch). */
  shopOf(request: Request): Shop
  /** A response that is lost in this way. */
  broken(kind: Breakage): Promise<Response>
  /** The URLs of the payment page of a session and of the page it returns to. */
  payment(shop: Shop, sess: string, lang: Lang, request: Request): { url: string; shop: string }
  /** The payment page's decision, in runtimes in which the page can't record it itself. */
  outcome?(sess: string): 'approved' | 'declined' | null
  /** Called after each change of the state. */
  changed?(): void
}

/** What every handler needs of a request. */
export interface Call {
  world: World
  shop: Shop
  lang: Lang
  now: Date
  session: SessionRecord | null
  /** Throws 401 unless a token is valid. */
  signedIn(): SessionRecord
  /** Throws 401 unless a customer's token is valid, 403 for a table's. */
  customer(): AccountRecord
  /** An English sentence of messages.json in the request's language. */
  say(message: string, values?: Readonly<Record<string, string>>): string
}

const sentences: Readonly<Record<string, Partial<Record<Lang, string>>>> = messages

/** An English sentence in a language, `{{name}}` filled in; what has no translation stays English. */
export const sentence = (message: string, lang: Lang, values: Readonly<Record<string, string>> = {}): string =>
  (sentences[message]?.[lang] ?? message).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** An error response with a message; thrown to end the handler. */
export const failure = (
  status: number,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Record<string, string> = {},
): Response => HttpResponse.json({ message, ...more }, { status, headers })

/** An id or string of a body as text; '' for anything else. */
export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Reads the customer, shop and language of a request. */
export const callOf = (runtime: Runtime, request: Request): Call => {
  const { world } = runtime
  const shop = runtime.shopOf(request)
  const asked = languageOf(request.headers.get('Lang'))
  const lang = languagesOf(world, shop).includes(asked) ? asked : 'de'
  const token = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1]
  const known =
    token === undefined || world.is('session-expired', shop) || !Object.hasOwn(world.state.sessions, token)
      ? null
      : world.state.sessions[token]
  const session = known ?? null
  const say = (message: string, values?: Readonly<Record<string, string>>): string => sentence(message, lang, values)
  const signedIn = (): SessionRecord => {
    if (session === null) throw failure(401, say('Unauthenticated.'))
    return session
  }
  return {
    world,
    shop,
    lang,
    now: world.clock.now(),
    session,
    say,
    signedIn,
    customer: () => {
      const own = signedIn()
      const account = 'accountId' in own ? world.state.accounts.find(({ id }) => id === own.accountId) : undefined
      if (!account) throw failure(403, say('This is not open to guests at a table.'))
      return account
    },
  }
}

/** Starts a session and returns its token. */
export const openSession = (runtime: Runtime, session: SessionRecord): string => {
  const token = `${'accountId' in session ? 'cus' : 'tbl'}-${crypto.randomUUID()}`
  runtime.world.state.sessions[token] = session
  runtime.changed?.()
  return token
}

/** The body as an object; anything else is treated as empty, so that the fields are reported as missing. */
export const bodyOf = async (request: Request): Promise<Record<string, unknown>> => {
  try {
    const body: unknown = await request.clone().json()
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
