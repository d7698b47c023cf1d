import type { Order } from '../../../contracts/types.ts'

/** The refetch intervals of an open order in a visible and in a hidden page, in milliseconds. */
const seen = 20_000
const hidden = 60_000
/** The longest wait between two questions, in milliseconds. */
const longest = 10 * 60_000
/** For how long after it is due an order is followed, in milliseconds: a backend may never call one completed. */
const overdue = 4 * 3_600_000

/** An order's status is final: it will not change any more (docs/specification.md section 4). */
export function isFinal(order: Pick<Order, 'status'>): boolean {
  return order.status === 'completed' || order.status === 'rejected'
}

/** The order's status may still change: it is not final, and the order is not long overdue. `now` in milliseconds. */
export function isUnderWay(order: Pick<Order, 'status' | 'deliverAt' | 'createdAt'>, now: number): boolean {
  if (isFinal(order)) return false
  const due = dueAt(order)
  return Number.isNaN(due) || now < due + overdue
}

interface Followed {
  orders: readonly Pick<Order, 'status' | 'deliverAt' | 'createdAt'>[]
  now: number
  hidden: boolean
  /** For how many milliseconds there has been no answer; 0 while the last question was answered. */
  silent: number
  /** How long the server wants to be left alone, in milliseconds. */
  retryAfter: number
}

/**
 * In how many milliseconds orders are asked about again; false: not any more. A confirmed order for later is asked about seldom until it comes near. Where no answer
 * comes, each wait is as long as all before it together.
 */
export function followAgainIn({ orders, now, hidden: unseen, silent, retryAfter }: Followed): number | false {
  const open = orders.filter((order) => isUnderWay(order, now))
  if (open.length === 0) return false
  const usual = unseen ? hidden : seen
  const calm = Math.min(...open.map((order) => (order.status === 'approved' ? (dueAt(order) - now) / 30 : 0)))
  return Math.max(Math.min(Math.max(usual, Number.isNaN(calm) ? 0 : calm, silent), longest), retryAfter)
}

function dueAt(order: Pick<Order, 'deliverAt' | 'createdAt'>): number {
  return Date.parse(order.deliverAt ?? order.createdAt)
}
