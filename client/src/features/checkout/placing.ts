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
import { forgetQuotes } from '../../cart/useQuote.ts'
import { openAttempt, waitingOrder, type Attempt, type NewAttempt } from '../../orderState/orderState.ts'
import { beginAttempt, callerOf, isUnanswered, recordUnknown, recordWaiting, settle, stateOf } from '../../orderState/transitions.ts'
import { storedPayment } from '../../orderState/payment.ts'
import { confirmPurchase, recordPurchase } from '../../events/purchase.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig, shopCurrency } from '../../restaurant/config.ts'
import { follow } from '../../session/follow.ts'
import { caller, identity, personalKey, publicScope, sameBranch } from '../../session/identity.ts'
import { areasQuery } from '../../restaurant/areas.ts'
import { taxesQuery } from '../../restaurant/taxes.ts'
import { inCart } from '../cart/queries.ts'
import { categoriesQuery, combosQuery } from '../menu/queries.ts'
import { currentLogin, meQuery } from '../../session/login.ts'
import { isOwn } from '../../session/customer.ts'
import { readDraft, removeDraft, writeDraft } from '../../forms/formDraft.ts'
import { confirmationPath, paths } from '../../navigation/paths.ts'
import { ordersQuery, storeDeviceOrder } from '../orders/queries.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { placeOrder, providersQuery } from './queries.ts'
import { sendAttempt, type Unknown } from './sending.ts'

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

/** Where placing an order is; the screen shows it. */
export type Phase =
  /** The customer fills in the form. `field`: what is looked for after "Another way to pay". */
  | { kind: 'editing'; field?: 'paymentType' }
  | { kind: 'sending' }
  /** The response was lost; the outcome is being checked. */
  | { kind: 'checking' }
  /** The server rejected the order. `waitUntil`: the earliest time of another try (milliseconds of the browser's clock); 0: at once. */
  | { kind: 'refused'; error: ApiError; waitUntil: number }
  | Unknown
  /** It was ordered: the page goes to the payment page, or to the order. `placed`: it thanks for the order. */
  | { kind: 'leaving'; to: { page: string } | { path: string; placed: boolean } }

interface PlacingOptions {
  /** It was sent before: this asks about it under the same key. */
  repeats: boolean
  /** Called when the response was lost and the outcome is being checked. */
  checking: () => void
  /** Whether the customer has left the checkout. */
  left: () => boolean
  wait?: (milliseconds: number) => Promise<void>
}

/**
 * Sends an attempt until its outcome is known or can't be found out, and records it. Returns the phase that follows; null if there is none for this page:
 * the customer has left it, and the attempt is checked at the next visit.
 */
export async function placeAttempt(attempt: Attempt, options: PlacingOptions): Promise<Phase | null> {
  const next = await recordOutcome(attempt, options).catch((error: unknown) =>
    refused(error instanceof ApiError ? error : new ApiError({ status: 500 })),
  )
  return next?.kind !== 'leaving' && options.left() ? null : next
}

async function recordOutcome(
  attempt: Attempt,
  { repeats, checking, left, wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)) }: PlacingOptions,
): Promise<Phase | null> {
  const { hasAccount } = await currentLogin()
  const outcome = await sendAttempt(attempt, {
    place: ({ submission, key }, caller) => placeOrder(submission, key, caller),
    caller: () => callerOf(attempt),
    repeats,
    // The orders of another branch or login do not contain it.
    orders: hasAccount && attempt.sender !== '' ? () => ordersOf(attempt) : null,
    wait,
    online: isOnline,
    checking,
  })
  if (outcome.kind === 'ordered') return recordOrdered(attempt, outcome.result, left())
  const reason = outcome.kind === 'refused' ? outcome.error : outcome.reason
  // The check of the user removes an expired login.
  if (reason?.status === 401) void queryClient.invalidateQueries({ queryKey: meQuery(caller()).queryKey, exact: true })
  if (outcome.kind === 'unknown') {
    recordUnknown(attempt)
    return outcome
  }
  settle(attempt)
  if (outcome.error.status === 422 || outcome.error.notPlaced) refetchPrices()
  return refused(outcome.error)
}

/** The maximum Retry-After that is respected, in seconds (docs/failures.md F10). */
const longestWait = 3600

function refused(error: ApiError): Phase {
  const wait = Math.min(error.retryAfter ?? 0, longestWait)
  return { kind: 'refused', error, waitUntil: wait > 0 ? Date.now() + wait * 1000 : 0 }
}

async function ordersOf(attempt: Attempt): Promise<Order[]> {
  if (!isOwn(attempt) || !sameBranch(attempt.branchUrl, identity().branch)) throw new ApiError({ status: 401 })
  return queryClient.query({ ...ordersQuery(caller()), staleTime: 0 })
}

/** Records that an attempt was ordered, and clears only what belongs to it. */
async function recordOrdered(attempt: Attempt, result: CheckoutResult, left: boolean): Promise<Phase | null> {
  const { loggedIn, hasAccount } = await currentLogin()
  const first = isUnanswered(attempt)
  // Another tab, or the page after a reload, has handled the response before.
  if (!first && left) return null
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
  // A page that must not be opened (docs/threat-model.md T3) is told in the panel of the order.
  if (waits) return page === null ? { kind: 'editing' } : { kind: 'leaving', to: { page } }
  // Without a code it is in the list.
  const own = code === '' ? paths.myOrders : paths.myOrder(code)
  const path = ownOrders ? own : senderHere ? confirmationPath(code) : paths.home
  return { kind: 'leaving', to: { path, placed: first || code === '' } }
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

/** The menu or a price may have changed: the BFF has forgotten what it had stored, so the current data are one request away. */
function refetchPrices(): void {
  const scope = publicScope()
  // The lists of the menu before the cart's dishes, which are looked up in them.
  const lists = [categoriesQuery, combosQuery, taxesQuery, areasQuery, providersQuery].map((query) => query(scope).queryKey)
  for (const queryKey of [...lists, inCart(scope)]) void queryClient.invalidateQueries({ queryKey })
  forgetQuotes()
}
