/*
 * Two tabs of one browser, driven by random events against a small model: branch, language, login, logout, typing, orders with lost or late
 * responses, late storage events. `IDENTITY_RUNS` sequences (50), `IDENTITY_SEED` repeats one.
 */
import fc from 'fast-check'
import { getResponse } from 'msw'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dish, submissionOf } from '../../../../mocks/customer.ts'
import type { HostName } from '../../../../mocks/data/shops.ts'
import { makeBffRuntime, bffHandlers } from '../../../../mocks/bff.ts'
import { makeWorld } from '../../../../mocks/world.ts'
import { storeOver } from '../../shop/browser/storage.ts'
import type { Attempt } from './attempt.ts'
import { branchFields, checkoutDraft, emptyFields } from './fields.ts'

const runs = Number(process.env['IDENTITY_RUNS'] ?? 50)
const seed = Number(process.env['IDENTITY_SEED'] ?? Date.now() % 2 ** 31)
const hosts = ['mitte', 'kreuzberg', 'prenzlauerberg'] as const satisfies HostName[]
const lines = {
  mitte: dish(101, 0, 2, [{ variantId: 10, value: 1001 }]),
  kreuzberg: dish(1202, 0, 2, [{ variantId: 20, optionId: 2001 }]),
  prenzlauerberg: dish(2305, 0, 2),
}
const accounts = ['ada@example.org', 'grace@example.org'] as const
type Account = (typeof accounts)[number]
type Host = (typeof hosts)[number]
let ordersPlaced = 0
type Answer = 'arrives' | 'is lost' | 'never went out'

/** A browser's storage that two tabs share; each tab receives the other's changes when the test delivers them. */
class SharedStorage {
  readonly map = new Map<string, string>()
  readonly waiting = new Map<Tab, string[]>()

  of(tab: () => Tab): Storage {
    const changed = (key: string): void => {
      for (const [other, keys] of this.waiting) if (other !== tab()) keys.push(key)
    }
    return fakeStorage(this.map, changed)
  }
}

const fakeStorage = (map: Map<string, string>, changed: (key: string) => void): Storage => ({
  get length() {
    return map.size
  },
  key: (index) => [...map.keys()][index] ?? null,
  clear: () => map.clear(),
  getItem: (key) => map.get(key) ?? null,
  setItem: (key, value) => {
    if (map.get(key) === value) return
    map.set(key, value)
    changed(key)
  },
  removeItem: (key) => {
    if (map.delete(key)) changed(key)
  },
})

const load = async () => ({
  attempt: await import('./attempt.ts'),
  cart: await import('../../shop/cart/cart.ts'),
  branch: await import('../../shop/session/branch.ts'),
  draft: await import('../../shop/forms/formDraft.ts'),
  follow: await import('../../shop/session/follow.ts'),
  identity: await import('../../shop/session/identity.ts'),
  language: await import('../../shop/restaurant/language.ts'),
  login: await import('../../shop/session/login.ts'),
  http: await import('../../api/http.ts'),
  menu: await import('../menu/queries.ts'),
  orders: await import('../orders/queries.ts'),
  placing: await import('./placing.ts'),
  queries: await import('../../api/queryClient.ts'),
})

/** One tab: the shop's modules of its own, its session storage, and whether something is typed or open. */
class Tab {
  busy = false
  modules!: Awaited<ReturnType<typeof load>>
  readonly session = new Map<string, string>()
  readonly listeners = new Set<{ concerns: (key: string) => boolean; listener: () => void }>()
  reloads: string | null = null
  /** Pending delays of this page. */
  waits: (() => void)[] = []
  pursuing = false

  readonly browser: Browser
  readonly name: string

  constructor(browser: Browser, name: string) {
    this.browser = browser
    this.name = name
    browser.storage.waiting.set(this, [])
  }

  /** Loads the page: all in-memory state is new. */
  async start(): Promise<void> {
    this.reloads = null
    this.busy = false
    this.listeners.clear()
    // The scripts of the previous page no longer run.
    this.waits = []
    this.pursuing = false
    vi.resetModules()
    const local = storeOver(() => this.browser.storage.of(() => this))
    const session = storeOver(() => fakeStorage(this.session, () => undefined))
    vi.doMock('../../shop/browser/storage.ts', async (original) => ({
      ...(await original<typeof import('../../shop/browser/storage.ts')>()),
      local,
      session,
      onStoredElsewhere: (concerns: (key: string) => boolean, listener: () => void) => {
        const one = { concerns, listener }
        this.listeners.add(one)
        return () => this.listeners.delete(one)
      },
    }))
    vi.doMock('../../shop/session/busy.ts', () => ({ isBusy: () => this.busy, watchTyping: () => () => undefined }))
    this.modules = await load()
    const { identity, http, login, follow, language, queries } = this.modules
    queries.queryClient.setDefaultOptions({ queries: { ...queries.queryClient.getDefaultOptions().queries, retryDelay: 0 } })
    identity.startIdentity()
    login.startLogin()
    http.onRefusal(login.checkLoginAgain)
    await language.startLanguage(undefined)
    follow.followOtherTabs()
    // The page shows the menu, and who is signed in.
    await this.look()
    this.browser.acting = this
  }

  /** The queries of the screen. */
  async look(): Promise<void> {
    const { queries, menu, orders, login, identity } = this.modules
    await queries.queryClient.query({ ...menu.categoriesQuery(), retry: false }).catch(() => undefined)
    if (identity.identity().token !== null && (await login.currentLogin()).loggedIn)
      await queries.queryClient.query({ ...orders.ordersQuery, retry: false }).catch(() => undefined)
  }

  /** Delivers the other tab's storage events. */
  hear(): void {
    const keys = this.browser.storage.waiting.get(this)?.splice(0) ?? []
    for (const key of keys) for (const { concerns, listener } of [...this.listeners]) if (concerns(key)) listener()
  }

  get here() {
    return this.modules.identity.identity()
  }

  get host(): Host | 'main' {
    return this.browser.hostOf(this.here.branch)
  }
}

/** The model: who typed what, the identities, and which orders may exist. */
class Browser {
  readonly storage = new SharedStorage()
  readonly world = makeWorld()
  readonly runtime = makeBffRuntime({ world: this.world, hangTimeout: 1, paymentUrl: (sess, shop) => `${shop.url}/pay/${sess}` })
  readonly handlers = bffHandlers(this.runtime)
  readonly tabs: Tab[] = []
  /** The orders, by their notes. */
  readonly attempts = new Map<string, { host: Host; account: Account | null; email: string }>()
  readonly senders = new Map<string, string>()
  /** Tokens whose customer has logged out, by the account. */
  readonly left = new Map<string, Account>()
  readonly tokens = new Map<string, Account>()
  answer: Answer = 'arrives'
  /** The next check of the login gets no answer. */
  loginUnanswered = false
  /** Errors of work that is not awaited. */
  readonly violations: string[] = []
  acting!: Tab

  hostOf(url: string | null): Host | 'main' {
    return this.world.shops.find((shop) => shop.url === url)?.host ?? 'main'
  }

  urlOf(host: Host): string {
    return this.world.shop(host).url
  }

  async open(): Promise<void> {
    this.world.setScenario({ names: ['open'] })
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.fetch(url, init))
    const go = (): void => {
      this.acting.reloads = 'yes'
    }
    vi.spyOn(window.location, 'assign').mockImplementation(go)
    vi.spyOn(window.location, 'reload').mockImplementation(go)
    for (const name of ['A', 'B']) this.tabs.push(new Tab(this, name))
    const first = this.tabs[0] as Tab
    this.storage.of(() => first).setItem('branchUrl', this.urlOf('mitte'))
    for (const tab of this.tabs) {
      this.acting = tab
      await tab.start()
      this.storage.waiting.get(tab)?.splice(0)
    }
  }

  /** Requests without a response. */
  pending = 0

  private async fetch(path: string, init: RequestInit): Promise<Response> {
    this.pending += 1
    return this.respond(path, init).finally(() => (this.pending -= 1))
  }

  /** Whether any work of a page is still waiting for a response. */
  get waiting(): boolean {
    return this.pending > 0 || this.tabs.some(({ modules }) => modules.queries.queryClient.isFetching() > 0)
  }

  private async respond(path: string, init: RequestInit): Promise<Response> {
    const request = new Request(new URL(path, 'http://shop.example'), init)
    const token = (request.headers.get('Authorization') ?? '').replace('Bearer ', '')
    if (this.loginUnanswered && path.endsWith('/me') && this.world.state.sessions[token] !== undefined) {
      this.loginUnanswered = false
      throw new TypeError('Failed to fetch')
    }
    const key = request.headers.get('Idempotency-Key')
    if (key === null) return (await getResponse(this.handlers, request)) ?? new Response(null, { status: 404 })
    const answer = this.answer
    this.answer = 'arrives'
    const scope = `${request.headers.get('X-Branch') ?? ''} ${key}`
    const sender = request.headers.get('Authorization') ?? ''
    const before = this.senders.get(scope)
    if (before !== undefined && before !== sender) this.violations.push(`${key} was sent as "${before}" and again as "${sender}"`)
    const { notes } = (await request.clone().json()) as { notes: string }
    const meant = this.attempts.get(notes)?.host
    const asked = this.hostOf(request.headers.get('X-Branch'))
    if (meant !== asked) this.violations.push(`an order for ${meant ?? 'nobody'} was sent to ${asked}`)
    if (answer === 'never went out') throw new TypeError('Failed to fetch')
    this.senders.set(scope, sender)
    const response = (await getResponse(this.handlers, request)) ?? new Response(null, { status: 404 })
    for (const order of this.world.state.orders) this.check(order)
    if (answer === 'is lost') throw new TypeError('Failed to fetch')
    return response
  }

  private readonly placed = new Map<string, number>()

  private check(order: (typeof this.world.state.orders)[number]): void {
    const { notes, email } = order.submission
    const key = notes ?? ''
    const meant = this.attempts.get(key)
    // The mock backend starts with orders of its own; this one was read before.
    if (meant === undefined || this.placed.get(key) === order.id) return
    if (this.placed.has(key)) this.violations.push(`${key} became two orders`)
    this.placed.set(key, order.id)
    ordersPlaced += 1
    if (order.host !== meant.host) this.violations.push(`an order for ${meant.host} went to ${order.host}`)
    const account = this.world.state.accounts.find(({ id }) => id === order.accountId)?.email ?? null
    if (account !== meant.account) this.violations.push(`an order of ${meant.account ?? 'a guest'} was placed as ${account ?? 'a guest'}`)
    if (email !== meant.email) this.violations.push(`an order of ${meant.email} names ${email}`)
  }

  /** The invariants of every page. */
  invariants(): void {
    if (this.violations.length > 0) throw new Error(this.violations.join('\n'))
    for (const tab of this.tabs) {
      const { cart, queries } = tab.modules
      const { branch, token, language } = tab.here
      const heard = (this.storage.waiting.get(tab)?.length ?? 0) === 0
      const strange = cart.currentCart().items.find((line) => line.shown.name !== tab.host)
      if (strange) throw new Error(`tab ${tab.name} shows ${tab.host} with a cart of ${strange.shown.name}`)
      for (const query of queries.queryClient.getQueryCache().getAll()) {
        const [where, what] = query.queryKey as [{ branch: string | null; language: string; token?: string | null }, string]
        if (where.branch !== branch) throw new Error(`tab ${tab.name} keeps ${what} of another branch`)
        if (query.isActive() && where.language !== language) throw new Error(`tab ${tab.name} shows ${what} in ${where.language}`)
        const personal = what === 'me' && where.token !== token && query.state.data !== undefined && query.state.data !== null
        if (personal) throw new Error(`tab ${tab.name} keeps data of another login`)
      }
      if (!heard) continue
      if (token !== null && this.left.has(token)) throw new Error(`tab ${tab.name} is signed in as somebody who left`)
      const kept = [...tab.session.values()].join()
      for (const account of accounts)
        if (kept.includes(account) && token === null && !tab.modules.login.customerHash())
          throw new Error(`tab ${tab.name} keeps what ${account} typed`)
      for (const account of accounts)
        if (kept.includes(account) && token !== null && this.tokens.get(token) !== account)
          throw new Error(`tab ${tab.name} keeps what ${account} typed for another`)
    }
  }
}

type Real = Browser
type Command = fc.AsyncCommand<object, Real>

/** One event in one tab; what follows from it in the page happens before the next one. */
class InTab implements Command {
  readonly words: string
  readonly at: number
  readonly possible: (tab: Tab) => boolean
  readonly act: (tab: Tab, browser: Browser) => Promise<void> | void

  constructor(words: string, at: number, possible: InTab['possible'], act: InTab['act']) {
    this.words = words
    this.at = at
    this.possible = possible
    this.act = act
  }

  check = (): boolean => true

  async run(_: object, browser: Browser): Promise<void> {
    const tab = browser.tabs[this.at] as Tab
    browser.acting = tab
    if (!this.possible(tab)) return
    await this.act(tab, browser)
    await settled(browser)
    if (tab.reloads !== null) await tab.start()
    await settled(browser)
    browser.invariants()
  }

  toString = (): string => `${this.at === 0 ? 'A' : 'B'}: ${this.words}`
}

/** All pending work that needs no delay of the test's is finished. */
async function settled(browser: Browser): Promise<void> {
  do for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  while (browser.waiting)
}

const always = (): boolean => true
const signedIn = (tab: Tab): boolean => tab.here.token !== null
const signedOut = (tab: Tab): boolean => tab.here.token === null

function addDish(tab: Tab): void {
  if (tab.host === 'main' || tab.modules.cart.currentCart().items.length > 0) return
  const shown = { name: tab.host, size: '', parts: [], unit: 500, picture: null, allergens: null }
  tab.modules.cart.cartActions.add({ ...lines[tab.host], categoryId: 1, shown } as never)
}

function type(tab: Tab, browser: Browser): void {
  const { token } = tab.here
  const email = token === null ? `guest-${tab.name}@example.com` : (browser.tokens.get(token) ?? 'nobody@example.com')
  tab.modules.draft.writeDraft(checkoutDraft, { name: email, email, phone: '+4930123456', terms: true })
  tab.busy = true
}

const typedIn = (tab: Tab) => ({ ...emptyFields, ...tab.modules.draft.readDraft(checkoutDraft, { ...emptyFields }, branchFields) })

/** Sends an attempt as the page does: not awaited, and its delays last until time passes. */
function submitAttempt(tab: Tab, browser: Browser, attempt: Attempt, repeats: boolean): void {
  // Its buttons are disabled while it is sending.
  if (tab.pursuing) return
  tab.pursuing = true
  const { modules } = tab
  const { placing } = tab.modules
  const wait = (): Promise<void> => new Promise((resolve) => tab.waits.push(resolve))
  placing
    .submitAttempt(attempt, { repeats, checking: () => undefined, wait })
    .then((outcome) => (outcome.kind === 'ordered' ? placing.completeOrder(attempt, outcome.result, false) : undefined))
    .catch((error: unknown) => browser.violations.push(String(error)))
    .finally(() => {
      if (tab.modules === modules) tab.pursuing = false
    })
}

function place(tab: Tab, browser: Browser, answers: Answer): void {
  const { attempt, cart, follow, identity } = tab.modules
  const { host } = tab
  const items = cart.currentCart()
  if (items.items.length === 0 || host === 'main') return
  // As the page does: the order must be sent under the login that the screen shows.
  const { token } = tab.here
  follow.follow()
  if (identity.identity().token !== token || tab.reloads !== null) return
  const typed = typedIn(tab)
  if (attempt.openAttempt() !== null || typed.email === '' || tab.pursuing) return
  const notes = `order ${browser.attempts.size + 1}`
  const submission = submissionOf(browser.world, host, [lines[host]], {
    name: typed.name,
    email: typed.email,
    phone: typed.phone,
    notes,
  })
  const begun = attempt.beginAttempt({
    submission,
    cart: items,
    totals: { total: 0 } as never,
    taxes: [],
    address: null,
    method: 'Bar',
    table: null,
    known: null,
  })
  browser.attempts.set(notes, { host, account: token === null ? null : (browser.tokens.get(token) ?? null), email: typed.email })
  browser.answer = answers
  submitAttempt(tab, browser, begun, false)
}

const commands = (at: number): fc.Arbitrary<Command>[] => {
  const one = (words: string, possible: (tab: Tab) => boolean, act: InTab['act']): fc.Arbitrary<Command> =>
    fc.constant(new InTab(words, at, possible, act))
  return [
    fc
      .constantFrom(...hosts)
      .map((host) => new InTab(`chooses ${host}`, at, always, (tab, browser) => tab.modules.branch.chooseBranch(browser.urlOf(host)))),
    fc
      .constantFrom('de', 'en')
      .map((language) => new InTab(`chooses ${language}`, at, always, (tab) => tab.modules.language.changeLanguage(language))),
    fc.constantFrom(...accounts).map(
      (account) =>
        new InTab(`logs in as ${account}`, at, signedOut, async (tab, browser) => {
          const token = `t-${browser.tokens.size}-${account}`
          browser.tokens.set(token, account)
          const owner = browser.world.state.accounts.find(({ email }) => email === account)
          browser.world.state.sessions[token] = { accountId: owner?.id ?? 0 }
          await tab.modules.login.afterLogout()
          await tab.modules.login.login(token)
          await tab.look()
        }),
    ),
    one('logs out', signedIn, (tab, browser) => {
      const { token } = tab.here
      if (token !== null) browser.left.set(token, browser.tokens.get(token) ?? accounts[0])
      tab.modules.login.logout()
    }),
    one('the login expires', signedIn, async (tab, browser) => {
      const { token } = tab.here
      if (token !== null) Reflect.deleteProperty(browser.world.state.sessions, token)
      await tab.modules.queries.queryClient.query({ ...tab.modules.orders.ordersQuery, staleTime: 0, retry: false }).catch(() => undefined)
      await tab.modules.queries.queryClient.query({ ...tab.modules.login.meQuery, staleTime: 0, retry: false }).catch(() => undefined)
    }),
    one('is not told who is signed in', always, (_, browser) => {
      browser.loginUnanswered = true
    }),
    one('adds a dish', always, addDish),
    one('types', always, type),
    fc.constantFrom<Answer>('arrives', 'is lost', 'never went out').map(
      (answer) =>
        new InTab(`orders, the answer ${answer}`, at, always, (tab, browser) => {
          if (typedIn(tab).email === '') type(tab, browser)
          addDish(tab)
          place(tab, browser, answer)
        }),
    ),
    fc.constantFrom<Answer>('arrives', 'is lost').map(
      (answer) =>
        new InTab(`checks again, the answer ${answer}`, at, always, (tab, browser) => {
          const open = tab.modules.attempt.openAttempt()
          if (open === null) return
          browser.answer = answer
          submitAttempt(tab, browser, open, true)
        }),
    ),
    one('is done with what was typed', always, (tab) => {
      tab.busy = false
    }),
    one('time passes', always, (tab) => tab.waits.splice(0).forEach((go) => go())),
    one('hears the other tab', always, (tab) => tab.hear()),
    one('follows', always, (tab) => {
      tab.hear()
      tab.modules.follow.followNow()
    }),
    one('is loaded anew', always, (tab) => {
      tab.reloads = 'yes'
    }),
  ]
}

describe('two tabs of one browser', () => {
  beforeAll(() => console.info(`identity: ${runs} sequences, IDENTITY_SEED=${seed}`))
  afterAll(() => {
    vi.doUnmock('../../shop/browser/storage.ts')
    vi.doUnmock('../../shop/session/busy.ts')
    vi.unstubAllGlobals()
  })

  it(
    'one order an attempt, at its branch, as its subject; no mixed page; nothing of somebody who left',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands([...commands(0), ...commands(1)], { maxCommands: 40, size: 'max' }), async (sequence) => {
          await fc.asyncModelRun(async () => {
            const browser = new Browser()
            await browser.open()
            return { model: {}, real: browser }
          }, sequence)
        }),
        { numRuns: runs, seed },
      )
      // Sequences without an order prove nothing.
      expect(ordersPlaced).toBeGreaterThan(runs / 5)
    },
    30 * 60_000,
  )
})
