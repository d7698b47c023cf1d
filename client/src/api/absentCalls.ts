import { createStore } from '../createStore.ts'
import { ApiError } from './apiError.ts'

/*
 * Optional calls that are not public, so that the BFF can't answer them with an empty response: what they are for is offered until the backend has said
 * once that it has no such call, and then no more during the visit (docs/backend.md).
 */

/** Those for which a 404 of the backend means that, and not an unknown account, address or place. */
const features = ['GET /me/addresses', 'POST /me/addresses', 'GET /me/orders', 'GET /me/transactions', 'POST /reservations'] as const

/** The name of such a call. */
export type Feature = (typeof features)[number]

/** The calls that a branch's backend does not have, as "branch call". */
export const absentCalls = createStore<ReadonlySet<string>>(new Set())

/** The entry of a branch's call. */
export const absentKey = (branch: string | null, call: string): string => `${branch ?? ''} ${call}`

/** Records the failure of a call if it says that the backend has no such call. */
export function noteAbsence(call: string, branch: string | null, error: unknown): void {
  const known: readonly string[] = features
  // The gateway's own errors have a code, also those in place of a proxy's page.
  if (!known.includes(call) || !(error instanceof ApiError) || error.code !== '' || ![404, 405, 410, 501].includes(error.status)) return
  absentCalls.set(new Set([...absentCalls.get(), absentKey(branch, call)]))
}
