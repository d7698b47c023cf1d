import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { getResponse } from 'msw'
import { createElement as h, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { bffHandlers, makeBffRuntime } from '../../mocks/runtimes/bff.ts'
import type { HostName } from '../../mocks/data/shops.ts'
import { makeWorld } from '../../mocks/backend/world.ts'
import { storeOver } from './browser/storage.ts'
import { FakeCaches } from './test-setup-caches.ts'
import { createOfflineCache, type Environment } from './worker/offlineCache.ts'

/*
 * A browser for the two-tab model (identity.model.test.ts): two tabs with the shop's real modules, one storage, the service worker's real cache, the mock
 * backend behind a network that the test holds, and a clock that it moves.
 */

export const minute = 60_000
export const hour = 60 * minute

/** How a request reaches the gateway. `slow` takes longer than the worker waits; `gateway` answers that the backend can't be reached. */
export type Network = 'good' | 'slow' | 'off' | 'gateway'
/** What becomes of an order's answer. */
export type Answer = 'arrives' | 'is lost' | 'is lost with the network' | 'never went out'

const opens = 10 * hour
const closes = 21 * hour
const ofDay = (at: number): number => at % (24 * hour)
/** Whether the restaurant is open, by the backend: daily from 11 to 22 in Berlin, in November. */
export const isOpen = (at: number): boolean => ofDay(at) >= opens && ofDay(at) < closes
/** When it opens next. */
const nextOpen = (at: number): number => at - ofDay(at) + opens + (ofDay(at) < opens ? 0 : 24 * hour)

/** A storage whose changes are delivered to the other tabs when the test says so. */
class SharedStorage {
  readonly map = new Map<string, string>()
  readonly waiting = new Map<Tab, string[]>()

  of(tab: Tab): Storage {
    return storageOn(this.map, (key) => {
      for (const [other, keys] of this.waiting) if (other !== tab) keys.push(key)
    })
  }
}

const storageOn = (map: Map<string, string>, changed: (key: string) => void): Storage => ({
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
  cart: await import('./cart/cartStore.ts'),
  branch: await import('./session/branch.ts'),
  delivery: await import('./cart/deliveryStore.ts'),
  draft: await import('./forms/formDraft.ts'),
  follow: await import('./session/follow.ts'),
  hours: await import('./restaurant/workingHours.ts'),
  identity: await import('./session/identity.ts'),
  language: await import('./i18n/language.ts'),
  login: await import('./session/login.ts'),
  customer: await import('./session/customer.ts'),
  http: await import('./api/http.ts'),
  menu: await import('./features/menu/queries.ts'),
  notices: await import('./notices/notices.ts'),
  orders: await import('./features/orders/queries.ts'),
  orderState: await import('./orderState/orderState.ts'),
  payment: await import('./orderState/payment.ts'),
  paymentReturn: await import('./orderState/paymentReturn.ts'),
  paymentCheck: await import('./features/checkout/PaymentCheck.tsx'),
  placing: await import('./features/checkout/placing.ts'),
  queries: await import('./api/queryClient.ts'),
  transitions: await import('./orderState/transitions.ts'),
  stale: await import('./restaurant/useStaleSince.ts'),
})
export type Modules = Awaited<ReturnType<typeof load>>

/** What a tab's screen shows. */
interface Shown {
  /** The menu's version, by the name of its first category. */
  menu: number | null
  staleSince: number | null
  hours: ReturnType<Modules['hours']['useHours']>
  deliverDate: string | null
  waiting: ReturnType<Modules['payment']['useWaiting']>
  questions: ReturnType<Modules['notices']['useNotices']>['questions']
}

/** A screen that shows the menu, the hours, the chosen time and what waits, and checks payments. */
function Screen({ tab, modules }: { tab: Tab; modules: Modules }) {
  const menu = useQuery(modules.menu.categoriesQuery(modules.identity.useIdentity())).data
  const name = Array.isArray(menu) ? (menu[0]?.name ?? '') : ''
  const shown: Shown = {
    menu: name === '' ? null : Number(name.split(' v').at(-1)),
    staleSince: modules.stale.useStaleSince(),
    hours: modules.hours.useHours(),
    deliverDate: modules.delivery.useDelivery().choice.deliverDate,
    waiting: modules.payment.useWaiting(),
    questions: modules.notices.useNotices().questions,
  }
  useEffect(() => tab.show(modules, shown))
  return h(modules.paymentCheck.PaymentCheck)
}

/** One tab: its page with modules of its own, its session storage, and whether something is typed or open. */
export class Tab {
  readonly browser: Browser
  readonly name: string
  readonly session = new Map<string, string>()
  readonly listeners = new Set<{ concerns: (key: string) => boolean; listener: () => void }>()
  modules!: Modules
  shown: Shown | null = null
  busy = false
  sending = false
  /** The address at which the page is loaded next; null: it stays. */
  reloads: string | null = null
  /** The payment page that replaces the shop. */
  away: string | null = null
  private page: object | undefined
  private root: Root | undefined
  private stop = (): void => undefined

  constructor(browser: Browser, name: string) {
    this.browser = browser
    this.name = name
    browser.storage.waiting.set(this, [])
  }

  close(): void {
    this.stop()
    this.root?.unmount()
    this.page = undefined
  }

  /** Loads the page: everything in memory is new, and the previous page does nothing more. */
  async start(address = ''): Promise<void> {
    this.close()
    Object.assign(this, { reloads: null, away: null, busy: false, sending: false, shown: null })
    this.listeners.clear()
    vi.resetModules()
    const page = {}
    this.page = page
    const alive = (storage: Storage) => (): Storage => {
      if (this.page !== page) throw new Error('this page was left')
      return storage
    }
    const local = storeOver(alive(this.browser.storage.of(this)))
    const session = storeOver(alive(storageOn(this.session, () => undefined)))
    vi.doMock('./browser/storage.ts', async (original) => ({
      ...(await original<typeof import('./browser/storage.ts')>()),
      local,
      session,
      onStoredElsewhere: (concerns: (key: string) => boolean, listener: () => void) => {
        const one = { concerns, listener }
        this.listeners.add(one)
        return () => this.listeners.delete(one)
      },
    }))
    vi.doMock('./session/busy.ts', () => ({ isBusy: () => this.busy, watchTyping: () => () => undefined }))
    const modules = await load()
    this.modules = modules
    const { identity, http, login, follow, language, queries, payment, paymentReturn } = modules
    queries.queryClient.setDefaultOptions({ queries: { ...queries.queryClient.getDefaultOptions().queries, retryDelay: 0 } })
    // As startShop (boot.ts), without boot data.
    window.history.replaceState(null, '', `/${address}`)
    identity.startIdentity()
    login.startLogin()
    http.onRefusal(login.checkLoginAgain)
    paymentReturn.takePaymentReturn()
    payment.startPaymentCheck()
    await language.startLanguage(undefined)
    this.stop = follow.followOtherTabs()
    this.root = createRoot(document.createElement('div'))
    this.root.render(h(QueryClientProvider, { client: queries.queryClient }, h(MemoryRouter, null, h(Screen, { tab: this, modules }))))
    void this.readOrders()
    this.browser.acting = this
  }

  /** The customer's own data. */
  async readOrders(): Promise<void> {
    const { queries, orders, login, identity } = this.modules
    if (identity.identity().token !== null && (await login.currentLogin()).loggedIn)
      await queries.queryClient.query({ ...orders.ordersQuery(identity.caller()), retry: false }).catch(() => undefined)
  }

  /** What the screen shows now; nothing of the previous page. */
  show(modules: Modules, shown: Shown): void {
    if (this.modules === modules) this.shown = shown
  }

  /** Delivers the other tab's storage events. */
  hear(): void {
    const keys = this.browser.storage.waiting.get(this)?.splice(0) ?? []
    for (const key of keys) for (const { concerns, listener } of [...this.listeners]) if (concerns(key)) listener()
  }

  /** Restores the page from the back-forward cache: it has missed all storage events. */
  restore(): void {
    this.away = null
    this.browser.storage.waiting.get(this)?.splice(0)
    for (const { listener } of [...this.listeners]) listener()
  }

  get here() {
    return this.modules.identity.identity()
  }

  get host(): HostName {
    return this.browser.hostOf(this.here.branch)
  }
}

/** The browser and what is outside of it: network, backend, clock. `received` is called for each order's request and its answer. */
export abstract class Browser {
  readonly storage = new SharedStorage()
  readonly caches = new FakeCaches(() => Promise.resolve(new Response()))
  readonly world = makeWorld()
  readonly runtime = makeBffRuntime({ world: this.world, hangTimeout: 1, paymentUrl: (sess, shop) => `${shop.url}/pay/${sess}` })
  readonly tabs: Tab[] = []
  acting!: Tab
  network: Network = 'good'
  /** The service worker is installed. */
  hasWorker = true
  /** Of the next order. */
  answer: Answer = 'arrives'
  /** The next check of the login gets no answer. */
  loginUnanswered = false
  /** When each version of the menu was replaced; the current one is not among them. */
  readonly replaced: number[] = []
  /** Requests without a response. */
  pending = 0
  private readonly handlers = bffHandlers(this.runtime)
  private readonly worker = createOfflineCache(
    {
      origin: 'http://shop.example',
      caches: this.caches as unknown as CacheStorage,
      fetch: (wanted) => this.request(wanted as Request),
      cookie: () => Promise.resolve(undefined),
      now: () => Date.now(),
    } satisfies Environment,
    { version: '1', first: [], later: [], fonts: [], entry: '' },
  )

  protected abstract sends(request: Request): Promise<void>
  protected abstract received(): void

  hostOf(url: string | null): HostName {
    return this.world.shops.find((shop) => shop.url === url)?.host ?? 'main'
  }

  urlOf(host: HostName): string {
    return this.world.shop(host).url
  }

  async open(): Promise<void> {
    // Half a minute before the restaurant opens.
    vi.setSystemTime('2026-11-21T10:59:30+01:00')
    this.world.setScenario({ names: ['open'] })
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      this.pending += 1
      const request = new Request(new URL(path, 'http://shop.example'), init)
      const answered = this.hasWorker ? this.worker.answer({ request, waitUntil: () => undefined }) : null
      return (answered ?? this.request(request)).finally(() => (this.pending -= 1))
    })
    const go = (): void => {
      this.acting.reloads = ''
    }
    vi.spyOn(window.location, 'assign').mockImplementation(go)
    vi.spyOn(window.location, 'reload').mockImplementation(go)
    for (const name of ['A', 'B']) this.tabs.push(new Tab(this, name))
    this.storage.map.set('branchUrl', this.urlOf('mitte'))
    for (const tab of this.tabs) {
      this.acting = tab
      await tab.start()
    }
    await this.settle()
  }

  /** Closes all tabs: nothing of them does anything more. */
  close(): void {
    for (const tab of this.tabs) tab.close()
    vi.clearAllTimers()
  }

  /** Finishes an event, and whatever needs no more time than the network takes. */
  async settle(event?: unknown): Promise<void> {
    const pending = { event: true }
    void Promise.resolve(event).finally(() => (pending.event = false))
    do {
      await this.pass(this.network === 'slow' ? 1_000 : 1)
      for (let turn = 0; turn < 10; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
        await vi.advanceTimersByTimeAsync(1)
      }
    } while (this.pending > 0 || pending.event)
    for (const { shown } of this.tabs) for (const question of shown?.questions ?? []) question.answer(true)
  }

  /** Time passes while both tabs are visible. */
  async pass(milliseconds: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds)
  }

  /** The device sleeps, and is woken up. */
  async sleep(milliseconds: number): Promise<void> {
    vi.setSystemTime(Date.now() + milliseconds)
    window.dispatchEvent(new Event('visibilitychange'))
    document.dispatchEvent(new Event('visibilitychange'))
    await this.pass(15_000)
  }

  private async request(request: Request): Promise<Response> {
    const { network } = this
    if (network === 'off') throw new TypeError('Failed to fetch')
    if (network === 'gateway') return Response.json({ code: 'upstream_unreachable', message: '' }, { status: 502 })
    if (network === 'slow') await new Promise((resolve) => setTimeout(resolve, 6_000))
    const { pathname } = new URL(request.url)
    const token = (request.headers.get('Authorization') ?? '').replace('Bearer ', '')
    if (this.loginUnanswered && pathname === '/api/me' && this.world.state.sessions[token] !== undefined) {
      this.loginUnanswered = false
      throw new TypeError('Failed to fetch')
    }
    if (pathname === '/api/working-hours') return this.hours()
    if (!request.headers.has('Idempotency-Key')) {
      const response = await this.backend(request)
      return pathname === '/api/products/categories' ? this.versioned(response) : response
    }
    const { answer } = this
    this.answer = 'arrives'
    await this.sends(request)
    if (answer === 'never went out') throw new TypeError('Failed to fetch')
    const response = await this.backend(request)
    this.received()
    if (answer === 'is lost with the network') this.network = 'off'
    if (answer !== 'arrives') throw new TypeError('Failed to fetch')
    return response
  }

  private async backend(request: Request): Promise<Response> {
    return (await getResponse(this.handlers, request)) ?? new Response(null, { status: 404 })
  }

  /** The hours as the BFF answers them: up to 15 s old. */
  private hours(): Response {
    const at = Date.now() - ((Date.now() + 5_000) % 15_000)
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
    const data = Object.fromEntries(days.map((day) => [day, [{ start: '11:00', end: '22:00' }]]))
    const meta = { isActive: true, isOpenNow: isOpen(at), nextOpen: isOpen(at) ? null : new Date(nextOpen(at)).toISOString() }
    return Response.json({ data, meta }, { headers: { 'X-Cache': 'hit', Age: String(Math.round((Date.now() - at) / 1000)) } })
  }

  private async versioned(response: Response): Promise<Response> {
    if (!response.ok) return response
    const [first, ...others] = (await response.json()) as { name: string }[]
    return Response.json([{ ...first, name: `${first?.name ?? ''} v${this.replaced.length}` }, ...others])
  }
}
