import { describe, expect, it } from 'vitest'
import type { CheckoutResult, Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { EMPTY_CART } from '../../domain/cart.ts'
import { totalsOf } from '../../domain/totals.ts'
import type { Attempt } from '../../orderState/orderState.ts'
import { sendAttempt, type SendingOptions } from './sending.ts'

const startedAt = Date.parse('2026-11-21T12:00:00Z')
const attempt: Attempt = {
  key: 'key-00000001',
  known: [],
  branchUrl: null,
  language: 'de',
  startedAt,
  submission: {
    cart: {
      items: [{ type: 'productItem', productId: 1, sizeId: 1, qty: 2, price: 17, extraIds: [], optionIds: [] }],
      source: 'web',
      taxPercent: 0,
      price: 17,
      total: 17,
      delivery: 0,
      discount: 0,
      tax: 0,
      tip: 0,
    },
    name: 'Ada',
    email: 'ada@example.org',
    phone: '',
    deliverType: 'takeaway',
    deliverAt: 'now',
    terms: true,
    issueInvoice: false,
    useProfit: false,
    paymentType: 'cash',
    takeaway: true,
  },
  cart: EMPTY_CART,
  totals: totalsOf({ lines: 1700, delivery: 0, discount: 0, taxPercent: 0, tip: 0 }),
  payment: { price: 17, cartTotal: 17, discount: 0, deliver: 0, tax: 0, tip: 0, method: 'Bar' },
  address: null,
  table: null,
  sender: '',
  customer: '',
  state: 'sending',
}
const guest = { branch: null, language: 'de', token: null }
const order: Order = {
  code: 'A-7',
  status: 'pending_approval',
  createdAt: '2026-11-21T13:00:05+01:00',
  items: [{ type: 'productItem', qty: 2, price: 17, product: 'Pizza' }],
  payment: { price: 17, cartTotal: 17, discount: 0, deliver: 0, tax: 0, tip: 0 },
}
const lost = new ApiError({ status: 0, code: 'unreachable' })
// The upstream accepted the order and its response could not be read.
const unusable = new ApiError({ status: 502, code: 'upstream_invalid' })
// Whatever a failing server responds, the order may exist.
const failing = new ApiError({ status: 500, message: 'Server error.' })
const maintenance = new ApiError({ status: 503, message: 'maintenance', retryAfter: 5 })
const unknown = new ApiError({ status: 504, code: 'outcome_unknown' })

/** Dependencies that respond from a list: an error is thrown, anything else is the result. */
function waysOf(answers: (CheckoutResult | ApiError)[], over: Partial<SendingOptions> = {}) {
  const log: string[] = []
  const ways: SendingOptions = {
    place: ({ key }) => {
      log.push(`place ${key}`)
      const next = answers.shift() ?? lost
      return next instanceof ApiError ? Promise.reject(next) : Promise.resolve(next)
    },
    repeats: false,
    caller: () => guest,
    orders: null,
    wait: (milliseconds) => {
      log.push(`wait ${String(milliseconds)}`)
      return Promise.resolve()
    },
    online: () => true,
    checking: () => log.push('checking'),
    ...over,
  }
  return { ways, log }
}

describe('sending an order', () => {
  it('an error that says that nothing was placed is a refusal, whatever its status, also of a check', async () => {
    const error = new ApiError({ status: 500, message: 'The kitchen is closed.', notPlaced: true })
    for (const repeats of [false, true]) {
      const { ways } = waysOf([error], { repeats })
      expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'refused', error })
    }
  })
  it('returns the upstream’s response', async () => {
    const { ways, log } = waysOf([{ code: 'A-1' }])
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'ordered', result: { code: 'A-1' } })
    expect(log).toEqual(['place key-00000001'])
  })
  it('sends again under the same key when the response was lost', async () => {
    const { ways, log } = waysOf([lost, lost, { code: 'A-1' }])
    expect(await sendAttempt(attempt, ways)).toMatchObject({ kind: 'ordered' })
    expect(log).toEqual([
      'place key-00000001',
      'checking',
      'wait 1000',
      'place key-00000001',
      'checking',
      'wait 3000',
      'place key-00000001',
    ])
  })
  it('stops after four tries with an unknown outcome', async () => {
    const { ways, log } = waysOf([], { online: () => false })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: true })
    expect(log.filter((line) => line.startsWith('place'))).toHaveLength(4)
  })
  it.each([
    [422, ''],
    [401, ''],
    [409, ''],
    [429, 'rate_limited'],
    [502, 'upstream_unreachable'],
    [503, 'upstream_open'],
    [503, 'orders_paused'],
  ])('never sends a refused order again (%i %s)', async (status, code) => {
    const error = new ApiError({ status, code })
    const { ways, log } = waysOf([error])
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'refused', error })
    expect(log).toHaveLength(1)
  })
  it.each([false, true])('an order that is known under another login is neither sent nor given up (asked again: %s)', async (repeats) => {
    const error = new ApiError({ status: 409, code: 'order_not_yours' })
    const { ways, log } = waysOf([error], { repeats })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: false, reason: error })
    expect(log).toEqual(['place key-00000001'])
  })
  it.each([unknown, unusable, failing, maintenance, new ApiError({ status: 408 }), new ApiError({ status: 499 })])(
    'never sends again when the outcome is unknown; a guest is told ($status $code)',
    async (error) => {
      const { ways, log } = waysOf([error])
      expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: false })
      expect(log).toEqual(['place key-00000001'])
    },
  )
  it('looks for it among the orders of a customer, at 1, 3, 9 and 27 s', async () => {
    const answers: Order[][] = [[], [{ ...order, code: 'A-6', createdAt: '2026-11-20T13:00:05+01:00' }], [order]]
    const { ways, log } = waysOf([unknown], { orders: () => Promise.resolve(answers.shift() ?? []) })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'ordered', result: { code: 'A-7' } })
    expect(log).toEqual(['place key-00000001', 'checking', 'wait 1000', 'wait 3000', 'wait 9000'])
  })
  it('stops looking when the order is not found, and tolerates a failing list', async () => {
    const { ways, log } = waysOf([unknown], { orders: () => Promise.reject(lost) })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: false })
    expect(log.filter((line) => line.startsWith('wait'))).toEqual(['wait 1000', 'wait 3000', 'wait 9000', 'wait 27000'])
  })
  it.each([
    [401, ''],
    [408, ''],
    [409, ''],
    [429, 'rate_limited'],
    [502, 'upstream_unreachable'],
    [503, 'upstream_open'],
    [503, 'orders_paused'],
  ])('a question that was rejected (%i %s) says nothing about the order: its key stays closed', async (status, code) => {
    const error = new ApiError({ status, code })
    const { ways, log } = waysOf([error], { repeats: true })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: false, reason: error })
    expect(log).toEqual(['place key-00000001'])
  })
  it('also for the tries after a lost response', async () => {
    const tooOften = new ApiError({ status: 429, code: 'rate_limited' })
    const { ways } = waysOf([lost, tooOften])
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'unknown', offline: false, reason: tooOften })
  })
  it('a check that is rejected by the restaurant closes the attempt', async () => {
    const refused = new ApiError({ status: 422, fields: { email: ['taken'] } })
    const { ways } = waysOf([refused], { repeats: true })
    expect(await sendAttempt(attempt, ways)).toEqual({ kind: 'refused', error: refused })
  })
  it('under another login nothing is sent with its key; the order is only looked up', async () => {
    const missed = waysOf([{ code: 'A-1' }], { caller: () => null, repeats: true })
    expect(await sendAttempt(attempt, missed.ways)).toEqual({ kind: 'unknown', offline: false })
    expect(missed.log).toEqual([])
    const found = waysOf([{ code: 'A-1' }], { caller: () => null, repeats: true, orders: () => Promise.resolve([order]) })
    expect(await sendAttempt(attempt, found.ways)).toEqual({ kind: 'ordered', result: { code: 'A-7' } })
    expect(found.log.some((line) => line.startsWith('place'))).toBe(false)
  })
})
