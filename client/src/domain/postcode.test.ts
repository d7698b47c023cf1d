import { describe, expect, it } from 'vitest'
import { areaOfPostcode } from './postcode.ts'

const area = { id: 1, name: 'Altstadt', minimumOrder: 12, deliveryPrice: 3, freeDeliveryThreshold: 30 }

describe('the area of a postcode', () => {
  const areas = [
    { ...area, zipcode: '10178' },
    { ...area, id: 2, name: 'Jordaan', zipcode: '1015 BS' },
    { ...area, id: 3, name: 'Harbour', zipcode: null },
  ]
  it.each([
    ['10178', 1],
    [' 1015bs', 2],
    ['10179XY', null],
    ['1017', undefined],
    ['', undefined],
  ])('%s', (postcode, id) => {
    const found = areaOfPostcode(areas, postcode)
    expect(found === null ? null : found?.id).toBe(id)
  })
  it('can’t be told where no area has one', () => {
    expect(areaOfPostcode([area], '10178')).toBeUndefined()
  })
})
