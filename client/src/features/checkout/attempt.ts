import { useSyncExternalStore } from 'react'
import type { CheckoutSubmission, Tax } from '../../../../contracts/types.ts'
import { parseCart, type StoredCart } from '../../domain/cart.ts'
import type { Instant } from '../../domain/hours.ts'
import type { Totals } from '../../domain/totals.ts'
import { chosenBranch } from '../../shop/chosenBranch.ts'
import { now } from '../../shop/clock.ts'
import { loginMark } from '../../shop/login.ts'
import { local, onStoredElsewhere, storedKeys } from '../../shop/storage.ts'

/**
 * One try to order, kept beside the cart until it is answered (HARDENING.md T17): its key, and exactly what was sent, so
 * that a reload or a lost answer asks about the same order and never makes a second one.
 */
export interface Attempt {
  /** The Idempotency-Key. */
  key: string
  branchUrl: string | null
  /** When it was first sent, by the server's clock. */
  startedAt: Instant
  submission: CheckoutSubmission
  /** The codes of the customer's orders before it was sent: none of them can be this one. Null when they were not known. */
  known: string[] | null
  /** For the receipt of a guest. */
  cart: StoredCart
  totals: Totals
  taxes: Tax[]
  /** Where it goes, in words; null when nothing is delivered. */
  address: string | null
  /** The payment provider's name. */
  method: string
  /** The table's name; null elsewhere. */
  table: string | null
  /**
   * The login it was sent under (loginMark); empty for a guest. The BFF knows the key only beside that login: under another
   * one the same key would be a second order (DESIGN.md section 3.8).
   */
  sender: string
  /** `unknown`: it was sent and nobody could say what became of it. */
  state: 'sending' | 'unknown'
}

const listeners = new Set<() => void>()
let readText: string | null | undefined
let current: Attempt | null = null

/** The attempt on the chosen branch that has no answer yet; null when there is none. */
export function openAttempt(): Attempt | null {
  const text = local.read(storedKeys.attempt)
  if (text !== readText) {
    readText = text
    current = readAttempt(local.readJson(storedKeys.attempt))
  }
  return current !== null && (current.branchUrl ?? '') === (chosenBranch() ?? '') ? current : null
}

/** Begins an attempt under a new key; from now on it is the open one. */
export function beginAttempt(of: Omit<Attempt, 'key' | 'branchUrl' | 'startedAt' | 'sender' | 'state'>): Attempt {
  const attempt: Attempt = {
    ...of,
    key: newKey(),
    branchUrl: chosenBranch(),
    startedAt: now().getTime(),
    sender: loginMark(),
    state: 'sending',
  }
  write(attempt)
  return attempt
}

/** Notes that nobody can say what became of an attempt. */
export function markUnknown(attempt: Attempt): void {
  write({ ...attempt, state: 'unknown' })
}

/** Forgets the attempt: it is answered, or the customer has given it up. */
export function closeAttempt(): void {
  write(null)
}

/** The open attempt inside a component; other tabs are heard. */
export function useOpenAttempt(): Attempt | null {
  return useSyncExternalStore(subscribe, openAttempt)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = onStoredElsewhere([storedKeys.attempt], listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

function write(attempt: Attempt | null): void {
  if (attempt === null) local.remove(storedKeys.attempt)
  else local.writeJson(storedKeys.attempt, attempt)
  for (const listener of listeners) listener()
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Reads a stored attempt; what can't be sent again is none. */
function readAttempt(value: unknown): Attempt | null {
  if (typeof value !== 'object' || value === null) return null
  const of = value as Record<keyof Attempt, unknown>
  if (typeof of.key !== 'string' || !/^[A-Za-z0-9._~-]{8,128}$/.test(of.key) || typeof of.startedAt !== 'number') return null
  if (typeof of.submission !== 'object' || of.submission === null || typeof of.totals !== 'object' || of.totals === null) return null
  return {
    ...(value as Attempt),
    branchUrl: typeof of.branchUrl === 'string' ? of.branchUrl : null,
    cart: parseCart(JSON.stringify(of.cart ?? null)).cart,
    taxes: Array.isArray(of.taxes) ? (of.taxes as Tax[]) : [],
    address: typeof of.address === 'string' ? of.address : null,
    method: typeof of.method === 'string' ? of.method : '',
    known: Array.isArray(of.known) ? of.known.filter((code) => typeof code === 'string') : null,
    table: typeof of.table === 'string' ? of.table : null,
    // A sender that can't be read is nobody's: nothing is sent again under it.
    sender: typeof of.sender === 'string' ? of.sender : 'unreadable',
    state: of.state === 'unknown' ? 'unknown' : 'sending',
  }
}
