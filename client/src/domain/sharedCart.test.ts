import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLine, EMPTY_CART, replaceLine, type StoredCart } from './cart.ts'
import { lineKey, tidyWish } from './cartLine.ts'
import { comboLine, productLine } from './known.fixture.ts'
import { combo, optionIds, pizza } from './catalogue.fixture.ts'
import { currencyOf } from './money.ts'
import { notesWithPeople } from './notes.ts'
import { readCart } from './storedCart.ts'
import { longestPerson, longestShared, openSharedCart, readSharedCart, tidyPerson, writeSharedCart } from './sharedCart.ts'

const EUR = currencyOf('EUR')
const thin = optionIds([[21, 211]])
const filled = optionIds([
  [21, 212],
  [23, 231],
  [22, 221],
])
const product = productLine(
  pizza,
  { productId: 301, sizeId: 2, extraIds: [{ extraId: 11, selected: true, name: 'Oliven' }], optionIds: filled },
  2,
  EUR,
  3,
)
const menu = comboLine(
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
)
const cart: StoredCart = [product, menu].reduce(addLine, EMPTY_CART)
const today = { products: [{ product: pizza, categoryId: 3 }], menus: [combo(10)] }
const share = (given = cart, person = 'Ada'): string => writeSharedCart(given, 'https://mitte.example', person) ?? ''
const open = (text: string, now = today) => {
  const shared = readSharedCart(text)
  return shared === null ? null : openSharedCart(shared, now, EUR)
}

describe('a shared cart', () => {
  it('comes back with the same choices, at the prices of today, for the person who shared it', () => {
    const opened = open(share())
    expect(opened?.gone).toEqual([])
    expect(opened?.cart.items.map(lineKey)).toEqual(cart.items.map((line) => lineKey({ ...line, person: 'Ada' })))
    const dearer = { ...pizza, sizes: pizza.sizes.map((size) => ({ ...size, price: size.price + 1 })) }
    const later = open(share(), { ...today, products: [{ product: dearer, categoryId: 3 }] })
    expect(later?.cart.items[0]?.shown.unit).toBe(product.shown.unit + 100)
    expect(readSharedCart(share())).toMatchObject({ branch: 'https://mitte.example', person: 'Ada' })
  })

  it('carries all that a line has: shared, opened, equal', () => {
    const anyLine = fc
      .record({
        line: fc.constantFrom(product, menu),
        qty: fc.integer({ min: 1, max: 6 }),
        person: fc.string().map(tidyPerson),
        wish: fc.string({ maxLength: 80, unit: 'grapheme' }).map(tidyWish),
      })
      .map(({ line, qty, person, wish }) => ({ ...line, qty, ...(person !== '' && { person }), ...(wish !== '' && { wish }) }))
    fc.assert(
      fc.property(fc.uniqueArray(anyLine, { minLength: 1, maxLength: 6, selector: lineKey }), (lines) => {
        const given = lines.reduce(addLine, EMPTY_CART)
        expect(open(share(given, ''))?.cart).toEqual(given)
      }),
    )
  })

  it('comes back with a line of more than 99 pieces', () => {
    const many = addLine(EMPTY_CART, { ...product, qty: 120 })
    expect(open(share(many))?.cart.items.map(({ qty }) => qty)).toEqual([120])
  })

  it('keeps the person of a line that came from another link', () => {
    const collected = [{ ...product, person: 'Grace' }, menu].reduce(addLine, EMPTY_CART)
    expect(open(share(collected))?.cart.items.map(({ person }) => person)).toEqual(['Grace', 'Ada'])
    expect(open(share(cart, ''))?.cart.items.map(({ person }) => person)).toEqual([undefined, undefined])
  })

  it('names what can no longer be ordered as it was chosen', () => {
    expect(open(share(), { products: [], menus: [] })).toMatchObject({ gone: [product.shown.name, menu.shown.name], cart: EMPTY_CART })
    const withoutExtra = { ...pizza, extras: [] }
    expect(open(share(), { ...today, products: [{ product: withoutExtra, categoryId: 3 }] })?.gone).toEqual([product.shown.name])
    const otherSlots = { ...combo(10), items: (combo(10).items ?? []).slice(0, 1) }
    expect(open(share(), { ...today, menus: [otherSlots] })?.gone).toEqual([menu.shown.name])
  })

  it('is refused when it is cut off, changed, of another version or too long', () => {
    const text = share()
    for (let length = 0; length < text.length; length++) expect(readSharedCart(text.slice(0, length))).toBeNull()
    expect(readSharedCart(btoa('{"v":2,"b":null,"p":"","l":[]}'))).toBeNull()
    expect(readSharedCart('A'.repeat(longestShared + 1))).toBeNull()
    const many = Array.from({ length: 70 }, (_, at) => ({ ...product, productId: at + 1 })).reduce(addLine, EMPTY_CART)
    expect(writeSharedCart(many, null, 'Ada')).toBeNull()
  })

  it('never throws, whatever stands in the link, and never makes a line that the menu does not have', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (text) => {
          for (const line of open(text)?.cart.items ?? [])
            expect(['p|301', 'm|71'].some((known) => lineKey(line).startsWith(known))).toBe(true)
        },
      ),
    )
  })
})

describe('a line with a person', () => {
  it('is a line of its own, is stored, and keeps its person when it is changed', () => {
    const both = [product, { ...product, person: 'Ada' }].reduce(addLine, EMPTY_CART)
    expect(both.items).toHaveLength(2)
    expect(readCart(both)).toEqual(both)
    const changed = replaceLine(
      both,
      lineKey({ ...product, person: 'Ada' }),
      productLine(pizza, { productId: 301, sizeId: 1, extraIds: [], optionIds: thin }, 1, EUR, 3),
    )
    expect(changed.items.map(({ person }) => person)).toEqual([undefined, 'Ada'])
  })

  it('is named in the notes only when that is asked for, below what the customer wrote', () => {
    const lines = [{ ...product, person: 'Ada' }, { ...menu, person: 'Grace' }, { ...product, person: 'Grace' }, product]
    expect(notesWithPeople(' Bitte klingeln ', lines)).toBe(
      `Bitte klingeln\nAda: 2 × ${product.shown.name}\nGrace: 1 × ${menu.shown.name}, 2 × ${product.shown.name}`,
    )
    expect(notesWithPeople('x', [product])).toBe('x')
  })

  it('has a name that breaks nothing', () => {
    expect(tidyPerson('  Ada\n\u202E Lovelace\u0000 ')).toBe('Ada Lovelace')
    expect(Array.from(tidyPerson('😀'.repeat(50)))).toHaveLength(longestPerson)
  })
})

it('a link made by the generator of docs/agents.md is read', () => {
  const [, code = ''] = /```js\n(.*?)\ncartLink\(/s.exec(readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')) ?? []
  const cartLink = runInNewContext(`${code}; cartLink`, { TextEncoder, btoa }) as (
    shop: string,
    branch: string | null,
    lines: unknown[],
  ) => string
  const link = cartLink('https://shop.example', null, [['p', 'Käse–Pizza', 2, '', 301, 3, 2, [11], [[21, 211, 1]]]])
  const opened = open(link.split('#cart=')[1] ?? '')
  expect(opened?.cart.items.map(({ qty, shown }) => [shown.name, qty, shown.unit])).toEqual([['Margherita', 2, 1240]])
})
