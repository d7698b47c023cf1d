import { paymentReturn, type PaymentReturn } from '../domain/redirect.ts'
import { createStored } from '../browser/createStored.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { basePath, homeQuery } from '../navigation/paths.ts'
import { sameBranch } from '../session/identity.ts'
import { waitingOrders, type WaitingOrder } from './orderState.ts'
import { paymentCheck, returnedPayment, storedPayment } from './payment.ts'

/**
 * The return from the payment page (docs/specification.md sections 2 and 4), before anything else of the page begins: stores `payment` and `sess` and removes
 * them from the address. A payment whose result was shown leads to its order.
 */
export function takePaymentReturn(): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  if (!query.has(homeQuery.payment) && !query.has(homeQuery.sess)) return
  const returned = paymentReturn(query)
  const shown = returned === null ? undefined : checked.get().find(([key]) => key === keyOf(returned))?.[1]
  if (returned !== null && shown === undefined) {
    storedPayment.set(returned)
    paymentCheck.set({ running: false, returned })
  }
  query.delete(homeQuery.payment)
  query.delete(homeQuery.sess)
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  history.replaceState(history.state, '', shown === undefined ? `${pathname}${rest}${hash}` : basePath + shown)
}

/** The customer goes on: the page shows more than its return. */
export function leavePaymentReturn(): void {
  paymentCheck.set({ ...paymentCheck.get(), returned: null })
}

export const samePayment = (one: PaymentReturn | null, other: PaymentReturn | null): boolean =>
  one?.payment === other?.payment && one?.sess === other?.sess

/** Records that the result of a payment is known, or that the customer gave it up; another one stays open. */
export function closePayment(payment: PaymentReturn | null): void {
  if (samePayment(payment, storedPayment.get())) storedPayment.set(null)
}

/** Ends the check; without a result the payment stays open. */
export function endPaymentCheck(known: boolean): void {
  paymentCheck.set({ running: false, returned: known ? null : returnedPayment() })
}

/**
 * The order of a payment: the one with the code of its approval, else the one whose page names the session. Else of an approved payment the newest at its
 * branch, and of a declined one the only one that waits: where it is not certain which, none is called declined.
 */
export function orderOfPayment(
  { sess }: PaymentReturn,
  approved?: { branch: string | null; code?: string | undefined },
): WaitingOrder | null {
  const all = waitingOrders().filter(({ branchUrl }) => approved === undefined || sameBranch(branchUrl, approved.branch))
  return (
    all.find(({ code }) => code === approved?.code) ??
    all.find(({ page }) => page?.includes(sess) === true) ??
    (approved !== undefined || all.length === 1 ? (all[0] ?? null) : null)
  )
}

/** The maximum number of stored checked payments. */
const mostChecked = 20

/** Payments whose result was shown, and the path of the order of each. */
const checked = createStored<readonly [string, string][]>(
  sessionKeys.paymentsSeen,
  (kept) =>
    Array.isArray(kept)
      ? kept.filter((each): each is [string, string] => Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string')
      : [],
  { store: session },
)

const keyOf = ({ payment, sess }: PaymentReturn): string => `${payment} ${sess}`

/** Records that a payment's result was shown: another visit of its address leads to the order. */
export function recordCheckedPayment(payment: PaymentReturn, path: string): void {
  checked.set([[keyOf(payment), path] as [string, string], ...checked.get()].slice(0, mostChecked))
}
