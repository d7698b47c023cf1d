import type { Id, Menu, Product } from '../../../contracts/types.ts'
import { changeLine, removeLine, replaceLine, type StoredCart } from './cart.ts'
import {
  type CartLine,
  choiceOfComboLine,
  choiceOfProductLine,
  lineKey,
  type ComboCartLine,
  comboLine,
  addedTo,
  type ProductCartLine,
  productLine,
  type ShownCombo,
  type ShownPart,
  withQuantity,
} from './cartLine.ts'
import type { Currency, Minor } from './money.ts'
import { isProductSoldOut, isSoldOut, missingInCombo, missingInProduct, mostPieces } from './pricing.ts'
import { byId } from './ids.ts'

/**
 * The catalogue as it is now: for the review of a cart. Undefined means "not known" (could not be loaded), null means
 * "is gone".
 */
export interface Catalogue {
  product: (productId: Id, categoryId: Id | null) => Product | null | undefined
  menu: (menuId: Id) => Menu | null | undefined
}

/** What has changed about a line since it was added to the cart (docs/failures.md F28). `room`: how many pieces it may have beside the other lines. */
export type LineReview = LineChange & { room: number }

type LineChange =
  /** Same choices and price; `updated` has today's names, in the language of the catalogue. */
  | { kind: 'same'; key: string; line: CartLine; updated: CartLine }
  | { kind: 'unknown'; key: string; line: CartLine }
  /** One piece costs `now` instead of `before`; `updated` is the line to go on with. */
  | { kind: 'price'; key: string; line: CartLine; updated: CartLine; before: Minor; now: Minor }
  /** The product, its size, the menu or a slot's product is no longer available, or its price is not known. */
  | { kind: 'gone'; key: string; line: CartLine; soldOut: boolean }
  /** Fewer pieces are left than the line has: `most`, with those of the lines before it. */
  | { kind: 'few'; key: string; line: CartLine; most: number }
  /**
   * Something chosen is no longer offered, or a choice has become required. `updated` is the line without what is lost; null where the line can't
   * be ordered without choosing again.
   */
  | { kind: 'choice'; key: string; line: CartLine; lost: string[]; updated: CartLine | null }

export function reviewCart(cart: StoredCart, catalogue: Catalogue, currency: Currency): LineReview[] {
  const before = new Map<string, number>()
  const pieces = new Map<string, number>()
  for (const line of cart.items) {
    const [of] = stockOf(line, catalogue)
    pieces.set(of, (pieces.get(of) ?? 0) + line.qty)
  }
  return cart.items.map((line) => {
    const review = line.type === 'productItem' ? reviewProduct(line, catalogue, currency) : reviewCombo(line, catalogue, currency)
    const [of, most] = stockOf(line, catalogue)
    const left = Math.max(0, most - (before.get(of) ?? 0))
    before.set(of, (before.get(of) ?? 0) + Math.min(line.qty, left))
    const counts = review.kind === 'same' || review.kind === 'price'
    const room = most - (pieces.get(of) ?? 0) + line.qty
    return counts && line.qty > left ? { kind: 'few', key: review.key, line, most: left, room } : { ...review, room }
  })
}

/** What a line's pieces are taken from, and how many of it an order may have. */
function stockOf(line: CartLine, catalogue: Catalogue): [of: string, most: number] {
  if (line.type === 'menuItem') return [`menu ${String(line.menuId)}`, mostPieces(catalogue.menu(line.menuId) ?? {})]
  const product = catalogue.product(line.productId, line.categoryId) ?? undefined
  const size = product && byId(product.sizes, line.sizeId)
  // The pieces of a size are a stock of their own where it has a number, else all sizes of the product share one.
  const own = mostPieces(size ?? {}) === Infinity ? '' : ` ${String(line.sizeId)}`
  return [`product ${String(line.productId)}${own}`, mostPieces(product ?? {}, size)]
}

/** Whether a review has anything the customer must accept before ordering. */
export function needsReview(review: readonly LineReview[]): boolean {
  return review.some((each) => each.kind === 'price' || each.kind === 'gone' || each.kind === 'few' || each.kind === 'choice')
}

export function hasOnlyPrices(review: readonly LineReview[]): boolean {
  return review.every(({ kind }) => kind !== 'gone' && kind !== 'few' && kind !== 'choice')
}

/** Whether accepting a review takes a line out of the cart: it is gone, or can't be ordered without choosing again. */
export function leavesCart(review: LineReview): boolean {
  return review.kind === 'gone' || (review.kind === 'few' && review.most === 0) || (review.kind === 'choice' && review.updated === null)
}

/** Accepts a review: applies new prices, removes unavailable choices and removes lines that can't be ordered. */
export function acceptReview(cart: StoredCart, review: readonly LineReview[]): StoredCart {
  return review.reduce((now, each) => {
    if (leavesCart(each)) return removeLine(now, each.key).cart
    if (each.kind === 'choice' && each.updated !== null) {
      const qty = now.items.find((line) => lineKey(line) === each.key)?.qty
      return qty === undefined ? now : replaceLine(now, each.key, withQuantity(each.updated, qty))
    }
    if (each.kind === 'few') return changeLine(now, each.key, (line) => withQuantity(line, each.most))
    if (each.kind !== 'price') return now
    return changeLine(now, each.key, (line) => withQuantity(each.updated, line.qty))
  }, cart)
}

/** The cart with today's names: they follow the language. Prices and choices stay as they are until the customer accepts a change of them. */
export function withCurrentNames(cart: StoredCart, review: readonly LineReview[]): StoredCart {
  return review.reduce((now, each) => {
    if (each.kind !== 'same' || JSON.stringify(each.updated.shown) === JSON.stringify(each.line.shown)) return now
    return changeLine(now, each.key, (line) => withQuantity(each.updated, line.qty))
  }, cart)
}

function reviewProduct(line: ProductCartLine, catalogue: Catalogue, currency: Currency): LineChange {
  const key = lineKey(line)
  const product = catalogue.product(line.productId, line.categoryId)
  if (product === undefined) return { kind: 'unknown', key, line }
  const again = product && productLine(product, choiceOfProductLine(line), line.qty, currency, line.categoryId)
  if (product === null || again === null) return { kind: 'gone', key, line, soldOut: product !== null && isGoneSize(product, line) }
  const updated = { ...again, ...addedTo(line) }
  const complete = missingInProduct(product, choiceOfProductLine(updated)).length === 0
  if (lineKey(updated) !== key || !complete)
    return { kind: 'choice', key, line, lost: lostNames(line.shown.parts, updated.shown.parts), updated: complete ? updated : null }
  return priceReview(key, line, updated)
}

function reviewCombo(line: ComboCartLine, catalogue: Catalogue, currency: Currency): LineChange {
  const key = lineKey(line)
  const menu = catalogue.menu(line.menuId)
  if (menu === undefined) return { kind: 'unknown', key, line }
  const again = menu && comboLine(menu, choiceOfComboLine(line), line.qty, currency)
  if (menu === null || again === null) return { kind: 'gone', key, line, soldOut: menu !== null && isGoneCombo(menu, line) }
  const updated = { ...again, ...addedTo(line) }
  if (updated.items.length < line.items.length) return { kind: 'gone', key, line, soldOut: false }
  const parts = (slots: ShownCombo['slots']) => slots.flatMap((slot) => slot.parts)
  const complete = missingInCombo(menu, choiceOfComboLine(updated)).length === 0
  if (lineKey(updated) !== key || !complete)
    return {
      kind: 'choice',
      key,
      line,
      lost: lostNames(parts(line.shown.slots), parts(updated.shown.slots)),
      updated: complete ? updated : null,
    }
  return priceReview(key, line, updated)
}

function priceReview(key: string, line: CartLine, updated: CartLine): LineChange {
  if (updated.shown.unit === line.shown.unit) return { kind: 'same', key, line, updated }
  return { kind: 'price', key, line, updated, before: line.shown.unit, now: updated.shown.unit }
}

function lostNames(before: readonly ShownPart[], now: readonly ShownPart[]): string[] {
  return before.filter((part) => !now.some((each) => each.name === part.name && each.group === part.group)).map((part) => part.name)
}

/** The product is sold out, or the chosen size of it. */
function isGoneSize(product: Product, line: ProductCartLine): boolean {
  const size = byId(product.sizes, line.sizeId)
  return size !== undefined && (isProductSoldOut(product) || isSoldOut(size))
}

/** The menu is sold out, or a product that was chosen in it. */
function isGoneCombo(menu: Menu, line: ComboCartLine): boolean {
  const chosen = line.items.map(({ menuItemId, productId }) => byId(byId(menu.items ?? [], menuItemId)?.products ?? [], productId))
  return isSoldOut(menu) || chosen.some((product) => product !== undefined && isProductSoldOut(product))
}
