import type { Reservation } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { caller } from '../../shop/identity.ts'
import { loginHash } from '../../shop/login.ts'
import { session, sessionKeys } from '../../shop/storage.ts'
import { reserve } from './queries.ts'

/**
 * Sends a reservation under the key of its attempt (docs/architecture.md section 3.8): what got no answer is sent again under the same key, also after a reload, so that pressing twice
 * never reserves twice. An answer of the restaurant's ends the attempt, a failure too: it was told to the customer, and under the same key it would only be repeated. A changed
 * reservation is another one. Throws ApiError.
 */
export async function attemptReservation(reservation: Reservation): Promise<unknown> {
  const asker = caller()
  // At another branch, or as somebody else, it is another one.
  const sent = JSON.stringify([asker.branch, loginHash(), reservation])
  const kept = session.readJson(sessionKeys.reservation) as { key?: unknown; sent?: unknown } | null
  const key = typeof kept?.key === 'string' && kept.sent === sent ? kept.key : crypto.randomUUID()
  session.writeJson(sessionKeys.reservation, { key, sent })
  try {
    const answer = await reserve(reservation, key, asker)
    session.remove(sessionKeys.reservation)
    return answer
  } catch (error) {
    if (error instanceof ApiError && isAnswer(error)) session.remove(sessionKeys.reservation)
    throw error
  }
}

/**
 * Whether the restaurant itself has answered. An order is not judged like this: it costs money, and a 503 may come from what stands in front of a kitchen that has it. A reservation
 * is a request that somebody reads, so that a second one is better than none.
 */
function isAnswer({ status, code }: ApiError): boolean {
  if (status < 500) return status >= 400
  // A failure of the restaurant's own, or its error page; at 502 it could also be a success that broke off on its way.
  return code === '' || (code === 'upstream_invalid' && status !== 502)
}
