import { readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { addLine, EMPTY_CART } from './cart.ts'
import { comboLine, productLine } from './known.fixture.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { nextObstacle, type ObstacleFacts } from './obstacle.ts'
import { byId } from './ids.ts'
import { submissionOf, type CheckoutForm } from './submission.ts'
import { totalsOf } from './totals.ts'

const EUR = currencyOf('EUR')
const contract = parse(readFileSync(`${import.meta.dirname}/../../../contracts/openapi.yaml`, 'utf8')) as object
const ajv = new Ajv2020({ strict: false })
;(addFormats as unknown as (of: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'contract', ...contract })
const valid = ajv.compile({ $ref: 'contract#/components/schemas/CheckoutSubmission' })

const cart = [
  productLine(
    pizza,
    {
      productId: 301,
      sizeId: 1,
      extraIds: [{ extraId: 11, selected: true, name: 'Oliven' }],
      optionIds: optionIds([
        [21, 211],
        [22, 221],
      ]),
    },
    2,
    EUR,
  ),
  comboLine(
    combo(10),
    {
      menuId: 71,
      items: [
        { menuItemId: 81, productId: 301, extras: [], optionIds: [] },
        { menuItemId: 82, productId: 402, extras: [], optionIds: [] },
      ],
    },
    1,
    EUR,
  ),
].reduce(addLine, EMPTY_CART)
const totals = totalsOf({ lines: 3850, delivery: 250, discount: 500, taxPercent: 7, tip: 205 })
const form: CheckoutForm & { deliverType: 'delivery'; paymentType: string } = {
  name: ' Ada Lovelace ',
  email: 'ada@example.org',
  phone: '+4930901820',
  deliverType: 'delivery',
  deliverAt: 'later',
  deliverDate: '2026-11-21T18:30:00+01:00',
  notes: 'Klingel kaputt',
  table: 5,
  addressId: null,
  areaId: 1,
  address: 'Ackerstraße 1',
  zipcode: '10115',
  coordinates: { lat: 52.5, lng: 13.4 },
  terms: true,
  issueInvoice: true,
  useProfit: true,
  paymentType: 'cash',
}

describe('the submission', () => {
  it('is what docs/wire.md section 4 says, for a delivery to an area', () => {
    const body = submissionOf(form, cart, totals, EUR)
    expect(valid(body), JSON.stringify(valid.errors)).toBe(true)
    expect(body).toMatchObject({
      name: 'Ada Lovelace',
      areaId: 1,
      address: 'Ackerstraße 1',
      zipcode: '10115',
      deliverDate: '2026-11-21T18:30:00+01:00',
      takeaway: false,
      paymentType: 'cash',
    })
    expect(body.cart).toMatchObject({
      source: 'web',
      taxPercent: 7,
      price: 41,
      delivery: 2.5,
      discount: 5,
      tip: 2.05,
      tax: 2.52,
      total: 40.57,
    })
    expect(body.cart.items[0]).toEqual({
      type: 'productItem',
      productId: 301,
      sizeId: 1,
      qty: 2,
      price: 21.4,
      extraIds: [{ extraId: 11, selected: true, name: 'Oliven' }],
      optionIds: [
        { variantId: 21, value: 211 },
        { variantId: 22, optionId: 221 },
      ],
    })
    expect(body.cart.items[1]).toEqual({
      type: 'menuItem',
      menuId: 71,
      name: 'Mittagsmenü',
      qty: 1,
      price: 17.1,
      items: [
        { menuItemId: 81, productId: 301, extras: [], optionIds: [] },
        { menuItemId: 82, productId: 402, extras: [], optionIds: [] },
      ],
    })
    expect('table' in body).toBe(false)
  })
  it('has no characters that are not seen, but those inside of a name, which may join its letters', () => {
    const copied = { ...form, name: '\u200fمی\u200cنا\u200b ', email: ' a\u200bda@example.org\u200e', address: '\u2068Ackerstraße 1\u2069' }
    const { name, email, address } = submissionOf(copied, cart, totals, EUR)
    expect([name, email, address]).toEqual(['می\u200cنا', 'ada@example.org', 'Ackerstraße 1'])
  })
  it('a saved address goes with its coordinates alone', () => {
    const body = submissionOf({ ...form, addressId: 9 }, cart, totals, EUR)
    expect(body.addressId).toBe(9)
    expect(['areaId', 'address', 'coordinates', 'zipcode'].filter((field) => field in body)).toEqual(['coordinates'])
    expect(body.coordinates).toEqual(form.coordinates)
    expect(valid(body)).toBe(true)
  })
  it('takeaway, curbside and table say nothing of where; now says no date', () => {
    const takeaway = submissionOf({ ...form, deliverType: 'takeaway', deliverAt: 'now' }, cart, totals, EUR)
    expect(takeaway.takeaway).toBe(true)
    expect(['areaId', 'address', 'addressId', 'deliverDate', 'table'].filter((field) => field in takeaway)).toEqual([])
    const table = submissionOf({ ...form, deliverType: 'table', deliverAt: 'now' }, cart, totals, EUR)
    expect(table).toMatchObject({ table: 5, takeaway: false })
    expect(valid(takeaway) && valid(table)).toBe(true)
  })
  it('finds areas by id in any spelling', () => {
    const area = { id: 1, name: 'Altstadt', minimumOrder: 0, deliveryPrice: 0, freeDeliveryThreshold: 0 }
    expect([byId([area], '1'), byId([area], 2), byId([area], null)]).toEqual([area, undefined, undefined])
  })
})

describe('the next obstacle', () => {
  const clear: ObstacleFacts = {
    online: true,
    active: true,
    branchMissing: false,
    pieces: 2,
    reviewPending: false,
    line: null,
    deliverType: 'delivery',
    deliverTypes: ['delivery', 'takeaway'],
    signedIn: false,
    hasAddress: false,
    hasArea: true,
    hasAddressText: true,
    addressOutOfRange: false,
    unknown: [],
    missingToMinimum: 0,
    deliverAt: 'now',
    openNow: true,
    opens: null,
    hasDate: false,
    dateProblem: null,
    contact: [],
    notes: null,
    tip: true,
    terms: true,
    hasProvider: true,
    changedTotal: null,
    providers: 2,
  }
  const cases: [string, Partial<ObstacleFacts>, unknown][] = [
    ['none', {}, null],
    ['offline comes first', { online: false, pieces: 0 }, { kind: 'offline' }],
    ['inactive', { active: false }, { kind: 'inactive' }],
    ['branch', { branchMissing: true }, { kind: 'branch' }],
    ['empty', { pieces: 0 }, { kind: 'empty' }],
    ['changed menu', { reviewPending: true }, { kind: 'changed' }],
    ['a line that can’t be ordered', { line: { at: 1, message: 'Sold out.' } }, { kind: 'line', at: 1, message: 'Sold out.' }],
    ['no type on offer', { deliverTypes: [] }, { kind: 'noDeliverType' }],
    ['type', { deliverType: null }, { kind: 'deliverType' }],
    ['type that is no longer on offer', { deliverType: 'curbside' }, { kind: 'deliverType' }],
    ['area for a guest', { hasArea: false }, { kind: 'area' }],
    ['address in words', { hasAddressText: false }, { kind: 'addressText' }],
    ['address for a customer', { signedIn: true, hasArea: false }, { kind: 'address' }],
    ['out of range', { signedIn: true, hasAddress: true, addressOutOfRange: true }, { kind: 'outOfRange' }],
    ['minimum order', { missingToMinimum: 250 }, { kind: 'minimumOrder', missing: 250 }],
    ['a tax that can’t be read', { deliverType: 'takeaway', unknown: ['tax'] }, { kind: 'unknown', part: 'tax' }],
    ['takeaway has no minimum', { deliverType: 'takeaway', hasArea: false, missingToMinimum: 250 }, null],
    ['closed', { openNow: false, opens: 7 }, { kind: 'closed', opens: 7 }],
    ['closed but later', { openNow: false, deliverAt: 'later', hasDate: true }, null],
    ['date', { deliverAt: 'later' }, { kind: 'date' }],
    ['date in the past', { deliverAt: 'later', hasDate: true, dateProblem: 'past' }, { kind: 'dateProblem', problem: 'past' }],
    [
      'name before terms',
      { contact: [{ field: 'name', problem: 'missing' }], terms: false },
      { kind: 'contact', field: 'name', problem: 'missing' },
    ],
    ['notes that are too long', { notes: { characters: 3, where: 'notes' } }, { kind: 'notes', characters: 3, where: 'notes' }],
    ['no way to pay', { providers: 0, hasProvider: false }, { kind: 'noProvider' }],
    ['way to pay', { hasProvider: false }, { kind: 'provider' }],
    ['terms', { terms: false }, { kind: 'terms' }],
    ['a tip that is not an amount', { tip: false }, { kind: 'tip' }],
    ['another total', { changedTotal: 900 }, { kind: 'total', total: 900 }],
  ]
  it.each(cases)('%s', (_, facts, obstacle) => {
    expect(nextObstacle({ ...clear, ...facts })).toEqual(obstacle)
  })
})
