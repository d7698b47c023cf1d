import { createStore, useStore } from '../createStore.ts'
import type { PaymentReturn } from '../domain/redirect.ts'
import { isRecord } from '../domain/wire.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { useWaitingOrder, type WaitingOrder } from './orderState.ts'

/** The payment from which the customer has returned and whose result is unknown, for every tab and after a restart. */
export const storedPayment = createStored<PaymentReturn | null>(storedKeys.openPayment, (kept) => {
  const { payment, sess } = isRecord(kept) ? kept : {}
  return typeof payment === 'string' && typeof sess === 'string' ? { payment, sess } : null
})

/**
 * The check of a payment in this tab. `returned`: the payment with which the page itself returned; the page shows nothing else until the result is known, and
 * checks it even if another tab has settled it meanwhile.
 */
export const paymentCheck = createStore<{ running: boolean; returned: PaymentReturn | null }>({ running: false, returned: null })

/** The payment with which this page returned, until its result is known or the customer goes on. */
export const returnedPayment = (): PaymentReturn | null => paymentCheck.get().returned

export const useReturnedPayment = (): PaymentReturn | null => useStore(paymentCheck).returned

/** The payment whose result this tab does not know, and whether it checks it now. */
export function usePaymentCheck(): { payment: PaymentReturn | null; running: boolean } {
  const stored = useStore(storedPayment)
  const { running, returned } = useStore(paymentCheck)
  return { payment: running && returned !== null ? returned : stored, running }
}

/** What waits here: an order for its payment, or a payment for its check. */
export interface Waiting {
  order: WaitingOrder | null
  check: 'checking' | 'unchecked' | null
}

/** What waits for this tab's customer and branch; null if nothing does. */
export function useWaiting(): Waiting | null {
  const order = useWaitingOrder()
  const { payment, running } = usePaymentCheck()
  if (payment !== null) return { order, check: running ? 'checking' : 'unchecked' }
  return order === null ? null : { order, check: null }
}

/** Starts the check: when a page begins, and when the customer asks. Other tabs leave it to the one of the return, and offer it. */
export function startPaymentCheck(): void {
  if (storedPayment.get() !== null || returnedPayment() !== null) paymentCheck.set({ ...paymentCheck.get(), running: true })
}
