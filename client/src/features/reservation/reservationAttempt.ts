import type { Reservation } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { caller } from '../../session/identity.ts'
import { loginHash } from '../../session/customer.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { call } from '../../api/http.ts'
import { randomKey } from '../../browser/randomKey.ts'

/**
 * Sends a reservation with the key of its attempt (docs/architecture.md section 3.8). Without a response it is sent again under the same key, also
 * after a reload, so that a second press never reserves twice. A response of the restaurant ends the attempt, also an error: the customer has seen
 * it, and the same key would only repeat it. A changed reservation is a new attempt. Throws ApiError.
 */
export async function attemptReservation(reservation: Reservation): Promise<unknown> {
  const sender = caller()
  // At another branch, or under another login, it is a new attempt.
  const sent = JSON.stringify([sender.branch, loginHash(), reservation])
  const kept = session.readJson(sessionKeys.reservation) as { key?: unknown; sent?: unknown } | null
  const key = typeof kept?.key === 'string' && kept.sent === sent ? kept.key : randomKey()
  session.writeJson(sessionKeys.reservation, { key, sent })
  try {
    const answer = await call('POST /reservations', { body: reservation, idempotencyKey: key, identity: sender })
    session.remove(sessionKeys.reservation)
    return answer
  } catch (error) {
    if (error instanceof ApiError && isFromRestaurant(error)) session.remove(sessionKeys.reservation)
    throw error
  }
}

/**
 * Whether the response is the restaurant's own. Orders are treated more strictly, since they cost money: a 503 may come from a proxy in front of a
 * backend that has processed the order. A reservation is a request that somebody reads, so a duplicate is better than none.
 */
function isFromRestaurant({ status, code }: ApiError): boolean {
  if (status < 500) return status >= 400
  // The restaurant's own error, or its error page; a 502 could also be a success that was cut off.
  return code === '' || (code === 'upstream_invalid' && status !== 502)
}
