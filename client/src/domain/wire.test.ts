import { expect, it } from 'vitest'
import { isOn } from './wire.ts'

it.each([
  ...[true, 1, '1', 'true', 'on', 'yes', 'null', 'none'].map((value) => [value, true] as const),
  ...[false, 0, '', ' ', '0', 'false', 'OFF', 'No', {}, []].map((value) => [value, false] as const),
])('the switch %j is on: %s', (value, on) => {
  expect(isOn(value)).toBe(on)
  expect(isOn(value, true)).toBe(on)
})
it('a switch that was not sent is what its default says', () => {
  expect([isOn(undefined), isOn(null, true)]).toEqual([false, true])
})
