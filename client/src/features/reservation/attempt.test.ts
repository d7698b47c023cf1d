import { beforeEach, expect, it, vi } from 'vitest'
import type { Reservation } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { attemptReservation } from './attempt.ts'
import { reserve as send } from './queries.ts'

vi.mock('./queries.ts', () => ({ reserve: vi.fn() }))

const reservation: Reservation = {
  reservedAt: '2026-11-21T19:30:00+01:00',
  guests: '4',
  name: 'Ada',
  email: 'a@b',
  phone: '+49',
  terms: true,
}
const reserve = vi.mocked(send)
const keys = () => reserve.mock.calls.map(([, key]) => key)

beforeEach(() => reserve.mockReset())

it('sends what got no answer again under the same key, and what is new under another', async () => {
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

it('takes a refusal for an answer, and a changed reservation for another attempt', async () => {
  reserve
    .mockRejectedValueOnce(new ApiError({ status: 422 }))
    .mockRejectedValueOnce(new ApiError({ status: 0 }))
    .mockResolvedValue({})
  await expect(attemptReservation(reservation)).rejects.toThrow()
  await expect(attemptReservation(reservation)).rejects.toThrow()
  await attemptReservation({ ...reservation, guests: '5' })
  expect(new Set(keys()).size).toBe(3)
})
