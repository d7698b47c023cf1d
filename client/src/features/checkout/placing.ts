import type { CheckoutResult, Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { isOnline } from '../../api/online.ts'
import { queryClient } from '../../api/queryClient.ts'
import { isoWithOffset } from '../../domain/hours.ts'
import { orderTotal } from '../../domain/order.ts'
import { placedOrder, receiptOf } from '../../domain/receipt.ts'
import { paymentPage } from '../../domain/redirect.ts'
import { piecesByChoices } from '../../domain/cart.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { openAttempt, waitingOrder, type Attempt, type NewAttempt } from '../../orderState/orderState.ts'
import { beginAttempt, callerOf, isUnanswered, recordUnknown, recordWaiting, settle, stateOf } from '../../orderState/transitions.ts'
import { storedPayment } from '../../orderState/payment.ts'
import { confirmPurchase, recordPurchase } from '../../events/purchase.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig, shopCurrency } from '../../restaurant/config.ts'
import { follow } from '../../session/follow.ts'
import { caller, identity, personalKey } from '../../session/identity.ts'
import { currentLogin, meQuery } from '../../session/login.ts'
import { isOwn } from '../../session/customer.ts'
import { readDraft, removeDraft, writeDraft } from '../../forms/formDraft.ts'
import { confirmationPath, paths } from '../../navigation/paths.ts'
import { ordersQuery, storeDeviceOrder } from '../orders/queries.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { placeOrder } from './queries.ts'
import { sendAttempt, type Outcome } from './sending.ts'

/*
 * Places an order, independently of the screen: the attempt is sent with the identity under which it was created, and its outcome is recorded even if
 * the customer has left the page, the branch or the login meanwhile.
 */

/**
 * The attempt to send for an order: the open one of the branch, else a new one. Null while the login changes, or while an order waits for its payment:
 * a second one is placed only once that is paid or given up.
 */
export function startAttempt(of: NewAttempt): { attempt: Attempt; repeats: boolean } | null {
  // Another tab may have just logged out: the order must be sent under the login that the screen shows.
  const { token } = identity()
  follow()
  if (identity().token !== token) return null
  const open = openAttempt()
  if (open !== null) return { attempt: open, repeats: true }
  if (waitingOrder() !== null || storedPayment.get() !== null) return null
  return { attempt: beginAttempt(of), repeats: false }
}

/** Sends an attempt, or again under the same key (`repeats`), until its outcome is known or can't be found out, and records it. */
export async function submitAttempt(
  attempt: Attempt,
  options: { repeats: boolean; checking: () => void; wait?: (milliseconds: number) => Promise<void> },
): Promise<Outcome> {
  const { hasAccount } = await currentLogin()
  const outcome = await sendAttempt(attempt, {
    place: ({ submission, key }, caller) => placeOrder(submission, key, caller),
    caller: () => callerOf(attempt),
    repeats: options.repeats,
    // The orders of another branch or login do not contain it.
    orders: hasAccount && attempt.sender !== '' ? () => ordersOf(attempt) : null,
    wait: options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    online: isOnline,
    checking: options.checking,
  })
  if (outcome.kind === 'refused') settle(attempt)
  if (outcome.kind === 'unknown') recordUnknown(attempt)
  const status = outcome.kind === 'refused' ? outcome.error.status : outcome.kind === 'unknown' ? outcome.reason?.status : undefined
  // The check of the user removes an expired login.
  if (status === 401) void queryClient.invalidateQueries({ queryKey: meQuery(caller()).queryKey, exact: true })
  return outcome
}

async function ordersOf(attempt: Attempt): Promise<Order[]> {
  if (!isOwn(attempt) || identity().branch !== attempt.branchUrl) throw new ApiError({ status: 401 })
  return queryClient.query({ ...ordersQuery(caller()), staleTime: 0 })
}

export type NextStep =
  /** The payment page; null if it must not be opened. */
  | { kind: 'pay'; page: string | null }
  | { kind: 'confirmed'; path: string; /** The backend gave the order no code. */ unnamed: boolean }
  /** Another tab, or the page after a reload, has handled the response before. */
  | { kind: 'late' }

/** Records that an attempt was ordered, and clears only what belongs to it. `left`: the customer has left the checkout. */
export async function completeOrder(attempt: Attempt, result: CheckoutResult, left: boolean): Promise<NextStep> {
  const { loggedIn, hasAccount } = await currentLogin()
  const first = isUnanswered(attempt)
  if (!first && left) return { kind: 'late' }
  const senderHere = isOwn(attempt)
  // An order sent as a guest is not among the account's, even if the customer has logged in since.
  const ownOrders = hasAccount && attempt.sender !== '' && senderHere
  const named = result.code ?? (result.id === undefined ? '' : String(result.id))
  // A guest's order without a code is stored under its attempt's key.
  const code = named === '' && !ownOrders ? attempt.key : named
  const url = typeof result.url === 'string' && result.url !== '' ? result.url : null
  const unpaid = url !== null || result.urlRefused === true
  // Another tab may have received the answer before, and the order does not wait any more.
  const waits = unpaid && stateOf(attempt) !== 'settled'
  // What the backend says it has taken, where it does; else what was sent.
  const order = placedOrder(
    receiptOf({ ...attempt, code, createdAt: isoWithOffset(now().getTime(), shopConfig().timezone) }, shopCurrency()),
    result,
  )
  if (!ownOrders && senderHere && waits === unpaid) remember(attempt, order, !unpaid)
  if (!loggedIn && attempt.sender === '') offerAccount(attempt)
  const page = url === null ? null : paymentPage(url, { paymentHosts: shopConfig().paymentHosts, branchUrl: attempt.branchUrl })
  recordPurchase(attempt.branchUrl, code === '' ? attempt.key : code, attempt.cart, attempt.totals)
  // Other tabs see these changes one after the other: the confirmed order, the cart without it, then the attempt's end.
  if (!unpaid) void confirmPurchase(attempt.branchUrl, code === '' ? attempt.key : code)
  if (!waits && first && senderHere) {
    removeDraft(checkoutDraft)
    cartActions.takeOrdered(piecesByChoices(attempt.cart), attempt.branchUrl)
  }
  // The cart stays until it is paid.
  if (waits) recordWaiting(attempt, { code: named, page, total: orderTotal(order, shopCurrency()) ?? attempt.totals.total })
  else settle(attempt)
  // Orders, points and their history have changed.
  void queryClient.invalidateQueries({ queryKey: personalKey(caller()) })
  if (waits) return { kind: 'pay', page }
  const unnamed = code === ''
  if (ownOrders)
    return { kind: 'confirmed', path: unnamed ? paths.myOrders : `${paths.myOrder(code)}${first ? '?state=new' : ''}`, unnamed }
  return { kind: 'confirmed', path: senderHere ? confirmationPath(code) : paths.home, unnamed }
}

/** Fills in the form for an account: only a password is missing. */
function offerAccount({ submission: { name, email, phone } }: Attempt): void {
  const typed = readDraft('register', { email: '' })
  if ((typed.email ?? '') === '') writeDraft('register', { name, email, phone, terms: false })
}

function remember(attempt: Attempt, order: Order, settled: boolean): void {
  storeDeviceOrder({
    order,
    deliverType: attempt.submission.deliverType,
    table: attempt.table,
    cart: attempt.cart,
    branchUrl: attempt.branchUrl,
    settled,
  })
}
