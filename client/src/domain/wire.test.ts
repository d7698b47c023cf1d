import { expect, it } from 'vitest'
import { isOn } from './wire.ts'

it.each([
  ...['1', 'true', 'on', 'yes', 'null', 'none'].map((value) => [value, true] as const),
  ...['', ' ', '0', 'false', 'OFF', 'No'].map((value) => [value, false] as const),
])('the switch %j is on: %s', (value, on) => expect(isOn(value)).toBe(on))
