import { createStored } from './createStored.ts'
import { session, sessionKeys } from './storage.ts'
import type { PaymentReturn } from '../domain/redirect.ts'

/** A payment that somebody came back from and that is not known to be made or refused yet; a reload keeps it. */
export const openPayment = createStored<PaymentReturn | null>(
  sessionKeys.openPayment,
  (kept) => {
    const { payment, sess } = (typeof kept === 'object' && kept !== null ? kept : {}) as Partial<Record<keyof PaymentReturn, unknown>>
    return typeof payment === 'string' && typeof sess === 'string' ? { payment, sess } : null
  },
  { store: session },
)
