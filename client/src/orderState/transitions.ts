import type { Caller } from '../api/scope.ts'
import { randomKey } from '../browser/randomKey.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { piecesByChoices } from '../domain/cart.ts'
import { now } from '../restaurant/clock.ts'
import { identity, storedIdentity } from '../session/identity.ts'
import { loginCustomer, loginHash } from '../session/customer.ts'
import {
  isAttempt,
  isWaiting,
  openAttempt,
  openOrders,
  type Attempt,
  type NewAttempt,
  type OpenOrder,
  type OrderState,
  type WaitingOrder,
} from './orderState.ts'

/* From one state of an order to the next (orderState.ts). What a slower tab learns of an order changes nothing that another one has recorded since. */

/** The state of an order that was sent: another tab may have changed it since. */
export const stateOf = (order: OpenOrder): OrderState => recordOf(order)?.state ?? 'settled'

/** Whether an attempt has no answer yet. */
export const isUnanswered = (attempt: Attempt): boolean => ['sending', 'unknown'].includes(stateOf(attempt))

const recordOf = ({ key }: OpenOrder): OpenOrder | undefined => openOrders.get().find((order) => order.key === key)

/** The maximum number of stored orders that wait. */
const most = 5

/** Records an order that is about to be sent, with a new key and this tab's identity. An attempt that is open at the branch is returned instead. */
export function beginAttempt(of: NewAttempt): Attempt {
  const { branch: branchUrl, language } = identity()
  const sent = { key: randomKey(), branchUrl, startedAt: now().getTime(), sender: loginHash(), customer: loginCustomer() }
  return openAttempt() ?? write({ ...of, ...sent, language, state: 'sending' })
}

/** Records that the outcome of an attempt could not be found out. */
export function recordUnknown(attempt: Attempt): void {
  const record = recordOf(attempt)
  // A logout may have removed the personal parts of what was sent.
  if (record?.state === 'sending') write({ ...record, state: 'unknown' })
}

/** Records that an order was placed and waits for its payment; what was sent is not stored any more. */
export function recordWaiting(attempt: Attempt, placed: Pick<WaitingOrder, 'code' | 'page' | 'total'>): void {
  const { key, branchUrl, startedAt, sender, customer, cart } = attempt
  if (!isUnanswered(attempt)) return
  write({ key, branchUrl, startedAt, sender, customer, ...placed, pieces: piecesByChoices(cart), state: 'waiting' })
  // The home page reserves the line that says so from its first rendering on.
  local.write(storedKeys.strip, '1')
}

/** Records that the payment of an order was declined. */
export function recordDeclined(order: WaitingOrder): void {
  if (stateOf(order) === 'waiting') write({ ...order, state: 'declined' })
}

/** Removes an order: it was refused, paid, or given up, or needs no payment. An attempt that waits by another tab's knowledge stays. */
export function settle(order: OpenOrder): void {
  const record = recordOf(order)
  if (record === undefined || isAttempt(record) !== isAttempt(order)) return
  store(openOrders.get().filter((each) => each !== record))
}

/**
 * Removes what the customer of a login entered, and records that can't be read. Without its login an order is never sent again, only looked up.
 */
export function forgetContact(): void {
  const entered = { name: '', email: '', phone: '', notes: '', address: '' }
  const forgotten = (order: OpenOrder): OpenOrder =>
    isAttempt(order) && order.sender !== '' ? { ...order, address: null, submission: { ...order.submission, ...entered } } : order
  store(openOrders.get().map(forgotten))
}

function write<T extends OpenOrder>(order: T): T {
  const all = [order, ...openOrders.get().filter(({ key }) => key !== order.key)]
  store([...all.filter(isAttempt), ...all.filter(isWaiting).slice(0, most)])
  return order
}

const store = (orders: OpenOrder[]): void => openOrders.set(orders.length === 0 ? null : orders)

/** The caller for an attempt: exactly its branch, language and login; null if that login is not this tab's. */
export function callerOf({ branchUrl: branch, language, sender }: Attempt): Caller | null {
  if (sender === '') return { branch, language, token: null }
  const { token } = identity()
  // The stored login must match, too: another tab's logout may not have been noticed yet.
  return token !== null && loginHash(token) === sender && storedIdentity().token === token ? { branch, language, token } : null
}
