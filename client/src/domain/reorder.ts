import type { ExtraId, Id, Menu, MenuItem, OptionId, OrderItem, Product, Variant } from '../../../contracts/types.ts'
import { addLine, EMPTY_CART, type StoredCart } from './cart.ts'
import { comboLine, productLine, type CartLine } from './cartLine.ts'
import { reviewCart } from './cartReview.ts'
import { byId, sameId } from './ids.ts'
import { toMinor, type Currency, type Minor } from './money.ts'
import {
  activeVariants,
  isOptionForSale,
  missingInCombo,
  missingInProduct,
  sizesForSale,
  slotsOf,
  type ComboChoice,
  type SlotChoice,
} from './pricing.ts'
import { plainName } from './text.ts'

/** The complete current menu, in which an old order is looked up. */
export interface WholeMenu {
  products: readonly { product: Product; categoryId: Id; category?: string }[]
  menus: readonly Menu[]
  /** A part of it could not be loaded, so items that are not found may still exist. */
  partial?: boolean
}

/** An old order as a new cart, and what differs from the old one. */
export interface Reorder {
  cart: StoredCart
  /** Names of items that are no longer available, or can't be ordered with the same choices. */
  gone: string[]
  /** Items with a changed price, per piece. */
  repriced: { name: string; before: Minor; now: Minor }[]
  /** Choices that are no longer offered; the rest of the thing is in the cart. */
  reduced: { name: string; lost: string[] }[]
}

/**
 * Rebuilds an old order as a cart. Orders contain names instead of ids (docs/specification.md section 3), so items are looked up by name in the language of
 * the order.
 */
export function reorder(items: readonly OrderItem[], menu: WholeMenu, currency: Currency): Reorder {
  const result: Reorder = { cart: EMPTY_CART, gone: [], repriced: [], reduced: [] }
  for (const item of items) {
    const name = (item.type === 'menuItem' ? item.menu : item.product) ?? ''
    const found = item.type === 'menuItem' ? comboAgain(item, menu, currency) : productAgain(item, menu, currency)
    if (!found) {
      result.gone.push(name)
      continue
    }
    result.cart = addLine(result.cart, found.line)
    if (found.lost.length > 0) result.reduced.push({ name, lost: found.lost })
    const whole = toMinor(item.price, currency)
    const before = whole === null ? null : Math.round(whole / Math.max(1, item.qty))
    const now = found.line.shown.unit
    if (before !== null && now !== before) result.repriced.push({ name, before, now })
  }
  return result
}

/** The same from the cart that was ordered on this device: looked up by ids, so that the language does not matter. */
export function reorderCart(ordered: StoredCart, menu: WholeMenu, currency: Currency): Reorder {
  const result: Reorder = { cart: EMPTY_CART, gone: [], repriced: [], reduced: [] }
  const catalogue = {
    product: (id: Id) => menu.products.find((each) => sameId(each.product.id, id))?.product ?? null,
    menu: (id: Id) => byId(menu.menus, id) ?? null,
  }
  for (const each of reviewCart(ordered, catalogue, currency)) {
    const updated = 'updated' in each ? each.updated : null
    if (updated === null) {
      result.gone.push(each.line.shown.name)
      continue
    }
    const { person: _, ...line } = updated
    result.cart = addLine(result.cart, line)
    const { name } = updated.shown
    if (each.kind === 'choice') result.reduced.push({ name, lost: each.lost })
    if (updated.shown.unit !== each.line.shown.unit) result.repriced.push({ name, before: each.line.shown.unit, now: updated.shown.unit })
  }
  return result
}

/** How much of the old order is lost. */
export const lossOf = ({ gone, reduced }: Reorder): number => gone.length + reduced.length

/** The same from an order whose names are in another language: looked up in that language's menu, then by ids in the customer's. */
export function reorderTranslated(items: readonly OrderItem[], other: WholeMenu, menu: WholeMenu, currency: Currency): Reorder {
  const named = reorder(items, other, currency)
  const again = reorderCart(named.cart, menu, currency)
  return {
    cart: again.cart,
    gone: [...named.gone, ...again.gone],
    repriced: [...named.repriced, ...again.repriced],
    reduced: [...named.reduced, ...again.reduced],
  }
}

interface Found {
  line: CartLine
  lost: string[]
}

function productAgain(item: OrderItem, menu: WholeMenu, currency: Currency): Found | null {
  for (const { product, categoryId } of menu.products.filter((each) => sameName(each.product.name, item.product))) {
    const sizes = sizesForSale(product)
    const size = sizes.find((each) => sameName(each.name, item.size)) ?? (sizes.length === 1 ? sizes[0] : undefined)
    if (!size) continue
    const options = optionsAgain(product.variants, item.options ?? {})
    const extras = extrasAgain(product.extras, item.extras ?? [])
    const choice = { productId: product.id, sizeId: size.id, optionIds: options.optionIds, extraIds: extras.extraIds }
    if (missingInProduct(product, choice).length > 0) continue
    const line = productLine(product, choice, item.qty, currency, categoryId)
    if (line === null) continue
    const dropped = extras.extraIds
      .filter((extra) => !line.extraIds.some((kept) => kept.extraId === extra.extraId))
      .map((extra) => extra.name)
    // The only size that is left replaces another one: the customer is told.
    const otherSize = item.size && !sameName(size.name, item.size) ? [item.size] : []
    return { line, lost: [...otherSize, ...options.lost, ...extras.lost, ...dropped] }
  }
  return null
}

function comboAgain(item: OrderItem, whole: WholeMenu, currency: Currency): Found | null {
  const menu = whole.menus.find((each) => sameName(each.name, item.menu))
  // What was chosen then has no place in a menu whose slots are not known.
  if (!menu || (slotsOf(menu).length === 0 && (item.items ?? []).length > 0)) return null
  const lost: string[] = []
  const rest = [...(item.items ?? [])]
  const items = slotsOf(menu).map((slot): SlotChoice => {
    const at = rest.findIndex((each) => fits(slot, each))
    const [filled] = at < 0 ? [] : rest.splice(at, 1)
    const options = optionsAgain(slot.variants, filled?.options ?? {})
    const extras = extrasAgain(slot.extras, filled?.extras ?? [])
    lost.push(...options.lost, ...extras.lost)
    return {
      menuItemId: slot.id,
      productId: slot.products.find((product) => sameName(product.name, filled?.product))?.id ?? null,
      extras: extras.extraIds.map(({ extraId, name }) => ({ id: extraId, name, selected: true })),
      optionIds: options.optionIds,
    }
  })
  const choice: ComboChoice = { menuId: menu.id, items }
  const line = missingInCombo(menu, choice).length > 0 ? null : comboLine(menu, choice, item.qty, currency)
  if (line === null) return null
  const dropped = choice.items.flatMap((slot) =>
    slot.extras.filter(({ id }) => !line.items.some((kept) => kept.extras.some((extra) => extra.id === id))),
  )
  return { line, lost: [...lost, ...dropped.map(({ name }) => name)] }
}

/** A slot takes what has one of its products; of several such slots the order of the menu decides. */
function fits(slot: MenuItem, item: OrderItem): boolean {
  return slot.products.some((product) => sameName(product.name, item.product))
}

function optionsAgain(
  variants: readonly Variant[] | undefined,
  named: Record<string, string[]>,
): { optionIds: OptionId[]; lost: string[] } {
  let optionIds: OptionId[] = []
  // Each round may bring nested variants into play.
  for (let known = -1; known !== optionIds.length;) {
    known = optionIds.length
    optionIds = activeVariants(variants, optionIds).flatMap(({ variant }): OptionId[] => {
      const names = Object.entries(named).find(([name]) => sameName(name, variant.name))?.[1] ?? []
      const options = variant.options.filter((option) => isOptionForSale(option) && names.some((name) => sameName(name, option.name)))
      return variant.type === 'select'
        ? options.slice(0, 1).map((option) => ({ variantId: variant.id, value: option.id }))
        : options.map((option) => ({ variantId: variant.id, optionId: option.id }))
    })
  }
  const kept = activeVariants(variants, optionIds).flatMap(({ variant }) =>
    variant.options.filter((option) => optionIds.some((each) => (each.value ?? each.optionId) === option.id)).map((option) => option.name),
  )
  return {
    optionIds,
    lost: Object.values(named)
      .flat()
      .filter((name) => !kept.some((each) => sameName(each, name))),
  }
}

function extrasAgain(extras: Product['extras'], names: readonly string[]): { extraIds: ExtraId[]; lost: string[] } {
  const found = (extras ?? []).filter((extra) => names.some((name) => sameName(name, extra.name)))
  return {
    extraIds: found.map((extra) => ({ extraId: extra.id, selected: true, name: extra.name })),
    lost: names.filter((name) => !found.some((extra) => sameName(extra.name, name))),
  }
}

function sameName(a: string | null | undefined, b: string | null | undefined): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  return plainName(a) === plainName(b)
}
