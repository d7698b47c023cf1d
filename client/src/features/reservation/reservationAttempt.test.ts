import { beforeEach, expect, it, vi } from 'vitest'
import type { Reservation } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { attemptReservation } from './reservationAttempt.ts'
import { call } from '../../api/http.ts'

vi.mock('../../api/http.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

const reservation: Reservation = {
  reservedAt: '2026-11-21T19:30:00+01:00',
  guests: '4',
  name: 'Ada',
  email: 'a@b',
  phone: '+49',
  terms: true,
}
const reserve = vi.mocked(call)
const keys = () => reserve.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)

beforeEach(() => reserve.mockReset())

it('sends a reservation without a response again under the same key, and a new one under another', async () => {
  reserve
    .mockRejectedValueOnce(new ApiError({ status: 0 }))
    .mockRejectedValueOnce(new ApiError({ status: 504, code: 'outcome_unknown' }))
    .mockResolvedValue({})
  await expect(attemptReservation(reservation)).rejects.toThrow()
  await expect(attemptReservation({ ...reservation })).rejects.toThrow()
  await attemptReservation(reservation)
  await attemptReservation(reservation)
  const [first, second, third, fourth] = keys()
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})

it('treats a rejection as a response, and a changed reservation as another attempt', async () => {
  reserve
    .mockRejectedValueOnce(new ApiError({ status: 422 }))
    .mockRejectedValueOnce(new ApiError({ status: 0 }))
    .mockResolvedValue({})
  await expect(attemptReservation(reservation)).rejects.toThrow()
  await expect(attemptReservation(reservation)).rejects.toThrow()
  await attemptReservation({ ...reservation, guests: '5' })
  expect(new Set(keys()).size).toBe(3)
})

it('treats a failure of the restaurant’s own as a response, but nothing that leaves open whether it was reserved', async () => {
  const failures = [
    { status: 500, code: '', answered: true },
    { status: 503, code: '', answered: true },
    { status: 500, code: 'upstream_invalid', answered: true },
    { status: 502, code: 'upstream_invalid', answered: false },
    { status: 502, code: 'upstream_unreachable', answered: false },
    { status: 503, code: 'upstream_open', answered: false },
    { status: 504, code: 'outcome_unknown', answered: false },
    { status: 0, code: '', answered: false },
  ]
  for (const { answered, ...failure } of failures) {
    reserve.mockReset()
    reserve.mockRejectedValueOnce(new ApiError(failure)).mockResolvedValue({})
    await expect(attemptReservation(reservation)).rejects.toThrow()
    await attemptReservation(reservation)
    const [first, second] = keys()
    expect(second !== first, JSON.stringify(failure)).toBe(answered)
  }
})
