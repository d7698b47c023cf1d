import { isRecord } from './wire.ts'
import type { ExtraId, Id, OptionId } from '../../../contracts/types.ts'
import { addLine, EMPTY_CART, type StoredCart } from './cart.ts'
import { type CartLine, lineKey, comboLine, productLine, tidyWish } from './cartLine.ts'
import { byId, sameId } from './ids.ts'
import type { Currency } from './money.ts'
import { missingInCombo, missingInProduct, slotsOf } from './pricing.ts'
import type { Reorder, WholeMenu } from './reorder.ts'
import { tidyText } from './text.ts'

/** The version of a shared cart; a link with another one is not read. */
const SHARED_VERSION = 1
/** The longest text that is written or read, in characters: messengers cut longer links. */
export const longestShared = 6000
/** The most lines that are read from a link. */
const mostLines = 60

/** The largest quantity of a line that is read. */
const mostPieces = 9999
/** The longest name of a person, in characters. */
export const longestPerson = 30

/** A cart from a link: choices only. Prices are those of the menu on which it is opened. */
export interface SharedCart {
  /** The branch it was put together at; null is the main host. */
  branch: string | null
  /** Who shared it; empty where nobody gave a name. */
  person: string
  lines: SharedLine[]
  /** The text it was read from. */
  text: string
}

/** A line of a shared cart. `person` is who it is for: the one who shared it, or the one it came from before; `wish` is empty where there is none. */
type SharedLine = { name: string; qty: number; person: string; wish: string } & (
  | { type: 'productItem'; productId: Id; categoryId: Id | null; sizeId: Id; extras: Id[]; options: OptionId[] }
  | { type: 'menuItem'; menuId: Id; slots: { menuItemId: Id; productId: Id; extras: Id[]; options: OptionId[] }[] }
)

/** Encodes a cart for the fragment of a link, which is not sent to servers; null if it is too long for a link. */
export function writeSharedCart(cart: StoredCart, branch: string | null, person: string): string | null {
  const shared = { v: SHARED_VERSION, b: branch, p: tidyPerson(person), l: cart.items.map(written) }
  const text = toBase64Url(JSON.stringify(shared))
  return text.length > longestShared || cart.items.length > mostLines ? null : text
}

/** Decodes the text of a link; null if it is cut off, modified, or of another version. */
export function readSharedCart(text: string): SharedCart | null {
  if (text.length > longestShared) return null
  try {
    return readShared(JSON.parse(fromBase64Url(text)), text)
  } catch {
    return null
  }
}

/** Rebuilds a shared cart with the current menu. `gone` names what can't be ordered with the same choices. */
export function openSharedCart(shared: SharedCart, menu: WholeMenu, currency: Currency): Reorder {
  const result: Reorder = { cart: EMPTY_CART, gone: [], repriced: [], reduced: [] }
  for (const shareLine of shared.lines) {
    const line = shareLine.type === 'productItem' ? productOf(shareLine, menu, currency) : comboOf(shareLine, menu, currency)
    const { name, wish } = shareLine
    const person = shareLine.person === '' ? shared.person : shareLine.person
    if (line === null) result.gone.push(name)
    else result.cart = addLine(result.cart, { ...line, ...(person !== '' && { person }), ...(wish !== '' && { wish }) })
  }
  return result
}

/** A person's name without what could break a line or a layout. */
export function tidyPerson(name: string): string {
  return tidyText(name, longestPerson)
}

function productOf(shared: SharedLine & { type: 'productItem' }, menu: WholeMenu, currency: Currency): CartLine | null {
  const found = menu.products.find(({ product }) => sameId(product.id, shared.productId))
  if (found === undefined) return null
  const { product, categoryId } = found
  const extraIds = (product.extras ?? [])
    .filter((extra) => shared.extras.some((id) => sameId(id, extra.id)))
    .map((extra): ExtraId => ({ extraId: extra.id, selected: true, name: extra.name }))
  const choice = { productId: product.id, sizeId: shared.sizeId, extraIds, optionIds: shared.options }
  if (missingInProduct(product, choice).length > 0) return null
  const line = productLine(product, choice, shared.qty, currency, categoryId)
  if (line === null) return null
  return line.extraIds.length === shared.extras.length && line.optionIds.length === shared.options.length ? line : null
}

function comboOf(shared: SharedLine & { type: 'menuItem' }, whole: WholeMenu, currency: Currency): CartLine | null {
  const menu = byId(whole.menus, shared.menuId)
  if (menu === undefined) return null
  const items = shared.slots.map((slot) => ({
    menuItemId: slot.menuItemId,
    productId: slot.productId,
    extras: (byId(slotsOf(menu), slot.menuItemId)?.extras ?? [])
      .filter((extra) => slot.extras.some((id) => sameId(id, extra.id)))
      .map((extra) => ({ id: extra.id, name: extra.name, selected: true })),
    optionIds: slot.options,
  }))
  const choice = { menuId: menu.id, items }
  if (missingInCombo(menu, choice).length > 0) return null
  const line = comboLine(menu, choice, shared.qty, currency)
  if (line === null) return null
  // Made of the same choices, in whatever order.
  const asked = lineKey({
    ...line,
    items: shared.slots.map((slot) => ({
      menuItemId: slot.menuItemId,
      productId: slot.productId,
      extras: slot.extras.map((id) => ({ id, name: '', selected: true })),
      optionIds: slot.options,
    })),
  })
  return lineKey(line) === asked ? line : null
}

// Writing and reading: short lists instead of names, since a link has to be sent.

type WrittenOption = [variantId: Id, option: Id, select: 0 | 1]

function written(line: CartLine): unknown[] {
  // A line without a wish is as long as before there were wishes.
  const wish = line.wish === undefined ? [] : [line.wish]
  const options = (all: readonly OptionId[]): WrittenOption[] =>
    all.map(({ variantId, value, optionId }) => (value === undefined ? [variantId, optionId ?? '', 0] : [variantId, value, 1]))
  const person = line.person ?? ''
  return line.type === 'productItem'
    ? [
        'p',
        line.shown.name,
        line.qty,
        person,
        line.productId,
        line.categoryId,
        line.sizeId,
        line.extraIds.filter(({ selected }) => selected).map(({ extraId }) => extraId),
        options(line.optionIds),
        ...wish,
      ]
    : [
        'm',
        line.shown.name,
        line.qty,
        person,
        line.menuId,
        line.items.map((item) => [
          item.menuItemId,
          item.productId,
          item.extras.filter(({ selected }) => selected).map(({ id }) => id),
          options(item.optionIds),
        ]),
        ...wish,
      ]
}

function readShared(value: unknown, text: string): SharedCart | null {
  if (!isRecord(value)) return null
  const { v, b, p, l } = value
  if (v !== SHARED_VERSION || !Array.isArray(l) || l.length > mostLines) return null
  const lines = (l as unknown[]).map(readLine)
  if (!lines.every((line) => line !== null)) return null
  return { branch: typeof b === 'string' ? b : null, person: typeof p === 'string' ? tidyPerson(p) : '', lines, text }
}

function readLine(value: unknown): SharedLine | null {
  if (!Array.isArray(value)) return null
  const [type, name, qty, person, ...rest] = value as unknown[]
  if (typeof name !== 'string' || typeof qty !== 'number' || !Number.isInteger(qty) || qty < 1 || qty > mostPieces) return null
  const wish = rest[type === 'p' ? 5 : 2]
  const common = {
    name: Array.from(name).slice(0, 200).join(''),
    qty,
    person: typeof person === 'string' ? tidyPerson(person) : '',
    wish: typeof wish === 'string' ? tidyWish(wish) : '',
  }
  if (type === 'p') {
    const [productId, categoryId, sizeId, extras, options] = rest
    const read = { extras: readIds(extras), options: readOptions(options) }
    return isId(productId) && isId(sizeId) && read.extras !== null && read.options !== null
      ? {
          ...common,
          type: 'productItem',
          productId,
          categoryId: isId(categoryId) ? categoryId : null,
          sizeId,
          extras: read.extras,
          options: read.options,
        }
      : null
  }
  const [menuId, slots] = rest
  if (type !== 'm' || !isId(menuId) || !Array.isArray(slots)) return null
  const read = (slots as unknown[]).map((slot) => {
    if (!Array.isArray(slot)) return null
    const [menuItemId, productId, extras, options] = slot as unknown[]
    const inner = { extras: readIds(extras), options: readOptions(options) }
    return isId(menuItemId) && isId(productId) && inner.extras !== null && inner.options !== null
      ? { menuItemId, productId, extras: inner.extras, options: inner.options }
      : null
  })
  return read.every((slot) => slot !== null) ? { ...common, type: 'menuItem', menuId, slots: read } : null
}

function isId(value: unknown): value is Id {
  return (typeof value === 'string' && value !== '' && value.length <= 128) || (typeof value === 'number' && Number.isFinite(value))
}

function readIds(value: unknown): Id[] | null {
  return Array.isArray(value) && (value as unknown[]).every(isId) ? (value as Id[]) : null
}

function readOptions(value: unknown): OptionId[] | null {
  if (!Array.isArray(value)) return null
  const read = (value as unknown[]).map((each): OptionId | null => {
    if (!Array.isArray(each)) return null
    const [variantId, option, select] = each as unknown[]
    if (!isId(variantId) || !isId(option)) return null
    return select === 1 ? { variantId, value: option } : { variantId, optionId: option }
  })
  return read.every((each) => each !== null) ? read : null
}

function toBase64Url(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.codePointAt(0) ?? 0)
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
