import type { Reservation } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import type { Caller } from '../../api/scope.ts'

/**
 * Requests a reservation. The key belongs to one attempt: the same key never reserves twice (docs/architecture.md section 3.8). Throws ApiError with
 * the messages of each field.
 */
export const reserve = (reservation: Reservation, key: string, identity: Caller): Promise<unknown> =>
  call('POST /reservations', { body: reservation, idempotencyKey: key, identity })
