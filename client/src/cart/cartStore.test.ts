import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProductCartLine } from '../domain/cartLine.ts'
import { storeBranch } from '../session/branch.ts'
import { cartActions, currentCart, startCart } from './cartStore.ts'
import { sameBranch, startIdentity } from '../session/identity.ts'
import { local, parkedCartKey, session, sessionKeys, storedKeys } from '../browser/storage.ts'

const line = (productId: number, name: string): ProductCartLine => ({
  type: 'productItem',
  productId,
  sizeId: 1,
  qty: 1,
  extraIds: [],
  optionIds: [],
  categoryId: 1,
  shown: { name, size: '', parts: [], unit: 500, picture: null, allergens: null },
})
/** Chooses another branch, as a tab does before it reloads. */
const move = (to: string | null): void => {
  storeBranch(to)
  startIdentity()
}
beforeEach(() => void startIdentity())

const names = (): string[] => currentCart().items.map((one) => one.shown.name)

describe('the cart of the shop', () => {
  it("is its branch's in a tab that goes on with a branch while another tab has chosen another one", () => {
    cartActions.add(line(1, 'A'))
    storeBranch('https://one.example')
    local.write(storedKeys.cart, JSON.stringify({ items: [line(2, 'B')] }))
    expect(names()).toEqual(['A'])
    cartActions.add(line(3, 'C'))
    expect(names()).toEqual(['A', 'C'])
    startIdentity()
    expect(names()).toEqual(['B'])
    expect(currentCart(null).items).toHaveLength(2)
  })

  it('is saved after each change', () => {
    cartActions.add(line(1, 'A'))
    expect(JSON.parse(window.localStorage.getItem('cart') ?? '')).toMatchObject({ items: [{ productId: 1 }] })
    cartActions.remove('p|1|1||')
    expect(names()).toEqual([])
  })

  it('tells of what is added and removed; a note to a dish is neither', () => {
    const told: string[] = []
    const listener = (event: Event): void => {
      const { event: name, ecommerce } = (event as CustomEvent<{ event: string; ecommerce: { items: { quantity: number }[] } }>).detail
      told.push(`${name} ${ecommerce.items.map(({ quantity }) => quantity).join()}`)
    }
    window.addEventListener('tablefront', listener)
    cartActions.add({ ...line(1, 'A'), qty: 2 })
    cartActions.setWish(cartActions.keys()[0] ?? '', 'no onions')
    cartActions.add(line(1, 'A'))
    cartActions.remove(cartActions.keys()[0] ?? '')
    window.removeEventListener('tablefront', listener)
    expect(told).toEqual(['add_to_cart 2', 'add_to_cart 1', 'remove_from_cart 2'])
  })

  it('is notified of another tab’s change', () => {
    cartActions.add(line(1, 'A'))
    const theirs = JSON.parse(window.localStorage.getItem('cart') ?? '') as { items: unknown[] }
    window.localStorage.setItem('cart', JSON.stringify({ ...theirs, items: [...theirs.items, line(2, 'B')] }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
    expect(names()).toEqual(['A', 'B'])
    cartActions.add(line(3, 'C'))
    expect(names()).toEqual(['A', 'B', 'C'])
  })

  it('starts empty when CART_REMINDER is off, but not on a reload or while that is not known', () => {
    cartActions.add(line(1, 'A'))
    startCart(false, false)
    startCart(null, true)
    expect(names()).toEqual(['A'])
    startCart(false, true)
    expect(names()).toEqual([])
  })

  it('keeps the readable lines of a broken one', () => {
    window.localStorage.setItem('cart', '{"items":[{"type":"productItem"},')
    expect(names()).toEqual([])
  })

  it('flush clears the saved cart and the table choice', () => {
    session.writeJson(sessionKeys.table, { id: 7, name: 'Seven' })
    cartActions.add(line(1, 'A'))
    cartActions.flush()
    expect(window.localStorage.getItem('cart')).toBeNull()
    expect(window.sessionStorage.getItem('table')).toBeNull()
  })

  it('is parked when the branch changes, and restored', () => {
    cartActions.add(line(1, 'A'))
    move('https://one.example')
    expect(names()).toEqual([])
    expect(window.localStorage.getItem(parkedCartKey(null))).toContain('"A"')
    cartActions.add(line(2, 'B'))
    move(null)
    expect(names()).toEqual(['A'])
    move('https://one.example')
    expect(names()).toEqual(['B'])
  })

  it("is whole at every step of another tab's change of the branch, there and back", () => {
    const steps: string[] = []
    for (const method of ['write', 'remove'] as const) {
      const plain = local[method]
      vi.spyOn(local, method).mockImplementation((key: string, value = '') => {
        plain(key, value)
        steps.push(names().join())
      })
    }
    cartActions.add(line(1, 'A'))
    steps.length = 0
    storeBranch('https://one.example')
    expect(new Set(steps)).toEqual(new Set(['A']))
    vi.restoreAllMocks()
    local.write(storedKeys.cart, JSON.stringify({ items: [line(2, 'B')], branch: 'https://one.example' }))
    expect(names()).toEqual(['A'])
    storeBranch(null)
    expect(names()).toEqual(['A'])
    expect(currentCart('https://one.example').items.map((one) => one.shown.name)).toEqual(['B'])
  })

  it('stays where it is when the branch is the same in other letters', () => {
    expect(sameBranch('https://One.example/', 'https://one.example')).toBe(true)
    cartActions.add(line(1, 'A'))
    storeBranch('https://One.example/')
    expect(names()).toEqual(['A'])
  })

  it('stays in memory when nothing can be stored', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    cartActions.add(line(1, 'A'))
    expect(names()).toEqual(['A'])
    refuse.mockRestore()
    cartActions.flush()
  })
})
