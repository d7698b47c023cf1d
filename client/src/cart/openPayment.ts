import { createStore, useStore } from '../createStore.ts'
import type { PaymentReturn } from '../domain/redirect.ts'
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
  const order = useStore(recorded)
  return useOpenPayment() !== null || order
}

/**
 * The check of a payment in this tab. `returned`: the payment with which the page itself returned; the page shows nothing else until the result is known, and
 * checks it even if another tab has settled it meanwhile.
 */
export const paymentCheck = createStore<{ state: 'none' | 'checking'; returned: PaymentReturn | null }>({
  state: 'none',
  returned: null,
})

/** The payment whose result this tab does not know. */
export function useOpenPayment(): PaymentReturn | null {
  const open = useStore(openPayment)
  const { state, returned } = useStore(paymentCheck)
  return state === 'checking' && returned !== null ? returned : open
}

/** A page that begins checks it by itself; other tabs leave that to the one of the return, and offer to check. */
export function startPaymentCheck(): void {
  if (openPayment.get() !== null || paymentCheck.get().returned !== null) paymentCheck.set({ ...paymentCheck.get(), state: 'checking' })
}
