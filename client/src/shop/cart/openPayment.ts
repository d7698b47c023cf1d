import { createStored } from '../browser/createStored.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'

/** A payment from which the customer has returned and whose result is unknown; survives a reload. */
export const openPayment = createStored<PaymentReturn | null>(
  sessionKeys.openPayment,
  (kept) => {
    const { payment, sess } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof PaymentReturn, unknown>>
    return typeof payment === 'string' && typeof sess === 'string' ? { payment, sess } : null
  },
  { store: session },
)
