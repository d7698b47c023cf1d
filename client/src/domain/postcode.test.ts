import { expect, it } from 'vitest'
import { areaOfPostcode } from './postcode.ts'

const area = (id: number, zipcode?: string | null) => ({
  id,
  name: `Area ${String(id)}`,
  minimumOrder: 12,
  deliveryPrice: 3,
  freeDeliveryThreshold: 30,
  ...(zipcode !== undefined && { zipcode }),
})

const coded = [area(1, '10178'), area(2, '1015 BS'), area(4, '13347'), area(5, '13347')]

it.each([
  ['10178', 1],
  [' 1015bs', 2],
  ['10179XY', null],
  ['99999', undefined],
  ['999999', null],
  // Several have it: neither fee is the one.
  ['13347', undefined],
  ['1017', undefined],
  ['', undefined],
])('the area of the postcode "%s"', (postcode, id) => {
  const found = areaOfPostcode(coded, postcode)
  expect(found === null ? null : found?.id).toBe(id)
})

it.each([[[area(3)]], [[area(3, null)]], [[...coded, area(3, '')]]])(
  'an area without a postcode may have any that no other has: %#',
  (areas) => {
    expect(areaOfPostcode(areas, '10179XY')).toBeUndefined()
  },
)

it('an area without a postcode takes none from the area that has it', () => {
  expect(areaOfPostcode([...coded, area(3, null)], '10178')?.id).toBe(1)
})
