import { expect, it } from 'vitest'
import { westernDigits } from './digits.ts'

it('writes the digits of every script as 0 to 9', () => {
  for (const system of ['arab', 'arabext', 'beng', 'deva', 'mymr', 'thai', 'fullwide', 'latn']) {
    const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210)
    expect(westernDigits(`€ ${written},5`)).toBe('€ 9876543210,5')
  }
})
