import type { CheckoutSubmission, OrderPayment } from '../../../../contracts/types.ts'
import type { Caller } from '../../api/scope.ts'
import { parseCart } from '../../domain/storedCart.ts'
import { type StoredCart } from '../../domain/cart.ts'
import type { Instant } from '../../domain/hours.ts'
import type { Totals } from '../../domain/totals.ts'
import { now } from '../../restaurant/clock.ts'
import { createStored } from '../../browser/createStored.ts'
import { identity, storedIdentity } from '../../session/identity.ts'
import { loginCustomer, loginHash } from '../../session/login.ts'
import { randomKey } from '../../browser/randomKey.ts'
import { storedKeys } from '../../browser/storage.ts'
import { useStore } from '../../createStore.ts'

/**
 * An attempt to order, stored until its outcome is known (docs/threat-model.md T17): its key and exactly what was sent, so that a reload or a lost
 * response asks about the same order and never creates a second one.
 */
export interface Attempt {
  /** The Idempotency-Key. */
  key: string
  branchUrl: string | null
  language: string
  /** When it was first sent, by the server's clock, in milliseconds. */
  startedAt: Instant
  submission: CheckoutSubmission
  /** The codes of the customer's orders before it was sent: none of them can be this one. Null if they were unknown. */
  known: string[] | null
  /** For a guest's confirmation. */
  cart: StoredCart
  totals: Totals
  /** The bill as it was shown, in the form of an order's. */
  payment: OrderPayment
  /** The delivery address as text; null if nothing is delivered. */
  address: string | null
  /** The table's name; null elsewhere. */
  table: string | null
  /**
   * The login it was sent under (loginHash); empty for a guest. The BFF knows the key only with that login: under another one the same key would
   * create a second order (docs/architecture.md section 3.8).
   */
  sender: string
  /** The customer who sent it (customerHash); empty for a guest. */
  customer: string
  /** `unknown`: it was sent, and its outcome could not be found out. */
  state: 'sending' | 'unknown'
}

/** What is known of an order before it is sent. */
export type NewAttempt = Omit<Attempt, 'key' | 'branchUrl' | 'language' | 'startedAt' | 'sender' | 'customer' | 'state'>

const attempts = createStored(storedKeys.attempt, readAttempt, { perBranch: true })

/** The open attempt of this tab's branch, or of another one; null if there is none. */
export function openAttempt(branch?: string | null): Attempt | null {
  return attempts.get(branch)
}

/**
 * Creates an attempt with a new key and this tab's identity, and stores it as the open one of the branch. An attempt that is already open is returned
 * instead.
 */
export function beginAttempt(of: NewAttempt): Attempt {
  const { branch, language } = identity()
  const open = attempts.get(branch)
  if (open !== null) return open
  const attempt: Attempt = {
    ...of,
    key: randomKey(),
    branchUrl: branch,
    language,
    startedAt: now().getTime(),
    sender: loginHash(),
    customer: loginCustomer(),
    state: 'sending',
  }
  attempts.set(attempt, branch)
  return attempt
}

/** The caller for an attempt: exactly its branch, language and login; null if that login is not this tab's. */
export function callerOf(attempt: Attempt): Caller | null {
  const { branchUrl: branch, language, sender } = attempt
  if (sender === '') return { branch, language, token: null }
  const { token } = identity()
  // The stored login must match, too: another tab's logout may not have been noticed yet.
  return token !== null && loginHash(token) === sender && storedIdentity().token === token ? { branch, language, token } : null
}

/** Records that the outcome of an attempt is unknown. */
export function markUnknown(attempt: Attempt): void {
  if (isOpen(attempt)) attempts.set({ ...attempt, state: 'unknown' }, attempt.branchUrl)
}

/** Whether an attempt is still open: another tab may have received its response. */
export function isOpen({ key, branchUrl }: Attempt): boolean {
  return attempts.get(branchUrl)?.key === key
}

/** Removes an attempt: its outcome is known, or the customer has given it up. */
export function closeAttempt(attempt: Attempt): void {
  if (isOpen(attempt)) attempts.set(null, attempt.branchUrl)
}

/** The open attempt of this tab's branch, inside a component. */
export function useOpenAttempt(): Attempt | null {
  return useStore(attempts)
}

/** Parses a stored attempt; null if it can't be sent again. */
function readAttempt(value: unknown): Attempt | null {
  if (typeof value !== 'object' || value === null) return null
  const of = value as Record<keyof Attempt, unknown>
  if (typeof of.key !== 'string' || !/^[A-Za-z0-9._~-]{8,128}$/.test(of.key) || typeof of.startedAt !== 'number') return null
  if (typeof of.submission !== 'object' || of.submission === null || typeof of.totals !== 'object' || of.totals === null) return null
  return {
    ...(value as Attempt),
    branchUrl: typeof of.branchUrl === 'string' ? of.branchUrl : null,
    language: typeof of.language === 'string' ? of.language : identity().language,
    cart: parseCart(JSON.stringify(of.cart ?? null)).cart,
    address: typeof of.address === 'string' ? of.address : null,
    known: Array.isArray(of.known) ? of.known.filter((code) => typeof code === 'string') : null,
    table: typeof of.table === 'string' ? of.table : null,
    // An unreadable sender matches no login: nothing is sent again under it.
    sender: typeof of.sender === 'string' ? of.sender : 'unreadable',
    customer: typeof of.customer === 'string' ? of.customer : '',
    state: of.state === 'unknown' ? 'unknown' : 'sending',
  }
}
