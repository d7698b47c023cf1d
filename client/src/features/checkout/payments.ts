import { createStored } from '../../shop/createStored.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { session, sessionKeys, storedKeys } from '../../shop/storage.ts'
import type { Attempt } from './attempt.ts'

/** An order that was sent to its payment page: where its payment is known, and whose it is. */
export interface PendingPayment {
  branchUrl: string | null
  /** The login it was sent under (loginHash); empty for a guest. */
  sender: string
  code: string
}

/** How many orders a browser waits for at most. */
const mostAwaited = 5

const awaited = createStored<readonly PendingPayment[]>(storedKeys.payments, (kept) =>
  Array.isArray(kept) ? kept.map(readAwaited).filter((each) => each !== null) : [],
)

function readAwaited(value: unknown): PendingPayment | null {
  if (typeof value !== 'object' || value === null) return null
  const { branchUrl, sender, code } = value as Record<keyof PendingPayment, unknown>
  if (typeof sender !== 'string' || typeof code !== 'string') return null
  return { branchUrl: typeof branchUrl === 'string' ? branchUrl : null, sender, code }
}

/** The orders whose payment page has the word, newest first. */
export function pendingPayments(): readonly PendingPayment[] {
  return awaited.get()
}

/** Notes that an order goes to its payment page. */
export function recordPendingPayment({ branchUrl, sender }: Attempt, code: string): void {
  awaited.set([{ branchUrl, sender, code }, ...awaited.get()].slice(0, mostAwaited))
}

/** Forgets an order that is paid: the one with this code, else the newest of the branch. */
export function removePendingPayment(branchUrl: string | null, code: string | undefined): void {
  const all = awaited.get()
  const paid = all.find((each) => each.code === code) ?? all.find((each) => each.branchUrl === branchUrl)
  awaited.set(all.filter((each) => each !== paid))
}

/** How many checked payments a tab remembers. */
const mostSeen = 20

const seen = createStored<readonly [string, string][]>(
  sessionKeys.paymentsSeen,
  (kept) =>
    Array.isArray(kept)
      ? kept.filter((each): each is [string, string] => Array.isArray(each) && typeof each[0] === 'string' && typeof each[1] === 'string')
      : [],
  { store: session },
)

const markOf = ({ payment, sess }: PaymentReturn): string => `${payment} ${sess}`

/** Where the order of a payment is shown whose result was told already; null when it was not. */
export function checkedPaymentPath(payment: PaymentReturn): string | null {
  return seen.get().find(([mark]) => mark === markOf(payment))?.[1] ?? null
}

/** Notes that a payment's result was told. */
export function recordCheckedPayment(payment: PaymentReturn, place: string): void {
  seen.set([[markOf(payment), place] as [string, string], ...seen.get()].slice(0, mostSeen))
}
