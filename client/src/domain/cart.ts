import {
  choicesKey,
  type CartLine,
  lineKey,
  lineTotal,
  MOST,
  addedTo,
  quantityFromInput,
  tidyWish,
  withoutPerson,
  withQuantity,
} from './cartLine.ts'
import type { Minor } from './money.ts'

/** The version of the stored cart; another one is read as far as it is understood. */
const CART_VERSION = 1

/** The cart as it is stored under `cart`, for one branch: choices only; delivery, tax, discount and total are computed (docs/architecture.md section 5). */
export interface StoredCart {
  version: typeof CART_VERSION
  items: CartLine[]
}

export const EMPTY_CART: StoredCart = { version: CART_VERSION, items: [] }

/** The sum of the lines, without any fee: what thresholds compare (docs/architecture.md section 5). */
export function sumOfLines(cart: StoredCart): Minor {
  return cart.items.reduce((sum, line) => sum + lineTotal(line), 0)
}

/** How many pieces are in the cart: the number on the badge. */
export function pieces(cart: StoredCart): number {
  return cart.items.reduce((sum, line) => sum + line.qty, 0)
}

/** Adds a line, or its pieces to an equal line. A menu line has at most 6 pieces, a product line has no limit (docs/specification.md section 4). */
export function addLine(cart: StoredCart, line: CartLine): StoredCart {
  const key = lineKey(line)
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const existing = cart.items[at]
  if (!existing) return { ...cart, items: [...cart.items, withQuantity(line, line.qty)] }
  // The new line brings the prices that the customer has just seen.
  return replaceAt(cart, at, [withQuantity(line, existing.qty + line.qty)])
}

/** How many of some lines' pieces do not fit into a cart any more: a menu line takes six at most. */
export function piecesTooMany(cart: StoredCart, lines: readonly CartLine[]): number {
  return pieces(cart) + lines.reduce((sum, line) => sum + line.qty, 0) - pieces(lines.reduce(addLine, cart))
}

/** Replaces a line by a changed one, for the same person and with the same wish (edit from the cart); an equal line elsewhere takes its pieces. */
export function replaceLine(cart: StoredCart, key: string, changed: CartLine): StoredCart {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const existing = cart.items[at]
  return existing === undefined ? addLine(cart, changed) : putLine(cart, at, { ...changed, ...addedTo(existing) })
}

/** One piece more: a menu line up to 6, a product line without limit. */
export function increaseLine(cart: StoredCart, key: string): StoredCart {
  return changeLine(cart, key, (line) => withQuantity(line, line.qty + 1))
}

/** One piece less, down to 1. */
export function decreaseLine(cart: StoredCart, key: string): StoredCart {
  return changeLine(cart, key, (line) => withQuantity(line, line.qty - 1))
}

/** Sets a line's quantity from the input field (1 to 6). */
export function setLineQuantity(cart: StoredCart, key: string, value: number): StoredCart {
  return changeLine(cart, key, (line) => withQuantity(line, quantityFromInput(value)))
}

/** Sets the wish for a line; an empty one removes it. An equal line elsewhere takes its pieces. */
export function setWish(cart: StoredCart, key: string, wish: string): StoredCart {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const existing = cart.items[at]
  if (existing === undefined) return cart
  const { wish: _, ...line } = existing
  const tidied = tidyWish(wish)
  return putLine(cart, at, tidied === '' ? line : { ...line, wish: tidied })
}

/** Whether one piece more changes anything. */
export function canIncrease(line: CartLine): boolean {
  return line.type === 'productItem' ? line.qty < Number.MAX_SAFE_INTEGER : line.qty < MOST
}

/** A line that was taken out, and where it was: what undo puts back. */
export interface RemovedLine {
  line: CartLine
  at: number
}

/** Takes a line out. `removed` is null when there was none with this key. */
export function removeLine(cart: StoredCart, key: string): { cart: StoredCart; removed: RemovedLine | null } {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const line = cart.items[at]
  return line ? { cart: replaceAt(cart, at, []), removed: { line, at } } : { cart, removed: null }
}

/** Undo: restores a line at its position; if an equal one has been added since, its pieces are added to that one. */
export function restoreLine(cart: StoredCart, removed: RemovedLine): StoredCart {
  const key = lineKey(removed.line)
  if (cart.items.some((each) => lineKey(each) === key)) return addLine(cart, removed.line)
  const at = Math.min(removed.at, cart.items.length)
  return { ...cart, items: [...cart.items.slice(0, at), removed.line, ...cart.items.slice(at)] }
}

/** The pieces of a cart by their choices, without the persons they are for. */
export type Pieces = Readonly<Record<string, number>>

/** What is in a cart, to be taken out of it once it is ordered and paid. */
export function piecesByChoices(cart: StoredCart): Pieces {
  const pieces: Record<string, number> = {}
  for (const line of cart.items) pieces[choicesKey(line)] = (pieces[choicesKey(line)] ?? 0) + line.qty
  return pieces
}

/** A cart without the pieces of an order: what was added since stays. */
export function withoutPieces(cart: StoredCart, ordered: Pieces): StoredCart {
  const left = { ...ordered }
  const items = cart.items.flatMap((line) => {
    const key = choicesKey(line)
    const taken = Math.min(line.qty, left[key] ?? 0)
    left[key] = (left[key] ?? 0) - taken
    return taken === line.qty ? [] : [withQuantity(line, line.qty - taken)]
  })
  return { ...cart, items }
}

/** A cart without the names of the persons its lines are for; lines that only these set apart become one. */
export function withoutNames(cart: StoredCart): StoredCart {
  if (cart.items.every((line) => line.person === undefined)) return cart
  return cart.items.map(withoutPerson).reduce(addLine, { ...cart, items: [] })
}

export function changeLine(cart: StoredCart, key: string, change: (line: CartLine) => CartLine): StoredCart {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const line = cart.items[at]
  return line ? replaceAt(cart, at, [change(line)]) : cart
}

/** Puts a line in the place of another; an equal one elsewhere takes its pieces. */
function putLine(cart: StoredCart, at: number, line: CartLine): StoredCart {
  const key = lineKey(line)
  const isElsewhere = cart.items.some((each, index) => index !== at && lineKey(each) === key)
  return isElsewhere ? addLine(replaceAt(cart, at, []), line) : replaceAt(cart, at, [withQuantity(line, line.qty)])
}

function replaceAt(cart: StoredCart, at: number, lines: CartLine[]): StoredCart {
  return { ...cart, items: [...cart.items.slice(0, at), ...lines, ...cart.items.slice(at + 1)] }
}
