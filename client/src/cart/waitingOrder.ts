import type { Pieces } from '../domain/cart.ts'
import type { Instant } from '../domain/hours.ts'
import type { Minor } from '../domain/money.ts'
import { paymentPage, type PaymentReturn } from '../domain/redirect.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { shopConfig } from '../restaurant/config.ts'
import { identity } from '../session/identity.ts'
import { sameBranch } from '../session/branch.ts'
import { isOwn } from '../session/login.ts'
import { paymentCheck, useOpenPayment } from './openPayment.ts'
import { useStore } from '../createStore.ts'

/**
 * An order that waits for its payment: placed, and its payment page was or should have been opened. Every tab knows it until it is paid, given up, or
 * settled by the restaurant; until then nothing else is ordered at its branch (docs/decisions/checkout-waiting-payment.md).
 */
export interface WaitingOrder {
  /** The key of its attempt. */
  key: string
  branchUrl: string | null
  /** The login it was sent under (loginHash) and its customer (customerHash); empty for a guest. */
  sender: string
  customer: string
  /** The order's code; empty if the backend gave it none. */
  code: string
  /** The payment page; null if it must not be opened (docs/threat-model.md T3). */
  page: string | null
  total: Minor
  since: Instant
  /** What it takes out of the cart once it is paid. */
  pieces: Pieces
  /** Its payment was declined. */
  declined: boolean
}

/** The maximum number of stored orders. */
const most = 5

const stored = createStored<readonly WaitingOrder[]>(storedKeys.payments, (kept) =>
  Array.isArray(kept) ? kept.map(read).filter((each) => each !== null) : [],
)

/** All orders of this browser that wait for their payment, newest first. */
export const waitingOrders = (): readonly WaitingOrder[] => stored.get()

/** The one of this tab's customer and branch; null if there is none. */
export function waitingOrder(): WaitingOrder | null {
  return stored.get().find((order) => isOwn(order) && sameBranch(order.branchUrl, identity().branch)) ?? null
}

/** The same inside a component. */
export function useWaitingOrder(): WaitingOrder | null {
  useStore(stored)
  return waitingOrder()
}

/** What waits here: an order for its payment, or a payment for its check. */
export interface Waiting {
  order: WaitingOrder | null
  check: 'checking' | 'unchecked' | null
}

/** What waits for this tab's customer and branch; null if nothing does. */
export function useWaiting(): Waiting | null {
  const order = useWaitingOrder()
  const open = useOpenPayment()
  const { state } = useStore(paymentCheck)
  if (open !== null) return { order, check: state === 'checking' ? 'checking' : 'unchecked' }
  return order === null ? null : { order, check: null }
}

/** Records an order that waits from now on; another tab may have done so. */
export function recordWaiting(order: WaitingOrder): void {
  stored.set([order, ...stored.get().filter(({ key }) => key !== order.key)].slice(0, most))
}

/** Records that the payment of an order was declined. */
export function recordDeclined(order: WaitingOrder): void {
  stored.set(stored.get().map((each) => (each.key === order.key ? { ...each, declined: true } : each)))
}

/** Removes an order: it is paid, given up, or settled. */
export function forgetWaiting(order: WaitingOrder): void {
  stored.set(stored.get().filter(({ key }) => key !== order.key))
}

/** The order of a payment: the one with this code, else the one whose page names the session, else the newest, at this branch if that is known. */
export function waitingFor({ sess }: PaymentReturn, branch: string | null | undefined, code?: string): WaitingOrder | null {
  const all = stored.get().filter(({ branchUrl }) => branch === undefined || sameBranch(branchUrl, branch))
  return (
    all.find((each) => code !== undefined && each.code === code) ?? all.find(({ page }) => page?.includes(sess) === true) ?? all[0] ?? null
  )
}

/** The order of a payment that was declined; null if it is not certain which: more than one waits, and none names the session. */
export function declinedOrder({ sess }: PaymentReturn): WaitingOrder | null {
  const all = stored.get()
  return all.find(({ page }) => page?.includes(sess) === true) ?? (all.length === 1 ? (all[0] ?? null) : null)
}

function read(value: unknown): WaitingOrder | null {
  if (typeof value !== 'object' || value === null) return null
  const of = value as Record<keyof WaitingOrder, unknown>
  if (typeof of.sender !== 'string' || typeof of.code !== 'string') return null
  const branchUrl = typeof of.branchUrl === 'string' ? of.branchUrl : null
  const pieces = typeof of.pieces === 'object' && of.pieces !== null ? Object.entries(of.pieces as Record<string, unknown>) : []
  return {
    key: typeof of.key === 'string' ? of.key : of.code,
    branchUrl,
    sender: of.sender,
    customer: typeof of.customer === 'string' ? of.customer : '',
    code: of.code,
    // What the storage holds is checked as the backend's answer was.
    page: paymentPage(typeof of.page === 'string' ? of.page : null, { paymentHosts: shopConfig().paymentHosts, branchUrl }),
    total: Number.isSafeInteger(of.total) ? (of.total as number) : 0,
    since: typeof of.since === 'number' ? of.since : 0,
    pieces: Object.fromEntries(pieces.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]))),
    declined: of.declined === true,
  }
}
