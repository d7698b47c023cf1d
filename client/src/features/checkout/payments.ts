import { createStored } from '../../shop/browser/createStored.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { session, sessionKeys, storedKeys } from '../../shop/browser/storage.ts'
import type { Attempt } from './attempt.ts'

/** An order whose payment is pending on its payment page. */
export interface PendingPayment {
  branchUrl: string | null
  /** The login it was sent under (loginHash); empty for a guest. */
  sender: string
  code: string
}

/** The maximum number of stored pending payments. */
const maxPending = 5

const pending = createStored<readonly PendingPayment[]>(storedKeys.payments, (kept) =>
  Array.isArray(kept) ? kept.map(parsePending).filter((each) => each !== null) : [],
)

function parsePending(value: unknown): PendingPayment | null {
  if (typeof value !== 'object' || value === null) return null
  const { branchUrl, sender, code } = value as Record<keyof PendingPayment, unknown>
  if (typeof sender !== 'string' || typeof code !== 'string') return null
  return { branchUrl: typeof branchUrl === 'string' ? branchUrl : null, sender, code }
}

/** The orders with a pending payment, newest first. */
export function pendingPayments(): readonly PendingPayment[] {
  return pending.get()
}

/** Records that an order was sent to its payment page. */
export function recordPendingPayment({ branchUrl, sender }: Attempt, code: string): void {
  pending.set([{ branchUrl, sender, code }, ...pending.get()].slice(0, maxPending))
}

/** Removes a paid order: the one with this code, else the newest of the branch. */
export function removePendingPayment(branchUrl: string | null, code: string | undefined): void {
  const all = pending.get()
  const paid = all.find((each) => each.code === code) ?? all.find((each) => each.branchUrl === branchUrl)
  pending.set(all.filter((each) => each !== paid))
}

/** The maximum number of stored checked payments. */
const maxChecked = 20

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
export function checkedPaymentPath(payment: PaymentReturn): string | null {
  return checked.get().find(([key]) => key === keyOf(payment))?.[1] ?? null
}

/** Records that a payment's result was shown. */
export function recordCheckedPayment(payment: PaymentReturn, path: string): void {
  checked.set([[keyOf(payment), path] as [string, string], ...checked.get()].slice(0, maxChecked))
}
