import { expect, it } from 'vitest'
import { latest } from './latest.ts'

it('a press is the last one until the next', () => {
  const press = latest()
  const isLast = press()
  expect(isLast()).toBe(true)
  const isLastNow = press()
  expect([isLast(), isLastNow()]).toEqual([false, true])
})
