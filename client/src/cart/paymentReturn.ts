import { paymentReturn, type PaymentReturn } from '../domain/redirect.ts'
import { createStored } from '../browser/createStored.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { basePath, homeQuery } from '../navigation/paths.ts'
import { openPayment, paymentCheck } from './openPayment.ts'

/**
 * The return from the payment page (docs/specification.md sections 2 and 4), before anything else of the page begins: stores `payment` and `sess` and removes
 * them from the address. A payment whose result was shown leads to its order.
 */
export function takePaymentReturn(): void {
  const { pathname, search, hash } = window.location
  const query = new URLSearchParams(search)
  if (!query.has(homeQuery.payment) && !query.has(homeQuery.sess)) return
  const arrived = paymentReturn(query)
  const shown = arrived === null ? null : checkedPaymentPath(arrived)
  if (arrived !== null && shown === null) {
    openPayment.set(arrived)
    paymentCheck.set({ state: 'none', returned: arrived })
  }
  query.delete(homeQuery.payment)
  query.delete(homeQuery.sess)
  const rest = query.size > 0 ? `?${query.toString()}` : ''
  history.replaceState(history.state, '', shown === null ? `${pathname}${rest}${hash}` : basePath + shown)
}

/** The maximum number of stored checked payments. */
const mostChecked = 20

const checked = createStored<readonly [string, string][]>(
  sessionKeys.paymentsSeen,
  (kept) =>
    Array.isArray(kept)
      ? kept.filter((each): each is [string, string] => Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string')
      : [],
  { store: session },
)

const keyOf = ({ payment, sess }: PaymentReturn): string => `${payment} ${sess}`

/** The path of the order of a payment whose result was shown; null if it was not. */
function checkedPaymentPath(payment: PaymentReturn): string | null {
  return checked.get().find(([key]) => key === keyOf(payment))?.[1] ?? null
}

/** Records that a payment's result was shown. */
export function recordCheckedPayment(payment: PaymentReturn, path: string): void {
  checked.set([[keyOf(payment), path] as [string, string], ...checked.get()].slice(0, mostChecked))
}
