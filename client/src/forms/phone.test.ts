import { describe, expect, it } from 'vitest'
import { dialAddress, loadPhones } from './phone.ts'

describe('telephone numbers', () => {
  it('reads a number as dialled at home and as dialled from abroad', async () => {
    const phones = await loadPhones()
    expect(phones.read('030 901820', 'DE')).toMatchObject({ e164: '+4930901820', country: 'DE' })
    expect(phones.read('+44 20 7946 0958', 'DE')).toMatchObject({ e164: '+442079460958', country: 'GB' })
    expect(phones.read('٠٣٠ ٩٠١٨٢٠', 'DE')?.e164).toBe('+4930901820')
  })

  it('reads a number with characters that are not seen, and says what is not part of it', async () => {
    const phones = await loadPhones()
    expect(phones.read('+4\uFE0D9\u2060 30\u00AD 23125150', 'DE')?.e164).toBe('+493023125150')
    expect(phones.isInternational('\u202A+49 30 23125150\u202C')).toBe(true)
    for (const [rest, number] of [
      ['ext. 12', '030 23125150 ext. 12'],
      ['(Jackson)', '030 23125150 (Jackson)'],
      ['Durchwahl 4', '+49 (30) 2312-5150 Durchwahl 4'],
    ] as const)
      expect(phones.read(number, 'DE')).toMatchObject({ e164: '+493023125150', leftOut: rest })
    for (const plain of ['030 23125150', '030/2312-51 50 ', '(030) 23125150', 'Tel. 030 23125150'])
      expect(phones.read(plain, 'DE')).toMatchObject({ e164: '+493023125150', leftOut: null })
  })

  it.each(['', 'abc', '12', '12345', '123456', '+49', '030', '+999 123 456 789'])('refuses %j', async (typed) => {
    expect((await loadPhones()).read(typed, 'DE')).toBeNull()
  })

  it('puts us and gb first and names countries in the language', async () => {
    const countries = (await loadPhones()).countries('de')
    expect(countries.slice(0, 2).map((each) => each.country)).toEqual(['US', 'GB'])
    expect(countries.find((each) => each.country === 'DE')).toEqual({ country: 'DE', name: 'Deutschland', callingCode: '+49' })
    expect(countries.filter((each) => each.country === 'US')).toHaveLength(1)
  })

  it('dials only what has digits', () => {
    expect(dialAddress('+49 (30) 90-18 20')).toBe('tel:+4930901820')
    expect(dialAddress('+49 (0) 30 23125150')).toBe('tel:+493023125150')
    expect(dialAddress('0049 (0)30/23125150')).toBe('tel:00493023125150')
    expect(dialAddress('(0) 30 23125150')).toBe('tel:03023125150')
    expect(dialAddress('ask us')).toBe('')
  })
})
