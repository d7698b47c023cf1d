import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followAgainIn, isUnderWay } from './following.ts'

const now = Date.parse('2026-11-22T18:00:00+01:00')
const minute = 60_000
const order = (status: 'pending_approval' | 'approved' | 'completed' | 'rejected', due: number | null = null) => ({
  status,
  createdAt: new Date(now - minute).toISOString(),
  deliverAt: due === null ? null : new Date(due).toISOString(),
})
const look = { now, hidden: false, silent: 0, retryAfter: 0 }

describe('following an order', () => {
  it('goes on until the status is final, confirmed ones included', () => {
    expect(followAgainIn({ ...look, orders: [order('pending_approval')] })).toBe(20_000)
    expect(followAgainIn({ ...look, orders: [order('approved')] })).toBe(20_000)
    expect(followAgainIn({ ...look, orders: [order('completed')] })).toBe(false)
    expect(followAgainIn({ ...look, orders: [order('rejected')] })).toBe(false)
    expect(followAgainIn({ ...look, orders: [order('completed'), order('approved')] })).toBe(20_000)
    expect(followAgainIn({ ...look, orders: [] })).toBe(false)
  })
  it('asks less often unseen, and seldom about a confirmed order for later', () => {
    expect(followAgainIn({ ...look, hidden: true, orders: [order('pending_approval')] })).toBe(60_000)
    expect(followAgainIn({ ...look, orders: [order('approved', now + 60 * minute)] })).toBe(120_000)
    expect(followAgainIn({ ...look, orders: [order('approved', now + 24 * 60 * minute)] })).toBe(600_000)
    expect(followAgainIn({ ...look, orders: [order('pending_approval', now + 24 * 60 * minute)] })).toBe(20_000)
  })
  it('waits longer the longer no answer comes, and never shorter than the server wants', () => {
    const orders = [order('approved')]
    expect(followAgainIn({ ...look, orders, silent: 80_000 })).toBe(80_000)
    expect(followAgainIn({ ...look, orders, silent: 3_600_000 })).toBe(600_000)
    expect(followAgainIn({ ...look, orders, retryAfter: 900_000 })).toBe(900_000)
  })
  it('ends four hours after the order was due, whatever the backend calls it', () => {
    const late = { status: 'being cooked' as never, createdAt: new Date(now - 5 * 60 * minute).toISOString(), deliverAt: null }
    expect(isUnderWay(late, now)).toBe(false)
    expect(followAgainIn({ ...look, orders: [late] })).toBe(false)
    expect(isUnderWay({ ...late, createdAt: 'no time' }, now)).toBe(true)
    expect(followAgainIn({ ...look, orders: [{ ...order('approved'), createdAt: 'no time' }] })).toBe(20_000)
  })
  it('is bounded, whatever the orders are', () => {
    const status = fc.constantFrom('pending_approval', 'approved', 'completed', 'rejected')
    fc.assert(
      fc.property(status, fc.integer({ min: -1e9, max: 1e9 }), fc.nat(), fc.boolean(), (of, due, silent, hidden) => {
        const wait = followAgainIn({ ...look, hidden, silent, orders: [order(of, now + due)] })
        return wait === false || (wait >= 20_000 && wait <= 600_000)
      }),
    )
  })
})
