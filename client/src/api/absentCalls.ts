import { createStore } from '../createStore.ts'
import { ApiError } from './apiError.ts'

/*
 * Optional calls that the BFF can't answer with an empty response: what they are for is offered until the backend has said once that it has no such call,
 * and then no more during the visit (docs/backend.md).
 */

/** These calls. `asked again`: a 404 may also be about an unknown account, and counts if an empty body is answered with one, too. */
const features = {
  'PUT /me': 'counts',
  'GET /me/addresses': 'counts',
  'POST /me/addresses': 'counts',
  'GET /me/addresses/search': 'counts',
  'GET /me/addresses/search-fixed': 'counts',
  'GET /me/orders': 'counts',
  'GET /me/transactions': 'counts',
  'POST /contact': 'counts',
  'POST /login': 'asked again',
  'POST /register': 'counts',
  'POST /reservations': 'counts',
  'POST /reset-password': 'asked again',
} as const

/** Calls of one address. A 404 counts if the address is in the customer's list (features/addresses/queries.ts). */
type AddressFeature = 'PUT /me/addresses/{id}' | 'DELETE /me/addresses/{id}'

export type Feature = keyof typeof features | AddressFeature

/** The calls that a branch's backend does not have, as "branch call". */
export const absentCalls = createStore<ReadonlySet<string>>(new Set())

/** The entry of a branch's call. */
export const absentKey = (branch: string | null, call: string): string => `${branch ?? ''} ${call}`

/** Whether a branch's backend is known not to have a call. */
export const isAbsent = (call: string, branch: string | null): boolean => absentCalls.get().has(absentKey(branch, call))

/** Records that a branch's backend does not have a call. */
export function noteAbsent(call: Feature, branch: string | null): void {
  absentCalls.set(new Set([...absentCalls.get(), absentKey(branch, call)]))
}

/**
 * Records the failure of a call if it says that the backend has no such call, and returns whether it does. `sendEmpty` makes the call with an empty body.
 */
export async function noteAbsence(
  call: string,
  branch: string | null,
  error: unknown,
  sendEmpty: () => Promise<unknown>,
): Promise<boolean> {
  if (!isFeature(call) || !saysAbsent(error)) return false
  if (features[call] === 'asked again' && error.status === 404) {
    const again: unknown = await sendEmpty().catch((failure: unknown) => failure)
    if (!saysAbsent(again)) return false
  }
  noteAbsent(call, branch)
  return true
}

const isFeature = (call: string): call is keyof typeof features => call in features

/** Whether the backend itself has said that there is no such thing: the gateway's own errors have a code, also those in place of a proxy's page. */
export function saysAbsent(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === '' && [404, 405, 410, 501].includes(error.status)
}
