/*
 * Two tabs of one browser, driven by random events against a small model: branch, language, login, logout, typing, orders with lost or late responses,
 * the payment page and its lost return, late storage events, a slow or missing network, and time. `IDENTITY_RUNS` sequences (25; `make siege`: 1000), `IDENTITY_SEED`
 * repeats one.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dish, submissionOf } from '../../../../mocks/runtimes/customer.ts'
import { decidePayment } from '../../../../mocks/backend/orders.ts'
import { pieces } from '../../domain/cart.ts'
import { storedKeys } from '../../browser/storage.ts'
import type { Attempt } from '../../orderState/orderState.ts'
import { Browser, hour, isOpen, minute, type Answer, type Network, type Tab } from '../../test-setup-browser.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { branchFields, emptyFields } from './useCheckout.ts'

const runs = Number(process.env['IDENTITY_RUNS'] ?? 25)
// `make test` draws the same sequences each time, `make siege` others.
const seed = Number(process.env['IDENTITY_SEED'] ?? (runs > 50 ? Date.now() % 2 ** 31 : 7))
const hosts = ['mitte', 'kreuzberg', 'prenzlauerberg'] as const
const lines = {
  mitte: dish(101, 0, 2, [{ variantId: 10, value: 1001 }]),
  kreuzberg: dish(1202, 0, 2, [{ variantId: 20, optionId: 2001 }]),
  prenzlauerberg: dish(2305, 0, 2),
}
const accounts = ['ada@example.org', 'grace@example.org'] as const
type Account = (typeof accounts)[number]
type Host = (typeof hosts)[number]
/** Orders that were placed, and returns from the payment page: sequences without any prove nothing. */
const seen = { orders: 0, unpaid: 0, stale: 0 }

/** What the customer meant by an order, by its notes. */
interface Meant {
  host: Host
  account: Account | null
  email: string
  /** It was a guest's, or /me had answered: an order of an unknown customer is known under its own login alone. */
  known: boolean
  /** The order that came of it. */
  id?: number
  /** The customer has said that it does not count, or has logged out since. */
  givenUp: boolean
}

/** The code of the order that came of it; null if none did. */
const codeOf = ({ id }: Meant): string | null => (id === undefined ? null : `A-${String(id)}`)

/** The model: who typed and chose what, the identities, and which orders may exist. */
class Model extends Browser {
  readonly meant = new Map<string, Meant>()
  private readonly senders = new Map<string, string>()
  /** Pieces that were put into the cart of each branch. */
  readonly added = new Map<string, number>()
  /** What is typed in each tab, and by whom. */
  readonly typed = new Map<Tab, { email: string; account: Account | null }>()
  readonly tokens = new Map<string, Account>()
  /** Tokens whose customer has logged out, by the account. */
  readonly left = new Map<string, Account>()
  /** Whose login has expired. */
  readonly ended = new Set<Account | null>()
  /** Who was signed in last; null after a logout. */
  last: Account | null = null
  /** Errors of work that is not awaited. */
  readonly violations: string[] = []

  accountOf(token: string | null): Account | null {
    return token === null ? null : (this.tokens.get(token) ?? null)
  }

  protected override async sends(request: Request): Promise<void> {
    const branch = request.headers.get('X-Branch') ?? ''
    const key = request.headers.get('Idempotency-Key') ?? ''
    const sender = request.headers.get('Authorization') ?? ''
    const before = this.senders.get(`${branch} ${key}`)
    if (before !== undefined && before !== sender) this.violations.push(`${key} was sent as "${before}" and again as "${sender}"`)
    this.senders.set(`${branch} ${key}`, sender)
    const { notes } = (await request.clone().json()) as { notes: string }
    const host = this.meant.get(notes)?.host
    if (host !== this.hostOf(branch)) this.violations.push(`an order for ${host ?? 'nobody'} was sent to ${this.hostOf(branch)}`)
  }

  protected override received(): void {
    for (const { id, host, accountId, submission, payment } of this.world.state.orders) {
      const meant = this.meant.get(submission.notes ?? '')
      // The mock backend starts with orders of its own.
      if (meant === undefined || meant.id === id) continue
      if (meant.id !== undefined) this.violations.push(`${submission.notes ?? ''} became two orders`)
      meant.id = id
      seen.orders += 1
      if (payment === 'open') seen.unpaid += 1
      if (host !== meant.host) this.violations.push(`an order for ${meant.host} went to ${host}`)
      const account = this.world.state.accounts.find((one) => one.id === accountId)?.email ?? null
      if (account !== meant.account) this.violations.push(`an order of ${meant.account ?? 'a guest'} was placed as ${account ?? 'a guest'}`)
      if (submission.email !== meant.email) this.violations.push(`an order of ${meant.email} names ${submission.email}`)
      const same = [...this.meant.values()].filter(
        (each) => each.host === host && (each.account === null || each.account === meant.account) && this.counts(each),
      )
      if (same.length * lines[meant.host].qty > (this.added.get(host) ?? 0))
        this.violations.push(`the dishes of ${host} were ordered twice by the obvious path`)
    }
  }

  private paymentOf({ id }: Meant) {
    return this.world.state.orders.find((order) => order.id === id)?.payment
  }

  private counts(meant: Meant): boolean {
    return meant.id !== undefined && meant.known && !meant.givenUp && this.paymentOf(meant) !== 'declined'
  }

  async invariants(): Promise<void> {
    if (this.violations.length > 0) throw new Error(this.violations.join('\n'))
    this.dishes()
    const cached = await this.caches.dump()
    for (const account of accounts) if (cached.includes(account)) throw new Error(`the worker keeps data of ${account}`)
    for (const tab of this.tabs) {
      if (tab.away !== null) continue
      this.scope(tab)
      this.age(tab)
      this.typing(tab)
      if (this.storage.waiting.get(tab)?.length !== 0) continue
      this.payments(tab)
      this.people(tab)
    }
  }

  /** Dishes that were chosen and not ordered are in their branch's cart, also after a login or logout. */
  private dishes(): void {
    const { cart } = (this.tabs[0] as Tab).modules
    for (const host of hosts) {
      const ordered = [...this.meant.values()].filter((each) => each.host === host && each.id !== undefined).length * lines[host].qty
      const most = (this.added.get(host) ?? 0) - ordered
      if (pieces(cart.currentCart(this.urlOf(host))) < most) throw new Error(`dishes of ${host} are lost`)
    }
  }

  /** One page is about one branch, language and login. */
  private scope(tab: Tab): void {
    const { cart, queries } = tab.modules
    const { branch, token, language } = tab.here
    const strange = cart.currentCart().items.find((line) => line.shown.name !== tab.host)
    if (strange) throw new Error(`tab ${tab.name} shows ${tab.host} with a cart of ${strange.shown.name}`)
    for (const query of queries.queryClient.getQueryCache().getAll()) {
      const [where, what] = query.queryKey as [{ branch: string | null; language: string; token?: string | null }, string]
      if (where.branch !== branch) throw new Error(`tab ${tab.name} keeps ${what} of another branch`)
      if (query.isActive() && where.language !== language) throw new Error(`tab ${tab.name} shows ${what} in ${where.language}`)
      const personal = what === 'me' && where.token !== token && query.state.data !== undefined && query.state.data !== null
      if (personal) throw new Error(`tab ${tab.name} keeps data of another login`)
    }
  }

  /** Nothing old is shown as new. */
  private age({ name, shown }: Tab): void {
    if (shown === null) return
    const now = Date.now()
    const { menu, staleSince, hours, deliverDate } = shown
    const replaced = menu === null ? undefined : this.replaced[menu]
    if (staleSince !== null) seen.stale += 1
    // An age is told in seconds.
    if (replaced !== undefined && now - replaced > 12 * minute && (staleSince ?? Infinity) > replaced + 1_000)
      throw new Error(`tab ${name} shows prices of ${Math.round((now - replaced) / minute)} min ago and does not say so`)
    // A minute that has just begun is shown within 10 s.
    const open = isOpen(now)
    if (hours.state !== null && open === isOpen(now - 12_000) && hours.state.open !== open)
      throw new Error(`tab ${name} says that the restaurant is ${open ? 'closed' : 'open'}`)
    if (deliverDate !== null && Date.parse(deliverDate) < now - 90_000) throw new Error(`tab ${name} offers the time ${deliverDate}`)
  }

  /** What was typed is there until it was ordered or its customer has left. */
  private typing(tab: Tab): void {
    const typed = this.typed.get(tab)
    if (typed !== undefined && typedIn(tab).email !== typed.email) throw new Error(`tab ${tab.name} lost what ${typed.email} typed`)
  }

  /** An order that waits for its payment is known. */
  private payments({ name, host, here, modules, shown }: Tab): void {
    const account = this.accountOf(here.token)
    const open = [...this.meant.values()].find(
      (each) =>
        each.host === host && (each.account === null || each.account === account) && this.counts(each) && this.paymentOf(each) === 'open',
    )
    if (open !== undefined && shown?.waiting === null && modules.orderState.openAttempt() === null)
      throw new Error(`tab ${name} does not say that order ${codeOf(open) ?? ''} waits for its payment`)
    const order = shown?.waiting?.order
    const whose = [...this.meant.values()].find((each) => codeOf(each) === order?.code)?.account ?? null
    if (whose !== null && whose !== (account ?? this.last)) throw new Error(`tab ${name} shows an order of ${whose}`)
  }

  /** Nothing of a customer who left. */
  private people(tab: Tab): void {
    const { token } = tab.here
    if (token !== null && this.left.has(token)) throw new Error(`tab ${tab.name} is signed in as somebody who left`)
    const kept = [...tab.session.values()].join()
    const { queries, login } = tab.modules
    const user = queries.queryClient.getQueryData(login.meQuery(tab.modules.identity.caller()).queryKey)
    const knows = token !== null && user !== undefined && user !== null
    for (const account of accounts) {
      if (!kept.includes(account)) continue
      if (token === null && this.last === null) throw new Error(`tab ${tab.name} keeps what ${account} typed`)
      // Whose login it is, /me tells.
      if (knows && this.accountOf(token) !== account) throw new Error(`tab ${tab.name} keeps what ${account} typed for another`)
    }
  }
}

type Act = (tab: Tab, model: Model) => unknown

/** One event in one tab; what follows from it in the page happens before the next one. */
class InTab implements fc.AsyncCommand<object, Model> {
  readonly words: string
  readonly at: number
  readonly act: Act
  /** The tab shows a payment page. */
  readonly away: boolean

  constructor(words: string, at: number, act: Act, away = false) {
    this.words = words
    this.at = at
    this.act = act
    this.away = away
  }

  check = (): boolean => true

  async run(_: object, model: Model): Promise<void> {
    const tab = model.tabs[this.at] as Tab
    model.acting = tab
    if ((tab.away !== null) !== this.away) return
    await model.settle(this.act(tab, model))
    for (const each of model.tabs) if (each.reloads !== null) await each.start(each.reloads)
    await model.settle()
    await model.invariants()
  }

  toString = (): string => `${this.at === 0 ? 'A' : 'B'}: ${this.words}`
}

function addDish(tab: Tab, model: Model): void {
  const host = tab.host as Host
  if (tab.modules.cart.currentCart().items.length > 0) return
  const shown = { name: host, size: '', parts: [], unit: 500, picture: null, allergens: null }
  tab.modules.cart.cartActions.add({ ...lines[host], categoryId: 1, shown } as never)
  model.added.set(host, (model.added.get(host) ?? 0) + lines[host].qty)
}

function type(tab: Tab, model: Model): void {
  const { token } = tab.here
  const account = model.accountOf(token)
  const email = token === null ? `guest-${tab.name}@example.com` : (account ?? 'nobody@example.com')
  tab.modules.draft.writeDraft(checkoutDraft, { name: email, email, phone: '+4930123456', terms: true })
  // No logout in the other tab is still to be delivered.
  if (model.storage.waiting.get(tab)?.length === 0) model.typed.set(tab, { email, account })
  else model.typed.delete(tab)
  tab.busy = true
}

const typedIn = (tab: Tab) => ({ ...emptyFields, ...tab.modules.draft.readDraft(checkoutDraft, { ...emptyFields }, branchFields) })

/** Sends an attempt as the page does: not awaited, and its delays last until time passes. */
function submit(tab: Tab, model: Model, attempt: Attempt, repeats: boolean): void {
  // Its buttons are disabled while it is sending.
  if (tab.sending) return
  tab.sending = true
  const { modules } = tab
  const here = (): boolean => tab.modules === modules
  const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(() => here() && resolve(), milliseconds))
  const { placing } = modules
  placing
    .placeAttempt(attempt, { repeats, checking: () => undefined, left: () => false, wait })
    .then((next) => {
      if (!here() || next?.kind !== 'leaving') return
      if ('page' in next.to) tab.away = next.to.page
      else model.typed.delete(tab)
    })
    .catch((error: unknown) => model.violations.push(String(error)))
    .finally(() => {
      if (here()) tab.sending = false
    })
}

function order(tab: Tab, model: Model, paymentType: 'cash' | 'card', answer: Answer): void {
  addDish(tab, model)
  if (typedIn(tab).email === '') type(tab, model)
  const { cart, placing } = tab.modules
  const host = tab.host as Host
  const { name, email, phone } = typedIn(tab)
  const account = model.accountOf(tab.here.token)
  if (tab.sending || tab.shown?.waiting?.check === 'checking') return
  const notes = `order ${model.meant.size + 1}`
  const time = tab.shown?.deliverDate ?? null
  const when = time === null ? { deliverAt: 'now' as const } : { deliverAt: 'later' as const, deliverDate: time }
  const started = placing.startAttempt({
    submission: submissionOf(model.world, host, [lines[host]], { name, email, phone, notes, paymentType, ...when }),
    cart: cart.currentCart(),
    totals: { total: 0 } as never,
    payment: { price: 0, cartTotal: 0, discount: 0, deliver: 0, tax: 0, tip: 0, method: paymentType },
    address: null,
    table: null,
    known: null,
  })
  // An open attempt has a panel of its own.
  if (started === null || started.repeats) return
  model.meant.set(notes, { host, account, email, known: account === null || tab.modules.customer.loginCustomer() !== '', givenUp: false })
  model.answer = answer
  submit(tab, model, started.attempt, false)
}

async function logIn(account: Account, tab: Tab, model: Model): Promise<void> {
  if (tab.here.token !== null) return
  const token = `t-${model.tokens.size}-${account}`
  model.tokens.set(token, account)
  model.world.state.sessions[token] = { accountId: model.world.state.accounts.find(({ email }) => email === account)?.id ?? 0 }
  // What another customer typed goes, and what was typed under another login: a tab can't know at once whose the new one is.
  for (const [each, typed] of model.typed)
    if (each.here.token !== null || ![null, account].includes(typed.account ?? model.last) || ![null, account].includes(model.last))
      model.typed.delete(each)
  model.last = account
  await tab.modules.login.afterLogout()
  await tab.modules.login.login(token)
  await tab.readOrders()
}

function logOut(tab: Tab, model: Model): void {
  const { token } = tab.here
  const account = model.accountOf(token)
  if (token === null || account === null) return
  model.left.set(token, account)
  model.last = null
  model.typed.clear()
  for (const meant of model.meant.values()) if (meant.account === account) meant.givenUp = true
  tab.modules.login.logout()
}

async function expire(tab: Tab, model: Model): Promise<void> {
  const { token } = tab.here
  if (token === null) return
  Reflect.deleteProperty(model.world.state.sessions, token)
  model.ended.add(model.accountOf(token))
  // Other tabs can't tell the end of a login that /me has never answered for from a logout.
  if (!model.storage.map.has(storedKeys.customer)) model.typed.clear()
  const { queries, orders, login, identity } = tab.modules
  const fresh = { staleTime: 0, retry: false }
  await queries.queryClient.query({ ...orders.ordersQuery(identity.caller()), ...fresh }).catch(() => undefined)
  await queries.queryClient.query({ ...login.meQuery(identity.caller()), ...fresh }).catch(() => undefined)
}

/** What is typed here stays when the login ends there; whose account it was is not shown any more. */
async function expireElsewhere(tab: Tab, model: Model): Promise<void> {
  const other = model.tabs.find((each) => each !== tab)
  if (other === undefined || other.away !== null || tab.here.token === null || other.here.token !== tab.here.token) return
  type(tab, model)
  await expire(other, model)
  tab.hear()
}

/** "I did not order", or "Another way to pay". */
function giveUp(tab: Tab, model: Model): void {
  const { order: waiting } = tab.shown?.waiting ?? {}
  if (!waiting) return
  const { payment, paymentReturn, transitions } = tab.modules
  paymentReturn.closePayment(payment.storedPayment.get())
  transitions.settle(waiting)
  for (const meant of model.meant.values()) if (codeOf(meant) === waiting.code) meant.givenUp = true
}

/** The payment page decides, and the customer returns from it, goes back, or opens the shop anew. */
function leavePaymentPage(decision: 'approves' | 'declines' | 'waits', way: 'returns' | 'Back' | 'anew', tab: Tab, model: Model): void {
  const sess = tab.away?.split('/').at(-1) ?? ''
  if (decision !== 'waits') {
    decidePayment({ world: model.world, now: new Date() }, sess, decision === 'approves')
    if (decision === 'approves') model.typed.clear()
  }
  if (way === 'Back') tab.restore()
  else tab.reloads = way === 'returns' ? `?payment=card&sess=${sess}` : ''
}

const events = (at: number): fc.Arbitrary<InTab>[] => {
  const one = (words: string, act: Act): fc.Arbitrary<InTab> => fc.constant(new InTab(words, at, act))
  const any = <T extends string>(words: string, values: readonly T[], act: (value: T) => Act): fc.Arbitrary<InTab> =>
    fc.constantFrom(...values).map((value) => new InTab(`${words} ${value}`, at, act(value)))
  return [
    any('chooses', hosts, (host) => (tab, model) => tab.modules.branch.chooseBranch(model.urlOf(host))),
    any('chooses', ['de', 'en'], (language) => (tab) => tab.modules.language.changeLanguage(language).catch(() => undefined)),
    any('logs in as', accounts, (account) => (tab, model) => logIn(account, tab, model)),
    one('logs out', logOut),
    one('the login expires', expire),
    one('types, and the login expires in the other tab', expireElsewhere),
    one('is not told who is signed in', (_, model) => (model.loginUnanswered = true)),
    one('adds a dish', addDish),
    one('types', type),
    one('chooses a time', (tab) => {
      const at = new Date(Date.now() + 2 * hour).toISOString()
      tab.modules.delivery.chooseDelivery({ deliverType: 'takeaway', deliverAt: 'later', deliverDate: at })
    }),
    any(
      'orders in cash, the answer',
      ['arrives', 'is lost', 'never went out'],
      (answer) => (tab, model) => order(tab, model, 'cash', answer),
    ),
    any(
      'orders by card, the answer',
      ['arrives', 'is lost', 'is lost with the network'],
      (answer) => (tab, model) => order(tab, model, 'card', answer),
    ),
    any('checks again, the answer', ['arrives', 'is lost'], (answer) => (tab, model) => {
      const open = tab.modules.orderState.openAttempt()
      if (open === null) return
      model.answer = answer
      submit(tab, model, open, true)
    }),
    one('pays now', (tab) => {
      tab.away = tab.shown?.waiting?.order?.page ?? null
    }),
    one('checks the payment', ({ modules: { payment } }) => payment.startPaymentCheck()),
    one('gives the order up', giveUp),
    fc
      .tuple(fc.constantFrom('approves', 'declines', 'waits'), fc.constantFrom('returns', 'Back', 'anew'))
      .map(([decision, way]) => new InTab(`the payment page ${decision}: ${way}`, at, leavePaymentPage.bind(null, decision, way), true)),
    one('is done with what was typed', (tab) => (tab.busy = false)),
    one('hears the other tab', (tab) => tab.hear()),
    one('follows', (tab) => {
      tab.hear()
      tab.modules.follow.followNow()
    }),
    one('is loaded anew', (tab) => (tab.reloads = '')),
  ]
}

/** Events outside of the tabs. */
const around: fc.Arbitrary<InTab>[] = [
  fc.constantFrom(15_000, 70_000).map((time) => new InTab(`${time / 1000} s pass`, 0, (_, model) => model.pass(time))),
  fc
    .constantFrom(20 * minute, 10 * hour, 7 * 24 * hour)
    .map((time) => new InTab(`sleeps ${time / hour} h`, 0, (_, model) => model.sleep(time))),
  fc
    .constantFrom<Network>('good', 'slow', 'off', 'gateway')
    .map((network) => new InTab(`the network is ${network}`, 0, (_, model) => (model.network = network))),
  fc.constant(new InTab('the restaurant changes the menu', 0, (_, model) => model.replaced.push(Date.now()))),
]

// Time and network change as often as the customer does something.
const all = [...events(0), ...events(1), ...around, ...around, ...around]

describe('two tabs of one browser', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  })
  afterAll(() => {
    vi.useRealTimers()
    vi.doUnmock('../../browser/storage.ts')
    vi.doUnmock('../../session/busy.ts')
    vi.unstubAllGlobals()
  })

  it(
    'no second order, nothing old as new, nothing lost, nothing of somebody else, and open payments are known',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.commands(all, { maxCommands: 40, size: 'max' }), async (hasWorker, sequence) => {
          const model = new Model()
          model.hasWorker = hasWorker
          await model.open()
          await fc.asyncModelRun(() => ({ model: {}, real: model }), sequence).finally(() => model.close())
        }),
        { numRuns: runs, seed },
      )
      expect(seen.orders, 'orders').toBeGreaterThan(runs / 5)
      expect(seen.unpaid, 'orders that wait for their payment').toBeGreaterThan(runs / 20)
      expect(seen.stale, 'stale screens').toBeGreaterThan(runs / 20)
    },
    60 * 60_000,
  )
})
