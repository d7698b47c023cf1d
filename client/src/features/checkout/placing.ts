import type { CheckoutResult, Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import { isoWithOffset } from '../../domain/hours.ts'
import { receiptOf } from '../../domain/receipt.ts'
import { paymentPage } from '../../domain/redirect.ts'
import { cartActions } from '../../shop/cart.ts'
import { now } from '../../shop/clock.ts'
import { shopConfig, shopCurrency } from '../../shop/config.ts'
import { identity } from '../../shop/identity.ts'
import { currentLogin, meQuery, personal } from '../../shop/login.ts'
import { removeDraft } from '../../shop/formDraft.ts'
import { confirmationPath, paths } from '../../shop/paths.ts'
import { ordersQuery, rememberOrder } from '../orders/queries.ts'
import { callerOf, closeAttempt, isOpen, isSender, markUnknown, type Attempt } from './attempt.ts'
import { checkoutDraft } from './fields.ts'
import { recordPendingPayment } from './payments.ts'
import { placeOrder } from './queries.ts'
import { sendAttempt, type Outcome } from './sending.ts'

/*
 * Placing an order, without its screen: an attempt is sent as who it was begun by, and what comes of it is noted where it belongs, also when the customer has
 * left the page, the branch or the login meanwhile.
 */

/** Sends an attempt, or asks about it again (`repeats`), until its outcome is known or can't be known, and notes it. */
export async function submitAttempt(
  attempt: Attempt,
  ways: { repeats: boolean; checking: () => void; wait?: (milliseconds: number) => Promise<void> },
): Promise<Outcome> {
  const { loggedIn, isTable } = await currentLogin()
  const outcome = await sendAttempt(attempt, {
    place: ({ submission, key }, caller) => placeOrder(submission, key, caller),
    caller: () => callerOf(attempt),
    repeats: ways.repeats,
    // Another branch's or login's orders do not have it.
    orders: loggedIn && !isTable && attempt.sender !== '' ? () => ordersOf(attempt) : null,
    wait: ways.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    online: () => navigator.onLine,
    checking: ways.checking,
  })
  if (outcome.kind === 'refused') closeAttempt(attempt)
  if (outcome.kind === 'unknown') markUnknown(attempt)
  const status = outcome.kind === 'refused' ? outcome.error.status : outcome.kind === 'unknown' ? outcome.reason?.status : undefined
  // An expired login is forgotten by the check of the user.
  if (status === 401) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
  return outcome
}

async function ordersOf(attempt: Attempt): Promise<Order[]> {
  if (!isSender(attempt) || identity().branch !== attempt.branchUrl) throw new ApiError({ status: 401 })
  return queryClient.query({ ...ordersQuery, staleTime: 0 })
}

/** What follows an order that stands. */
export type Next =
  /** The payment page; null when it must not be opened. */
  | { kind: 'pay'; page: string | null; code: string }
  /** The confirmation. */
  | { kind: 'confirmed'; path: string; /** The backend gave the order no code. */ unnamed: boolean }
  /** Another tab, or the page after a reload, had the answer before. */
  | { kind: 'late' }

/** Notes that an attempt has become an order: only what was its own is emptied and forgotten. `left`: its page is not there any more. */
export async function settle(attempt: Attempt, result: CheckoutResult, left: boolean): Promise<Next> {
  const first = isOpen(attempt)
  if (!first && left) return { kind: 'late' }
  const { loggedIn, isTable } = await currentLogin()
  const senderHere = isSender(attempt)
  // Who ordered as a guest and has logged in since does not find the order among the account's.
  const ownOrders = loggedIn && !isTable && attempt.sender !== '' && senderHere
  const named = result.code ?? (result.id === undefined ? '' : String(result.id))
  // A guest's order that the backend gives no code is found on this device under its key.
  const code = named === '' && !ownOrders ? attempt.key : named
  const url = typeof result.url === 'string' && result.url !== '' ? result.url : null
  const unpaid = url !== null || result.urlRefused === true
  if (!ownOrders && senderHere) remember(attempt, code, !unpaid)
  closeAttempt(attempt)
  // Orders, points and their history have changed.
  void queryClient.invalidateQueries({ queryKey: personal() })
  if (unpaid) {
    // The cart stays until the payment is verified.
    recordPendingPayment(attempt, code)
    const page = url === null ? null : paymentPage(url, { paymentHosts: shopConfig().paymentHosts, branchUrl: attempt.branchUrl })
    return { kind: 'pay', page, code: named }
  }
  if (first && senderHere) {
    removeDraft(checkoutDraft)
    cartActions.flush(attempt.branchUrl)
  }
  const unnamed = code === ''
  if (ownOrders)
    return { kind: 'confirmed', path: unnamed ? paths.myOrders : `${paths.myOrder(code)}${first ? '?state=new' : ''}`, unnamed }
  return { kind: 'confirmed', path: senderHere ? confirmationPath(code) : paths.home, unnamed }
}

function remember(attempt: Attempt, code: string, settled: boolean): void {
  rememberOrder({
    order: receiptOf({ ...attempt, code, createdAt: isoWithOffset(now().getTime(), shopConfig().timezone) }, shopCurrency()),
    deliverType: attempt.submission.deliverType,
    table: attempt.table,
    cart: attempt.cart,
    branchUrl: attempt.branchUrl,
    settled,
  })
}
