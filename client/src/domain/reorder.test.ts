import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar.ts'
import { addLine, EMPTY_CART } from './cart.ts'
import { lineKey } from './cartLine.ts'
import { comboLine, productLine } from './known.fixture.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { orderTotal } from './order.ts'
import { billOf, taxLines } from './bill.ts'
import { paymentOf } from './quote.ts'
import { orderOfAttempt, receiptOf } from './receipt.ts'
import { reorder, reorderCart } from './reorder.ts'
import { reviewCart, withCurrentNames } from './cartReview.ts'
import { submissionOf } from './submission.ts'
import { totalsOf } from './totals.ts'

const EUR = currencyOf('EUR')
const cart = [
  productLine(
    pizza,
    {
      productId: 301,
      sizeId: 2,
      extraIds: [{ extraId: 11, selected: true, name: 'Oliven' }],
      optionIds: optionIds([
        [21, 212],
        [23, 231],
        [22, 221],
        [22, 222],
      ]),
    },
    2,
    EUR,
    3,
  ),
  comboLine(
    combo(10),
    {
      menuId: 71,
      items: [
        { menuItemId: 81, productId: 301, extras: [{ id: 51, name: 'Kapern', selected: true }], optionIds: [] },
        { menuItemId: 82, productId: 402, extras: [], optionIds: optionIds([[61, 611]]) },
      ],
    },
    1,
    EUR,
  ),
].reduce(addLine, EMPTY_CART)
const totals = totalsOf({ lines: 5495, delivery: 250, discount: 0, taxPercent: 9.6, tip: 100 })
const submission = submissionOf(
  {
    name: 'Ada',
    email: 'ada@example.org',
    phone: '',
    deliverType: 'delivery',
    deliverAt: 'later',
    deliverDate: '2026-11-21T18:30:00+01:00',
    notes: '',
    table: null,
    addressId: null,
    areaId: 1,
    address: 'Ackerstraße 1',
    zipcode: '',
    coordinates: null,
    terms: true,
    issueInvoice: false,
    useProfit: false,
    paymentType: 'cash',
  },
  cart,
  totals,
  EUR,
)
const taxes = [
  { name: 'A', value: 7 },
  { name: 'B', value: 2.6 },
]
const noFacts = {
  deliverType: null,
  area: null,
  areas: [],
  tipPercents: null,
  profit: null,
  tip: '',
  tipPercent: 0,
  useProfit: false,
}
const receipt = receiptOf(
  {
    code: 'A-1',
    createdAt: '2026-11-21T18:00:00+01:00',
    submission,
    cart,
    payment: paymentOf({ ...billOf({ ...noFacts, lines: totals.lines, taxes }, EUR), taxes: taxLines(taxes, totals), totals }, 'Bar', EUR),
    address: 'Ackerstraße 1',
  },
  EUR,
)
const whole = { products: [{ product: pizza, categoryId: 3 }], menus: [combo(10)] }

describe('the receipt of a device', () => {
  it('is the order as the upstream would show it', () => {
    expect(receipt).toMatchObject({
      code: 'A-1',
      status: 'pending_approval',
      deliverAt: '2026-11-21T18:30:00+01:00',
      takeaway: false,
      address: 'Ackerstraße 1',
    })
    expect(receipt.items[0]).toMatchObject({
      product: 'Margherita',
      size: '32 cm',
      extras: ['Oliven'],
      options: { Boden: ['gefüllt'], Füllung: ['Ricotta'], Dazu: ['Rucola', 'Basilikum'] },
    })
    expect(receipt.items[1]?.items?.map((item) => item.product)).toEqual(['Margherita', 'Limonade'])
    expect(orderTotal(receipt, EUR)).toBe(totals.total)
    expect(receipt.payment.taxItems?.reduce((sum, tax) => sum + Math.round(tax.value * 100), 0)).toBe(totals.tax)
  })
  it('finds the order that an attempt without an answer has become', () => {
    const started = Date.parse(receipt.createdAt) - 3_000
    expect(orderOfAttempt([receipt], submission, started, [], EUR)).toBe(receipt)
    expect(orderOfAttempt([receipt], submission, started + 600_000, [], EUR)).toBeNull()
    // The sum is the backend's: it only chooses between orders of the same pieces.
    const dearer = { ...receipt, code: 'A-2', payment: { ...receipt.payment, total: 99 } }
    expect(orderOfAttempt([dearer], submission, started, [], EUR)).toBe(dearer)
    expect(orderOfAttempt([dearer, receipt], submission, started, [], EUR)).toBe(receipt)
    expect(orderOfAttempt([{ ...receipt, items: receipt.items.slice(1) }], submission, started, [], EUR)).toBeNull()
    // The same order, placed a minute before: it is known, or can't be told apart.
    expect(orderOfAttempt([receipt], submission, started, [receipt.code], EUR)).toBeNull()
    expect(orderOfAttempt([receipt], submission, started + 60_000, null, EUR)).toBeNull()
    expect(orderOfAttempt([receipt], submission, started, null, EUR)).toBe(receipt)
  })
})

describe('order again', () => {
  it('puts the same cart together from names alone', () => {
    const again = reorder(receipt.items, whole, EUR)
    expect(again.cart.items.map(lineKey)).toEqual(cart.items.map(lineKey))
    expect(again).toMatchObject({ cart, gone: [], repriced: [], reduced: [] })
  })
  it('says what is gone, dearer, or no longer offered', () => {
    const product = { ...pizza, sizes: [{ id: 2, name: '32 cm', price: 12 }], extras: [] }
    const again = reorder(receipt.items, { products: [{ product, categoryId: 3 }], menus: [] }, EUR)
    expect(again.gone).toEqual(['Mittagsmenü'])
    expect(again.reduced).toEqual([{ name: 'Margherita', lost: ['Oliven'] }])
    expect(again.repriced).toEqual([{ name: 'Margherita', before: 1680, now: 1640 }])
    expect(again.cart.items).toHaveLength(1)
  })
  it('puts in nothing that is sold out', () => {
    const products = whole.products.map((each) => ({ ...each, product: { ...each.product, available: false } }))
    const menus = whole.menus.map((menu) => ({ ...menu, maxQty: 0 }))
    expect(reorder(receipt.items, { products, menus }, EUR).cart.items).toEqual([])
    expect(reorderCart(cart, { products, menus }, EUR).gone).toHaveLength(2)
  })
  it('says that another size is left', () => {
    const product = { ...pizza, sizes: [{ id: 9, name: '26 cm', price: 12 }] }
    const again = reorder(receipt.items.slice(0, 1), { products: [{ product, categoryId: 3 }], menus: [] }, EUR)
    expect(again.reduced).toEqual([{ name: 'Margherita', lost: ['32 cm', 'Oliven'] }])
    expect(again.cart.items).toHaveLength(1)
  })
  it('does not put in a menu whose slots are not known', () => {
    const menus = whole.menus.map(({ items: _, ...menu }) => menu)
    const again = reorder(receipt.items, { ...whole, menus }, EUR)
    expect(again.gone).toEqual(['Mittagsmenü'])
    expect(again.cart.items.map(({ type }) => type)).toEqual(['productItem'])
  })
  it('does not put in what has a required choice by now', () => {
    const product = {
      ...pizza,
      variants: [
        ...(pizza.variants ?? []),
        { id: 29, name: 'Schnitt', type: 'select' as const, required: true, options: [{ id: 291, name: 'ja', price: 0, hasChild: false }] },
      ],
    }
    expect(reorder(receipt.items.slice(0, 1), { products: [{ product, categoryId: 3 }], menus: [] }, EUR).gone).toEqual(['Margherita'])
  })
})

describe('the calendar file', () => {
  it('is one entry in UTC', () => {
    const file = calendarFile({
      code: 'A-1',
      host: 'mitte.example',
      at: Date.parse('2026-11-21T18:30:00+01:00'),
      minutes: 30,
      title: 'Pizza, Pasta; mehr',
      description: 'a\nb',
      location: '',
      made: 0,
    })
    expect(file).toContain('DTSTART:20261121T173000Z\r\nDTEND:20261121T180000Z')
    expect(file).toContain('SUMMARY:Pizza\\, Pasta\\; mehr')
    expect(file).toContain('DESCRIPTION:a\\nb')
    expect(file).not.toContain('LOCATION')
    expect(file).toContain('UID:A-1@mitte.example\r\n')
  })
  it('has no line over 75 bytes, and says the same unfolded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const file = calendarFile({ code: 'A', host: 'mitte.example', at: 0, minutes: 1, title, description: '', location: '', made: 0 })
        expect(file.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
        expect(file.replace(/\r\n /g, '')).toContain(`SUMMARY:${title.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')}\r\n`)
      }),
    )
  })
})

describe('in another language', () => {
  const inTurkish = { ...pizza, name: 'Margarita pizza', sizes: pizza.sizes.map((size) => ({ ...size, name: `${size.name} (tr)` })) }
  const menu = { products: [{ product: inTurkish, categoryId: 3 }], menus: [combo(10)] }

  it('a cart that was ordered on this device is found by its ids, with today’s names', () => {
    const again = reorderCart(cart, menu, EUR)
    expect(again).toMatchObject({ gone: [], repriced: [], reduced: [] })
    expect(again.cart.items.map(lineKey)).toEqual(cart.items.map(lineKey))
    expect(again.cart.items[0]?.shown.name).toBe('Margarita pizza')
    expect(reorderCart(cart, { ...menu, products: [] }, EUR).gone).toEqual(['Margherita'])
  })

  it('the names in the cart follow, a changed price does not', () => {
    const catalogue = (price: number) => ({
      product: () => ({ ...inTurkish, sizes: inTurkish.sizes.map((size) => ({ ...size, price: size.price + price })) }),
      menu: () => combo(10),
    })
    const named = (price: number) => withCurrentNames(cart, reviewCart(cart, catalogue(price), EUR)).items[0]?.shown
    expect(named(0)).toMatchObject({ name: 'Margarita pizza', unit: cart.items[0]?.shown.unit })
    expect(named(1)).toEqual(cart.items[0]?.shown)
  })
})
