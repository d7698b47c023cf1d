import { createStore } from '../../createStore.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'

/** A payment from which the customer has returned and whose result is unknown, for every tab and after a restart. */
export const openPayment = createStored<PaymentReturn | null>(storedKeys.openPayment, (kept) => {
  const { payment, sess } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof PaymentReturn, unknown>>
  return typeof payment === 'string' && typeof sess === 'string' ? { payment, sess } : null
})

const recorded = createStored(storedKeys.payments, (kept) => Array.isArray(kept) && kept.length > 0)

/** Whether anything may wait for a payment or its check: then its code is loaded (waitingOrder.ts). */
export function useMayWait(): boolean {
  const order = recorded.use()
  return openPayment.use() !== null || order
}

/** The check of that payment in this tab. `returning`: the page is the return, and shows nothing else until the result is known. */
export const paymentCheck = createStore<{ state: 'none' | 'checking'; returning: boolean }>({
  state: 'none',
  returning: false,
})

/** A page that begins checks it by itself; other tabs leave that to the one of the return, and offer to check. */
export function startPaymentCheck(): void {
  if (openPayment.get() !== null) paymentCheck.set({ ...paymentCheck.get(), state: 'checking' })
}
