import { useSyncExternalStore } from 'react'
import {
  addLine,
  decreaseLine,
  increaseLine,
  pieces,
  piecesTooMany,
  removeLine,
  replaceLine,
  restoreLine,
  setLineQuantity,
  setWish,
  sumOfLines,
  withoutPieces,
  type Pieces,
  type RemovedLine,
  type StoredCart,
} from '../domain/cart.ts'
import { lineKey, type CartLine } from '../domain/cartLine.ts'
import { readCart } from '../domain/storedCart.ts'
import type { Minor } from '../domain/money.ts'
import { notifyOfChange } from '../events/events.ts'
import { createStored } from '../browser/createStored.ts'
import { identity, sameBranch } from '../session/identity.ts'
import { isCartKey, local, parkedCartKey, storedKeys } from '../browser/storage.ts'
import { clearTable } from '../session/table.ts'

/*
 * The cart of this tab's branch: choices only, saved after every change (docs/specification.md section 4). Totals are computed where they are shown.
 * Every change reads what is stored first, so that two tabs agree instead of overwriting each other.
 */

/**
 * The chosen branch's cart is stored under `cart`, others under `parkedCartKey`; a tab that still shows another branch uses that branch's parked
 * cart. A cart contains its branch, since another tab's change of branch takes several writes.
 */
function cartKey(branch: string | null): string {
  if (!sameBranch(branch, local.read(storedKeys.branchUrl))) return parkedCartKey(branch)
  const owner = ownerOf(local.read(storedKeys.cart))
  return owner === undefined || sameBranch(owner, branch) ? storedKeys.cart : parkedCartKey(branch)
}

let lastParsed: { text: string | null; owner: string | null | undefined } = { text: null, owner: undefined }

/** The branch that a stored cart names; undefined when it names none. */
function ownerOf(text: string | null): string | null | undefined {
  if (text !== lastParsed.text) {
    const kept = local.readJson(storedKeys.cart) as { branch?: unknown } | null
    const owner = kept?.branch
    lastParsed = { text, owner: owner === null || typeof owner === 'string' ? owner : undefined }
  }
  return lastParsed.owner
}

const carts = createStored<StoredCart>(cartKey, readCart, {
  write: (cart, branch) => ({ ...cart, branch }),
})

function change(next: (cart: StoredCart) => StoredCart): void {
  const before = carts.get()
  const cart = next(before)
  if (cart === before) return
  carts.set(cart)
  notifyOfChange(before, cart)
}

/** The current cart, outside of components: of this tab's branch, or of another one. */
export function currentCart(branch?: string | null): StoredCart {
  return carts.get(branch)
}

/** The actions on the cart. Each change is saved and notifies all subscribers, in other tabs too. Lines are identified by `lineKey`. */
export const cartActions = {
  /** Adds lines and merges equal ones. Returns how many pieces exceed the limit (six of a menu). */
  add: (...lines: CartLine[]): number => {
    const tooMany = piecesTooMany(carts.get(), lines)
    change((cart) => lines.reduce(addLine, cart))
    return tooMany
  },
  replace: (key: string, line: CartLine): void => change((cart) => replaceLine(cart, key, line)),
  increase: (key: string): void => change((cart) => increaseLine(cart, key)),
  decrease: (key: string): void => change((cart) => decreaseLine(cart, key)),
  /** Sets a line's quantity from an input field (1 to 6). */
  setQuantity: (key: string, value: number): void => change((cart) => setLineQuantity(cart, key, value)),
  setWish: (key: string, wish: string): void => change((cart) => setWish(cart, key, wish)),
  /** Removes a line. Returns what `restore` needs to undo it; null if there is no such line. */
  remove: (key: string): RemovedLine | null => {
    let removed: RemovedLine | null = null
    change((cart) => {
      const result = removeLine(cart, key)
      removed = result.removed
      return result.cart
    })
    return removed
  },
  keys: (): string[] => carts.get().items.map(lineKey),
  restore: (removed: RemovedLine): void => change((cart) => restoreLine(cart, removed)),
  /** Replaces the cart by the result of a function: the changes of a review. */
  change,
  /** Takes the pieces of an order out of a branch's cart, and clears the saved table choice: dishes that were added since stay. */
  takeOrdered: (ordered: Pieces, branch: string | null = identity().branch): void => {
    const rest = withoutPieces(carts.get(branch), ordered)
    carts.set(rest.items.length === 0 ? null : rest, branch)
    if (sameBranch(branch, identity().branch)) clearTable()
  },
  /** Empties the cart of this tab's branch, or of another one: clears the saved cart and the saved table choice (docs/specification.md section 4). */
  flush: (branch: string | null = identity().branch): void => {
    carts.set(null, branch)
    if (sameBranch(branch, identity().branch)) clearTable()
  },
}

/** The cart with the numbers that every screen shows. */
export interface CartView {
  cart: StoredCart
  lines: CartLine[]
  /** Pieces: the number on the badge. */
  count: number
  /** The sum of the lines without any fee, in minor units. */
  sum: Minor
}

let viewed: CartView | undefined

function view(): CartView {
  const cart = carts.get()
  if (viewed?.cart !== cart) viewed = { cart, lines: cart.items, count: pieces(cart), sum: sumOfLines(cart) }
  return viewed
}

export function useCart(): CartView {
  return useSyncExternalStore(carts.subscribe, view)
}

export interface CartCounts {
  /** Pieces of a product with any choices, by its id as text. */
  product: (id: string) => number
  /** Pieces of a menu, by its id as text. */
  menu: (id: string) => number
  line: (key: string) => number
}

let counted: { cart: StoredCart; counts: CartCounts } | undefined

function counts(): CartCounts {
  const cart = carts.get()
  if (counted?.cart === cart) return counted.counts
  const by = new Map<string, number>()
  const add = (key: string, qty: number): void => void by.set(key, (by.get(key) ?? 0) + qty)
  for (const line of cart.items) {
    add(line.type === 'productItem' ? `product ${String(line.productId)}` : `menu ${String(line.menuId)}`, line.qty)
    add(`line ${lineKey(line)}`, line.qty)
  }
  const of = (kind: string) => (key: string) => by.get(`${kind} ${key}`) ?? 0
  counted = { cart, counts: { product: of('product'), menu: of('menu'), line: of('line') } }
  return counted.counts
}

/** The quantities in the cart, computed once for all cards (docs/bench-client.md). */
export function useCartCounts(): CartCounts {
  return useSyncExternalStore(carts.subscribe, counts)
}

/**
 * Keeps or removes the saved carts at start: if CART_REMINDER is off, every branch's cart is removed (docs/specification.md section 4). `remind` is
 * null while the settings are unknown: then nothing is removed. `starts`: the shop was not open in this browser; false for a reload and for a second
 * tab.
 */
export function startCart(remind: boolean | null, starts: boolean): void {
  if (remind !== false || !starts) return
  for (const key of local.keys()) if (isCartKey(key)) local.remove(key)
}
