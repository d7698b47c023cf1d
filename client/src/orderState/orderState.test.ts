import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_CART } from '../domain/cart.ts'
import { placeAttempt } from '../features/checkout/placing.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { openMockShop } from '../test-setup-shop.tsx'
import { changeIdentity, startIdentity } from '../session/identity.ts'
import { logout } from '../session/login.ts'
import { isOwn, loginHash } from '../session/customer.ts'
import { openAttempt, openOrders, waitingOrder } from './orderState.ts'
import { beginAttempt, callerOf, recordDeclined, recordUnknown, recordWaiting, settle, stateOf } from './transitions.ts'

const { server } = openMockShop()
const mitte = 'https://mitte.example'
const kreuzberg = 'https://kreuzberg.example'
const order = {
  submission: { notes: 'x' } as never,
  cart: EMPTY_CART,
  totals: { total: 850 } as never,
  payment: { price: 17, cartTotal: 17, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Bar' },
  address: null,
  table: null,
  known: null,
}

/** Sets this tab's branch and login, as stored in the browser. */
function be(branch: string, token: string | null): void {
  local.write(storedKeys.branchUrl, branch)
  if (token === null) local.remove(storedKeys.token)
  else local.write(storedKeys.token, token)
  changeIdentity({ branch, token })
}

beforeEach(() => {
  for (const key of local.keys()) local.remove(key)
  startIdentity()
  be(mitte, 'ada')
})

describe('an attempt to order', () => {
  it('is stored per branch: one at another branch neither overwrites nor hides it', () => {
    const first = beginAttempt(order)
    recordUnknown(first)
    be(kreuzberg, 'ada')
    expect(openAttempt()).toBeNull()
    const second = beginAttempt(order)
    expect(second.key).not.toBe(first.key)
    be(mitte, 'ada')
    expect(openAttempt()).toMatchObject({ key: first.key, state: 'unknown' })
    // The same cart is not ordered again while it is open.
    expect(beginAttempt(order).key).toBe(first.key)
    settle(second)
    expect(openAttempt()?.key).toBe(first.key)
    expect(openAttempt(kreuzberg)).toBeNull()
  })

  it('is sent again at its branch under its login, or not at all', () => {
    const attempt = beginAttempt(order)
    const caller = { branch: mitte, token: 'ada' }
    expect(callerOf(attempt)).toMatchObject(caller)
    be(kreuzberg, 'ada')
    expect(callerOf(attempt)).toMatchObject(caller)
    be(mitte, 'grace')
    expect(callerOf(attempt)).toBeNull()
    expect(isOwn(attempt)).toBe(false)
    be(mitte, null)
    expect(callerOf(attempt)).toBeNull()
    // Another tab has logged out, and this one has not been notified yet.
    be(mitte, 'ada')
    local.remove(storedKeys.token)
    expect(callerOf(attempt)).toBeNull()
  })

  it('of a login for which /me has not answered names no customer: the one known in this browser may be another', () => {
    local.write(storedKeys.customer, `hash-of-ada ${loginHash('ada')}`)
    expect(beginAttempt(order).customer).toBe('hash-of-ada')
    be(kreuzberg, 'grace')
    expect(beginAttempt(order).customer).toBe('')
  })

  it('of a guest stays a guest’s after a login', () => {
    be(mitte, null)
    const attempt = beginAttempt(order)
    be(mitte, 'ada')
    expect(callerOf(attempt)).toMatchObject({ branch: mitte, token: null })
  })

  it('of two tabs that check it: the later answer does not let an order wait again that is settled', async () => {
    be(mitte, null)
    const attempt = beginAttempt({ ...order, submission: { deliverType: 'takeaway', cart: { items: [] } } as never })
    const answer = { id: 9, code: 'A-9', url: 'https://pay.mitte.example/s-9' }
    server.use(http.post('*/api/checkout/v2', () => HttpResponse.json(answer)))
    const place = (repeats: boolean) => placeAttempt(attempt, { repeats, checking: () => undefined, left: () => false })
    expect(await place(false)).toEqual({ kind: 'leaving', to: { page: answer.url } })
    // Both tabs lead to the payment page while it waits.
    expect(await place(true)).toEqual({ kind: 'leaving', to: { page: answer.url } })
    const waiting = waitingOrder()
    if (waiting === null) throw new Error('it does not wait')
    settle(waiting)
    expect(await place(true)).toEqual({ kind: 'leaving', to: { path: '/checkout?order=A-9', placed: false } })
    expect(waitingOrder()).toBeNull()
  })

  it('without an answer is found among the orders, also where the branch is written in another way since', async () => {
    const attempt = beginAttempt({ ...order, submission: { deliverType: 'takeaway', cart: { items: [], total: 17 } } as never })
    const placed = { code: 'A-9', createdAt: new Date(attempt.startedAt).toISOString(), items: [], payment: order.payment }
    server.use(
      http.get('*/api/me', () => HttpResponse.json({ name: 'Ada', email: 'ada@example.org' })),
      http.post('*/api/checkout/v2', () => HttpResponse.json({ code: 'outcome_unknown' }, { status: 504 })),
      http.get('*/api/me/orders', () => HttpResponse.json([placed])),
    )
    be(`${mitte}/`, 'ada')
    const wait = () => Promise.resolve()
    const next = await placeAttempt(attempt, { repeats: true, checking: () => undefined, left: () => false, wait })
    expect(next).toMatchObject({ kind: 'leaving' })
    expect(openAttempt()).toBeNull()
  })

  it('is one record from sending to the end, whichever tab writes it', () => {
    const attempt = beginAttempt(order)
    expect(stateOf(attempt)).toBe('sending')
    recordUnknown(attempt)
    expect(stateOf(attempt)).toBe('unknown')
    const placed = { code: 'A-9', page: 'https://pay.mitte.example/s-9', total: 850 }
    recordWaiting(attempt, placed)
    expect(openAttempt()).toBeNull()
    const waiting = waitingOrder()
    if (waiting === null) throw new Error('it does not wait')
    expect(waiting).toMatchObject({ ...placed, key: attempt.key, state: 'waiting' })
    expect(local.read(storedKeys.orders)).not.toContain('submission')
    // What a slower tab learns of the attempt changes nothing any more.
    recordUnknown(attempt)
    settle(attempt)
    recordDeclined(waiting)
    recordWaiting(attempt, placed)
    expect(stateOf(waiting)).toBe('declined')
    settle(waiting)
    expect(stateOf(attempt)).toBe('settled')
    expect(local.read(storedKeys.orders)).toBeNull()
  })

  it('tells the screens of this tab when a logout removes its personal parts', () => {
    beginAttempt({ ...order, address: 'Hof 3' })
    const shown: (string | null | undefined)[] = []
    const stop = openOrders.subscribe(() => shown.push(openAttempt()?.address))
    logout()
    expect(shown).toContain(null)
    stop()
  })

  it('whose customer has logged out meanwhile gets no personal parts back', () => {
    const attempt = beginAttempt({ ...order, submission: { name: 'Ada', notes: 'ring twice' } as never, address: 'Hof 3' })
    logout()
    recordUnknown(attempt)
    expect(openAttempt()?.state).toBe('unknown')
    for (const word of ['Ada', 'ring twice', 'Hof 3']) expect(local.read(storedKeys.orders)).not.toContain(word)
  })
})
