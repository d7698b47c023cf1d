import { useSyncExternalStore } from 'react'
import {
  acceptReview,
  addLine,
  decreaseLine,
  EMPTY_CART,
  increaseLine,
  lineKey,
  parseCart,
  pieces,
  piecesTooMany,
  removeLine,
  replaceLine,
  restoreLine,
  serialiseCart,
  setLineQuantity,
  sumOfLines,
  type CartLine,
  type LineReview,
  type RemovedLine,
  type StoredCart,
} from '../domain/cart.ts'
import type { Minor } from '../domain/money.ts'
import { local, onStoredElsewhere, storedKeys } from './storage.ts'
import { clearTable } from './table.ts'

/*
 * The cart of the current branch: choices only, saved after every change (SPEC.md section 4). Totals are computed where they are shown.
 * Every change reads what is stored first, so that two tabs agree instead of overwriting each other.
 */

const listeners = new Set<() => void>()
let readText: string | null | undefined
let current: StoredCart = EMPTY_CART

function stored(): StoredCart {
  const text = local.read(storedKeys.cart)
  if (text !== readText) {
    readText = text
    current = parseCart(text).cart
  }
  return current
}

function change(next: (cart: StoredCart) => StoredCart): void {
  const cart = next(stored())
  if (cart === current) return
  const text = serialiseCart(cart)
  local.write(storedKeys.cart, text)
  readText = text
  current = cart
  tellAll()
}

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The cart at this moment, outside of components. */
export function currentCart(): StoredCart {
  return stored()
}

/** What can be done to the cart; each change is saved and heard everywhere, in other tabs too. Lines are named by `lineKey` of the domain. */
export const cartActions = {
  /** Adds lines; equal ones take their pieces. Answers how many pieces did not fit (a menu line takes six). */
  add: (...lines: CartLine[]): number => {
    const tooMany = piecesTooMany(stored(), lines)
    change((cart) => lines.reduce(addLine, cart))
    return tooMany
  },
  /** Puts an edited line in the place of the one with this key. */
  replace: (key: string, line: CartLine): void => change((cart) => replaceLine(cart, key, line)),
  increase: (key: string): void => change((cart) => increaseLine(cart, key)),
  decrease: (key: string): void => change((cart) => decreaseLine(cart, key)),
  /** Sets a line's quantity from an input field (1 to 6). */
  setQuantity: (key: string, value: number): void => change((cart) => setLineQuantity(cart, key, value)),
  /** Takes a line out; what it answers is for `restore` (undo), null when there was no such line. */
  remove: (key: string): RemovedLine | null => {
    let removed: RemovedLine | null = null
    change((cart) => {
      const result = removeLine(cart, key)
      removed = result.removed
      return result.cart
    })
    return removed
  },
  /** The keys of all lines, for what concerns each of them. */
  keys: (): string[] => stored().items.map(lineKey),
  restore: (removed: RemovedLine): void => change((cart) => restoreLine(cart, removed)),
  /** Accepts what has changed on the menu since. */
  accept: (review: readonly LineReview[]): void => change((cart) => acceptReview(cart, review)),
  /** Empties the cart: clears the saved cart and the saved table choice (SPEC.md section 4). */
  flush: (): void => {
    local.remove(storedKeys.cart)
    clearTable()
    readText = undefined
    tellAll()
  },
}

/** The cart inside a component, with the numbers that every screen shows. */
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
  const cart = stored()
  if (viewed?.cart !== cart) viewed = { cart, lines: cart.items, count: pieces(cart), sum: sumOfLines(cart) }
  return viewed
}

/** The cart inside a component. */
export function useCart(): CartView {
  return useSyncExternalStore(subscribe, view)
}

/** How often things are in the cart. */
export interface CartCounts {
  /** Pieces of a product, whatever was chosen, by its id as text. */
  product: (id: string) => number
  /** Pieces of a menu, by its id as text. */
  menu: (id: string) => number
  /** Pieces of the line with this key. */
  line: (key: string) => number
}

let counted: { cart: StoredCart; counts: CartCounts } | undefined

function counts(): CartCounts {
  const cart = stored()
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

/** What of the menu is in the cart, counted once for all cards (SPEED.md section 2). */
export function useCartCounts(): CartCounts {
  return useSyncExternalStore(subscribe, counts)
}

/**
 * Begins with the saved cart, or without it: CART_REMINDER decides whether a saved cart is restored; when it is off, the saved cart is removed
 * (SPEC.md section 4). `remind` is null while the settings are not known: nothing is thrown away then. Answers how to stop following other tabs.
 * A reload within one visit is no start: the choice of a branch reloads the page by itself.
 */
export function startCart(remind: boolean | null, newVisit: boolean): () => void {
  if (remind === false && newVisit) local.remove(storedKeys.cart)
  return onStoredElsewhere([storedKeys.cart], tellAll)
}
