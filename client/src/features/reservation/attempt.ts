import type { Reservation } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { session, sessionKeys } from '../../shop/storage.ts'
import { reserve } from './queries.ts'

/**
 * Sends a reservation under the key of its attempt (DESIGN.md section 3.8): what got no answer is sent again under the same key, also after a reload, so that pressing twice
 * never reserves twice. An answer of any kind ends the attempt, and a changed reservation is another one. Throws ApiError.
 */
export async function attemptReservation(reservation: Reservation): Promise<unknown> {
  const sent = JSON.stringify(reservation)
  const kept = session.readJson(sessionKeys.reservation) as { key?: unknown; sent?: unknown } | null
  const key = typeof kept?.key === 'string' && kept.sent === sent ? kept.key : crypto.randomUUID()
  session.writeJson(sessionKeys.reservation, { key, sent })
  try {
    const answer = await reserve(reservation, key)
    session.remove(sessionKeys.reservation)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) session.remove(sessionKeys.reservation)
    throw error
  }
}
