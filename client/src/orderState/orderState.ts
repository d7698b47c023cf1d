import type { CheckoutSubmission, OrderPayment } from '../../../contracts/types.ts'
import { useStore } from '../createStore.ts'
import type { Pieces, StoredCart } from '../domain/cart.ts'
import type { Instant } from '../domain/hours.ts'
import type { Minor } from '../domain/money.ts'
import { readCart } from '../domain/storedCart.ts'
import type { Totals } from '../domain/totals.ts'
import { isRecord } from '../domain/wire.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { identity, sameBranch, useIdentity } from '../session/identity.ts'
import { isOwn } from '../session/customer.ts'

/*
 * The state of an order of this browser. Every order is one record, stored for all tabs from the moment before it is sent until it is settled, and only
 * transitions.ts writes it:
 *
 *   sending → unknown → waiting → declined → settled
 *
 * `sending`: it was sent, and has no answer yet. `unknown`: whether it arrived could not be found out. `waiting`: it was placed, and waits for its payment.
 * `declined`: its payment was declined. `settled`: it was refused, paid, given up, or needs no payment; there is no record any more. States may be left out.
 */
export type OrderState = OpenOrder['state'] | 'settled'

export type OpenOrder = Attempt | WaitingOrder

interface Sent {
  key: string
  branchUrl: string | null
  /** When it was first sent, by the server's clock, in milliseconds. */
  startedAt: Instant
  /**
   * The login it was sent under (loginHash); empty for a guest. The BFF knows the key only with that login: under another one the same key would
   * create a second order (docs/architecture.md section 3.8).
   */
  sender: string
  /** The customer who sent it (customerHash); empty for a guest. */
  customer: string
}

/** An order that was sent (docs/threat-model.md T17), and exactly what was sent: a reload or a lost response asks about the same order. */
export interface Attempt extends Sent {
  state: 'sending' | 'unknown'
  language: string
  submission: CheckoutSubmission
  /** The codes of the customer's orders before it was sent: none of them can be this one. Null if they were unknown. */
  known: string[] | null
  /** For a guest's confirmation. */
  cart: StoredCart
  totals: Totals
  /** The bill as it was shown, in the form of an order's. */
  payment: OrderPayment
  /** The delivery address as text; null if nothing is delivered. */
  address: string | null
  /** The table's name; null elsewhere. */
  table: string | null
}

export type NewAttempt = Omit<Attempt, keyof Sent | 'state' | 'language'>

/** A placed order that waits for its payment. Until it is settled nothing else is ordered at its branch (docs/decisions/checkout-waiting-payment.md). */
export interface WaitingOrder extends Sent {
  state: 'waiting' | 'declined'
  /** The order's code; empty if the backend gave it none. */
  code: string
  /** The payment page; null if it must not be opened (docs/threat-model.md T3). */
  page: string | null
  total: Minor
  /** What it takes out of the cart once it is paid. */
  pieces: Pieces
}

/** All orders of this browser that are not settled: attempts first, the newest first. */
export const openOrders = createStored<readonly OpenOrder[]>(storedKeys.orders, (kept) =>
  Array.isArray(kept) ? kept.map(read).filter((order) => order !== null) : [],
)

export const isAttempt = (order: OpenOrder): order is Attempt => order.state === 'sending' || order.state === 'unknown'
export const isWaiting = (order: OpenOrder): order is WaitingOrder => order.state === 'waiting' || order.state === 'declined'

/** The attempt at a branch, this tab's by default; null if there is none. It may be another customer's. */
export function openAttempt(branch = identity().branch): Attempt | null {
  return openOrders.get().find((order): order is Attempt => isAttempt(order) && sameBranch(order.branchUrl, branch)) ?? null
}

/** All orders of this browser that wait for their payment, newest first. */
export const waitingOrders = (): readonly WaitingOrder[] => openOrders.get().filter(isWaiting)

/** The one of this tab's customer and branch; null if there is none. */
export function waitingOrder(): WaitingOrder | null {
  return waitingOrders().find((order) => isOwn(order) && sameBranch(order.branchUrl, identity().branch)) ?? null
}

export const useOpenAttempt = (): Attempt | null => useOrder(openAttempt)

export const useWaitingOrder = (): WaitingOrder | null => useOrder(waitingOrder)

function useOrder<T>(get: () => T): T {
  useIdentity()
  return useStore({ subscribe: openOrders.subscribe, get })
}

/** Parses a stored order, which transitions.ts wrote as a whole; null if it can be neither sent again nor paid. */
function read(value: unknown): OpenOrder | null {
  if (!isRecord(value)) return null
  const { key, startedAt, sender, branchUrl, submission, totals, pieces } = value
  if (typeof key !== 'string' || typeof startedAt !== 'number' || typeof sender !== 'string') return null
  const order = { ...value, branchUrl: typeof branchUrl === 'string' ? branchUrl : null } as unknown as OpenOrder
  if (isWaiting(order)) return isRecord(pieces) ? order : null
  return isAttempt(order) && isRecord(submission) && isRecord(totals) ? { ...order, cart: readCart(order.cart) } : null
}
