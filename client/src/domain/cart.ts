import type { Allergen, Id, Menu, MenuLine, MenuLineItem, OptionId, Product, ProductLine } from '../../../contracts/types.ts'
import { byId, idText, sameId } from './ids.ts'
import type { Currency, Minor } from './money.ts'
import {
  chosenOption,
  chosenOptions,
  extraPrice,
  isExtraChosen,
  missingInMenu,
  missingInProduct,
  priceMenu,
  priceProduct,
  pruneOptions,
  sizeName,
  sizesOf,
  slotChoice,
  slotName,
  slotsOf,
  type MenuChoice,
  type ProductChoice,
} from './pricing.ts'

/** The quantity input of the cart and of a menu line ends here (SPEC sections 4 and 9). */
export const MOST = 6

/** The version of the stored cart; another one is read as far as it is understood. */
export const CART_VERSION = 1

/** A chosen option or extra as it was shown when it was put into the cart; `price` is per unit. */
export interface ShownPart {
  /** The variant's name for an option, empty for an extra. */
  group: string
  name: string
  price: Minor
}

/** What the customer saw of a product when it was put into the cart: enough to show the line without the catalogue. */
export interface ShownProduct {
  name: string
  /** Blank when the product has one size only. */
  size: string
  parts: ShownPart[]
  /** The price of one piece at that time. */
  unit: Minor
  /** The poster's address as the upstream gave it; null without a picture. */
  picture: string | null
  /** Allergen codes; null when the restaurant gives no information. */
  allergens: string[] | null
}

/** What the customer saw of a menu, slot by slot. */
export interface ShownMenu {
  name: string
  slots: { slot: string; product: string; parts: ShownPart[] }[]
  unit: Minor
  picture: string | null
  allergens: string[] | null
}

/** A product line of the stored cart: the choices in the fields that are sent (WIRE section 4), and what was shown. */
export type ProductCartLine = Omit<ProductLine, 'price'> & {
  /** The category it was found in: where its details are asked for; null when unknown. */
  categoryId: Id | null
  /** Who it is for, in a cart that several people put together by links. */
  person?: string
  shown: ShownProduct
}

/** A menu line of the stored cart. */
export type MenuCartLine = Omit<MenuLine, 'price' | 'name'> & { person?: string; shown: ShownMenu }

/** A line of the stored cart. */
export type CartLine = ProductCartLine | MenuCartLine

/** The cart as it is stored under `cart`, for one branch: choices only; delivery, tax, discount and total are computed (DESIGN section 5). */
export interface StoredCart {
  version: typeof CART_VERSION
  items: CartLine[]
}

/** The cart without anything in it. */
export const EMPTY_CART: StoredCart = { version: CART_VERSION, items: [] }

/** Makes a product line from a complete choice; what is shown is taken from the catalogue as it is now. */
export function productLine(
  product: Product,
  choice: ProductChoice,
  qty: number,
  currency: Currency,
  categoryId: Id | null = null,
): ProductCartLine {
  const optionIds = pruneOptions(product.variants, choice.optionIds)
  const extras = (product.extras ?? []).filter(
    (extra) => isExtraChosen(choice.extraIds, extra.id) && extraPrice(extra, choice.sizeId, currency) !== null,
  )
  const kept: ProductChoice = {
    ...choice,
    productId: product.id,
    optionIds,
    extraIds: extras.map((extra) => ({ extraId: extra.id, selected: true, name: extra.name })),
  }
  const price = priceProduct(product, kept, 1, currency)
  const groups = [...chosenOptions(product.variants, optionIds).map(({ variant }) => variant.name), ...extras.map(() => '')]
  return {
    type: 'productItem',
    productId: product.id,
    sizeId: kept.sizeId,
    qty: quantityToAdd(qty),
    extraIds: kept.extraIds,
    optionIds,
    categoryId,
    shown: {
      name: product.name,
      size: sizeName(product, byId(sizesOf(product), kept.sizeId)),
      parts: price.parts.map((part, at) => ({ group: groups[at] ?? '', name: part.name, price: part.price })),
      unit: price.unit,
      picture: product.media?.poster?.url ?? null,
      allergens: codes(product.allergens),
    },
  }
}

/** Makes a menu line from a complete choice; slots without a product are left out (the sheet does not let them through). */
export function menuLine(menu: Menu, choice: MenuChoice, qty: number, currency: Currency): MenuCartLine {
  const items: MenuLineItem[] = []
  const slots: ShownMenu['slots'] = []
  const allergens: (string[] | null)[] = []
  for (const slot of slotsOf(menu)) {
    const chosen = slotChoice(choice, slot.id)
    const product = byId(slot.products, chosen?.productId)
    if (!chosen || !product) continue
    const optionIds = pruneOptions(slot.variants, chosen.optionIds)
    const extras = (slot.extras ?? []).filter((extra) => chosen.extras.some((entry) => entry.selected && sameId(entry.id, extra.id)))
    const withoutMenu = { id: menu.id, name: '', price: 0, discount: 0, items: [slot] }
    const parts = priceMenu(withoutMenu, { menuId: menu.id, items: [{ ...chosen, optionIds }] }, 1, currency).parts
    const groups = chosenOptions(slot.variants, optionIds).map(({ variant }) => variant.name)
    items.push({
      menuItemId: slot.id,
      productId: product.id,
      extras: extras.map((extra) => ({ id: extra.id, name: extra.name, selected: true })),
      optionIds,
    })
    slots.push({
      slot: slotName(slot),
      product: product.name,
      parts: parts.map((part, at) => ({ group: groups[at] ?? '', name: part.name, price: part.price })),
    })
    allergens.push(codes(product.allergens))
  }
  return {
    type: 'menuItem',
    menuId: menu.id,
    qty: clampMenu(quantityToAdd(qty)),
    items,
    shown: {
      name: menu.name,
      slots,
      unit: priceMenu(menu, { menuId: menu.id, items }, 1, currency).unit,
      picture: menu.media?.poster?.url ?? null,
      allergens: allergens.some((each) => each === null) ? null : [...new Set(allergens.flatMap((each) => each ?? []))].sort(),
    },
  }
}

/** The choices of a stored line in the shape that a product sheet edits. */
export function choiceOfProductLine(line: ProductCartLine): ProductChoice {
  return { productId: line.productId, sizeId: line.sizeId, extraIds: line.extraIds, optionIds: line.optionIds }
}

/** The choices of a stored line in the shape that a menu sheet edits. */
export function choiceOfMenuLine(line: MenuCartLine): MenuChoice {
  return { menuId: line.menuId, items: line.items }
}

/** What makes two lines the same thing: their choices, in any order, and who they are for. Unique within a cart; a key for React and for changes. */
export function lineKey(line: CartLine): string {
  const key = choicesKey(line)
  return line.person === undefined ? key : `${key}@${line.person}`
}

function choicesKey(line: CartLine): string {
  if (line.type === 'productItem')
    return `p|${idText(line.productId)}|${idText(line.sizeId)}|${extrasKey(line.extraIds.map((extra) => ({ id: extra.extraId, selected: extra.selected })))}|${optionsKey(line.optionIds)}`
  const items = line.items.map(
    (item) => `${idText(item.menuItemId)}:${idText(item.productId)}:${extrasKey(item.extras)}:${optionsKey(item.optionIds)}`,
  )
  return `m|${idText(line.menuId)}|${items.sort().join(';')}`
}

/** What a line costs, as it was shown: unit times quantity. */
export function lineTotal(line: CartLine): Minor {
  return line.shown.unit * line.qty
}

/** The sum of the lines, without any fee: what thresholds compare (DESIGN section 5). */
export function sumOfLines(cart: StoredCart): Minor {
  return cart.items.reduce((sum, line) => sum + lineTotal(line), 0)
}

/** How many pieces are in the cart: the number on the badge. */
export function pieces(cart: StoredCart): number {
  return cart.items.reduce((sum, line) => sum + line.qty, 0)
}

/** How many pieces of a product, or of a menu, are in the cart, whatever their choices: the badge on its card. */
export function piecesOf(cart: StoredCart, type: CartLine['type'], id: Id): number {
  return cart.items.reduce(
    (sum, line) => sum + (line.type === type && sameId(line.type === 'productItem' ? line.productId : line.menuId, id) ? line.qty : 0),
    0,
  )
}

/** A quantity that is to be added: rounded to an integer and forced to 1 if below 1 (SPEC section 5). */
export function quantityToAdd(value: number): number {
  if (!Number.isFinite(value)) return 1
  return Math.min(Math.max(1, Math.round(value)), Number.MAX_SAFE_INTEGER)
}

/** A quantity from the input field: rounded, at least 1, at most 6; what is not a number is 1 (SPEC section 5). */
export function quantityFromInput(value: number): number {
  return Math.min(quantityToAdd(value), MOST)
}

/** Adds a line; an equal one takes its pieces. A menu line stays at 6 at most, a product line has no limit (SPEC section 4). */
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

/** Replaces a line by a changed one, for the same person (edit from the cart); an equal line elsewhere takes its pieces. */
export function replaceLine(cart: StoredCart, key: string, changed: CartLine): StoredCart {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const existing = cart.items[at]
  if (existing === undefined) return addLine(cart, changed)
  const line = { ...changed, ...personOf(existing) }
  const newKey = lineKey(line)
  const twin = cart.items.findIndex((each, index) => index !== at && lineKey(each) === newKey)
  if (twin < 0) return replaceAt(cart, at, [withQuantity(line, line.qty)])
  return addLine(replaceAt(cart, at, []), line)
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

/** Tells whether one piece more changes anything. */
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

/** Undo: puts a line back where it was; if an equal one has been added since, that one takes its pieces. */
export function restoreLine(cart: StoredCart, removed: RemovedLine): StoredCart {
  const key = lineKey(removed.line)
  if (cart.items.some((each) => lineKey(each) === key)) return addLine(cart, removed.line)
  const at = Math.min(removed.at, cart.items.length)
  return { ...cart, items: [...cart.items.slice(0, at), removed.line, ...cart.items.slice(at)] }
}

/**
 * Reads a stored cart. Never throws: what is not a cart is an empty one, and of a damaged cart every line that can be read
 * is kept (HARDENING F22). `damaged` says that something was left behind.
 */
export function parseCart(text: string | null | undefined): { cart: StoredCart; damaged: boolean } {
  if (text === null || text === undefined || text === '') return { cart: EMPTY_CART, damaged: false }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { cart: EMPTY_CART, damaged: true }
  }
  const items = isRecord(value) && Array.isArray(value['items']) ? (value['items'] as unknown[]) : null
  if (!items) return { cart: EMPTY_CART, damaged: true }
  const lines = items.map(readLine)
  const readable = lines.filter((line) => line !== null)
  return { cart: readable.reduce(addLine, EMPTY_CART), damaged: readable.length < items.length }
}

/** Spells a cart for the storage; `parseCart` reads it back unchanged. */
export function serialiseCart(cart: StoredCart): string {
  return JSON.stringify(cart)
}

/**
 * The catalogue as it is now: for the review of a cart. Undefined means "not known" (could not be loaded), null means
 * "is gone".
 */
export interface Catalogue {
  product: (productId: Id, categoryId: Id | null) => Product | null | undefined
  menu: (menuId: Id) => Menu | null | undefined
}

/** What has become of a line since it was put into the cart (HARDENING F28). */
export type LineReview =
  | { kind: 'same'; key: string; line: CartLine }
  | { kind: 'unknown'; key: string; line: CartLine }
  /** One piece costs `now` instead of `before`; `updated` is the line to go on with. */
  | { kind: 'price'; key: string; line: CartLine; updated: CartLine; before: Minor; now: Minor }
  /** The product, its size, the menu or a slot's product is no longer available. */
  | { kind: 'gone'; key: string; line: CartLine }
  /**
   * Something chosen is no longer offered, or a choice has become required. `updated` is the line without what is lost; null where the line can't
   * be ordered without choosing again.
   */
  | { kind: 'choice'; key: string; line: CartLine; lost: string[]; updated: CartLine | null }

/** Compares each line with the catalogue as it is now. */
export function reviewCart(cart: StoredCart, catalogue: Catalogue, currency: Currency): LineReview[] {
  return cart.items.map((line) =>
    line.type === 'productItem' ? reviewProduct(line, catalogue, currency) : reviewMenu(line, catalogue, currency),
  )
}

/** Tells whether a review has anything the customer must accept before ordering. */
export function needsReview(review: readonly LineReview[]): boolean {
  return review.some((each) => each.kind === 'price' || each.kind === 'gone' || each.kind === 'choice')
}

/** Tells whether accepting a review takes a line out of the cart: it is gone, or can't be ordered without choosing again. */
export function leavesCart(review: LineReview): boolean {
  return review.kind === 'gone' || (review.kind === 'choice' && review.updated === null)
}

/** Accepts a review in one tap: new prices are taken over, choices that are gone are left out, lines that can't be ordered any more leave the cart. */
export function acceptReview(cart: StoredCart, review: readonly LineReview[]): StoredCart {
  return review.reduce((now, each) => {
    if (leavesCart(each)) return removeLine(now, each.key).cart
    if (each.kind === 'choice' && each.updated !== null) {
      const qty = now.items.find((line) => lineKey(line) === each.key)?.qty
      return qty === undefined ? now : replaceLine(now, each.key, withQuantity(each.updated, qty))
    }
    if (each.kind !== 'price') return now
    return changeLine(now, each.key, (line) => withQuantity(each.updated, line.qty))
  }, cart)
}

function reviewProduct(line: ProductCartLine, catalogue: Catalogue, currency: Currency): LineReview {
  const key = lineKey(line)
  const product = catalogue.product(line.productId, line.categoryId)
  if (product === undefined) return { kind: 'unknown', key, line }
  if (product === null || !byId(sizesOf(product), line.sizeId)) return { kind: 'gone', key, line }
  const updated = { ...productLine(product, choiceOfProductLine(line), line.qty, currency, line.categoryId), ...personOf(line) }
  const complete = missingInProduct(product, choiceOfProductLine(updated)).length === 0
  if (lineKey(updated) !== key || !complete)
    return { kind: 'choice', key, line, lost: lostNames(line.shown.parts, updated.shown.parts), updated: complete ? updated : null }
  return priceReview(key, line, updated)
}

function reviewMenu(line: MenuCartLine, catalogue: Catalogue, currency: Currency): LineReview {
  const key = lineKey(line)
  const menu = catalogue.menu(line.menuId)
  if (menu === undefined) return { kind: 'unknown', key, line }
  if (menu === null) return { kind: 'gone', key, line }
  const updated = { ...menuLine(menu, choiceOfMenuLine(line), line.qty, currency), ...personOf(line) }
  if (updated.items.length < line.items.length) return { kind: 'gone', key, line }
  const parts = (slots: ShownMenu['slots']) => slots.flatMap((slot) => slot.parts)
  const complete = missingInMenu(menu, choiceOfMenuLine(updated)).length === 0
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

/** Who a line is for, to be put into the line that replaces it. */
export function personOf(line: CartLine): { person?: string } {
  return line.person === undefined ? {} : { person: line.person }
}

function priceReview(key: string, line: CartLine, updated: CartLine): LineReview {
  if (updated.shown.unit === line.shown.unit) return { kind: 'same', key, line }
  return { kind: 'price', key, line, updated, before: line.shown.unit, now: updated.shown.unit }
}

function lostNames(before: readonly ShownPart[], now: readonly ShownPart[]): string[] {
  return before.filter((part) => !now.some((each) => each.name === part.name && each.group === part.group)).map((part) => part.name)
}

function changeLine(cart: StoredCart, key: string, change: (line: CartLine) => CartLine): StoredCart {
  const at = cart.items.findIndex((each) => lineKey(each) === key)
  const line = cart.items[at]
  return line ? replaceAt(cart, at, [change(line)]) : cart
}

function replaceAt(cart: StoredCart, at: number, lines: CartLine[]): StoredCart {
  return { ...cart, items: [...cart.items.slice(0, at), ...lines, ...cart.items.slice(at + 1)] }
}

function withQuantity<T extends CartLine>(line: T, qty: number): T {
  return { ...line, qty: line.type === 'menuItem' ? clampMenu(qty) : quantityToAdd(qty) }
}

function clampMenu(qty: number): number {
  return Math.min(quantityToAdd(qty), MOST)
}

function codes(allergens: Allergen[] | undefined): string[] | null {
  return Array.isArray(allergens) ? allergens.map((allergen) => allergen.name) : null
}

function extrasKey(extras: readonly { id: Id; selected: boolean }[]): string {
  return extras
    .filter((extra) => extra.selected)
    .map((extra) => idText(extra.id))
    .sort()
    .join(',')
}

function optionsKey(optionIds: readonly OptionId[]): string {
  return optionIds
    .map((entry) => `${idText(entry.variantId)}=${String(chosenOption(entry) ?? '')}`)
    .sort()
    .join(',')
}

// Reading: every function answers null (or an empty text) for what it can't make sense of.

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readId(value: unknown): Id | null {
  return (typeof value === 'number' && Number.isFinite(value)) || (typeof value === 'string' && value !== '') ? value : null
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function readMinor(value: unknown): Minor | null {
  return Number.isSafeInteger(value) ? (value as number) : null
}

/** A list whose entries can all be read; null when one can't, since a line with half of its choices is another line. */
function readAll<T>(value: unknown, read: (entry: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) return null
  const entries = (value as unknown[]).map(read)
  return entries.every((entry) => entry !== null) ? entries : null
}

function readOption(value: unknown): OptionId | null {
  if (!isRecord(value)) return null
  const variantId = readId(value['variantId'])
  const chosen = readId(value['value'])
  const optionId = readId(value['optionId'])
  if (variantId === null || (chosen === null && optionId === null)) return null
  return chosen !== null ? { variantId, value: chosen } : { variantId, optionId: optionId as Id }
}

function readPart(value: unknown): ShownPart | null {
  if (!isRecord(value)) return null
  return { group: readText(value['group']), name: readText(value['name']), price: readMinor(value['price']) ?? 0 }
}

function readShown(
  value: unknown,
): { name: string; unit: Minor; picture: string | null; allergens: string[] | null; record: Record<string, unknown> } | null {
  if (!isRecord(value)) return null
  const unit = readMinor(value['unit'])
  const name = readText(value['name'])
  if (unit === null || name === '') return null
  const picture = readText(value['picture'])
  const allergens = readAll(value['allergens'], (entry) => (typeof entry === 'string' ? entry : null))
  return { name, unit, picture: picture === '' ? null : picture, allergens, record: value }
}

function readLine(value: unknown): CartLine | null {
  if (!isRecord(value)) return null
  const shown = readShown(value['shown'])
  const qty = typeof value['qty'] === 'number' ? quantityToAdd(value['qty']) : 1
  if (!shown) return null
  const { record, ...common } = shown
  const person = readText(value['person'])
  const named = person === '' ? {} : { person }
  if (value['type'] === 'productItem') {
    const productId = readId(value['productId'])
    const sizeId = readId(value['sizeId'])
    const optionIds = readAll(value['optionIds'], readOption)
    const extraIds = readAll(value['extraIds'], (entry) => {
      const extraId = isRecord(entry) ? readId(entry['extraId']) : null
      return extraId === null
        ? null
        : {
            extraId,
            selected: (entry as Record<string, unknown>)['selected'] !== false,
            name: readText((entry as Record<string, unknown>)['name']),
          }
    })
    if (productId === null || sizeId === null || !optionIds || !extraIds) return null
    return {
      type: 'productItem',
      productId,
      sizeId,
      qty,
      extraIds,
      optionIds,
      categoryId: readId(value['categoryId']),
      ...named,
      shown: { ...common, size: readText(record['size']), parts: readAll(record['parts'], readPart) ?? [] },
    }
  }
  if (value['type'] === 'menuItem') {
    const menuId = readId(value['menuId'])
    const items = readAll(value['items'], readMenuItem)
    if (menuId === null || !items) return null
    const slots = readAll(record['slots'], (slot) =>
      isRecord(slot)
        ? { slot: readText(slot['slot']), product: readText(slot['product']), parts: readAll(slot['parts'], readPart) ?? [] }
        : null,
    )
    return { type: 'menuItem', menuId, qty: clampMenu(qty), items, ...named, shown: { ...common, slots: slots ?? [] } }
  }
  return null
}

function readMenuItem(value: unknown): MenuLineItem | null {
  if (!isRecord(value)) return null
  const menuItemId = readId(value['menuItemId'])
  const productId = readId(value['productId'])
  const optionIds = readAll(value['optionIds'], readOption)
  const extras = readAll(value['extras'], (entry) => {
    const id = isRecord(entry) ? readId(entry['id']) : null
    return id === null
      ? null
      : {
          id,
          name: readText((entry as Record<string, unknown>)['name']),
          selected: (entry as Record<string, unknown>)['selected'] !== false,
        }
  })
  return menuItemId === null || productId === null || !optionIds || !extras ? null : { menuItemId, productId, extras, optionIds }
}
