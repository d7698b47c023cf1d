import type { Id, Menu, MenuLine, MenuLineItem, OptionId, Product, ProductLine } from '../../../contracts/types.ts'
import { allergenCodes } from './allergens.ts'
import { byId, idText, sameId } from './ids.ts'
import type { Currency, Minor } from './money.ts'
import {
  chosenOption,
  chosenOptions,
  extraPrice,
  isExtraChosen,
  type ComboChoice,
  priceCombo,
  priceProduct,
  type ProductChoice,
  pruneOptions,
  sizeName,
  slotChoice,
  isProductSoldOut,
  isSoldOut,
  slotExtraPrice,
  slotName,
  slotParts,
  slotsOf,
} from './pricing.ts'
import { tidyText } from './text.ts'

/** The quantity input of the cart and of a menu line ends here (docs/specification.md sections 4 and 9). */
export const MOST = 6

/** A chosen option or extra as it was shown when it was put into the cart; `price` is per unit. */
export interface ShownPart {
  /** The variant's name for an option, empty for an extra. */
  group: string
  name: string
  price: Minor
}

/** What the customer saw of a product when it was put into the cart: enough to show the line without the catalogue. */
interface ShownProduct {
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
export interface ShownCombo {
  name: string
  slots: { slot: string; product: string; parts: ShownPart[] }[]
  unit: Minor
  picture: string | null
  allergens: string[] | null
}

/** A product line of the stored cart: the choices in the fields that are sent (docs/wire.md section 4), and what was shown. */
export type ProductCartLine = Omit<ProductLine, 'price'> & {
  /** The category it was found in: where its details are asked for; null when unknown. */
  categoryId: Id | null
  /** Who it is for, in a cart that several people put together by links. */
  person?: string
  /** A wish for the kitchen, such as "no onions"; it is sent with the notes. */
  wish?: string
  shown: ShownProduct
}

export type ComboCartLine = Omit<MenuLine, 'price' | 'name'> & { person?: string; wish?: string; shown: ShownCombo }

export type CartLine = ProductCartLine | ComboCartLine

/** Makes a product line from a complete choice; what is shown is taken from the catalogue as it is now. Null if its price is unknown: it can't be ordered. */
export function productLine(
  product: Product,
  choice: ProductChoice,
  qty: number,
  currency: Currency,
  categoryId: Id | null = null,
): ProductCartLine | null {
  const optionIds = pruneOptions(product.variants, choice.optionIds)
  const extras = (product.extras ?? []).filter(
    (extra) => isExtraChosen(choice.extraIds, extra.id) && typeof extraPrice(extra, choice.sizeId, currency) === 'number',
  )
  const kept: ProductChoice = {
    ...choice,
    productId: product.id,
    optionIds,
    extraIds: extras.map((extra) => ({ extraId: extra.id, selected: true, name: extra.name })),
  }
  const price = priceProduct(product, kept, 1, currency)
  if (price === null) return null
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
      size: sizeName(product, byId(product.sizes, kept.sizeId)),
      parts: price.parts.map((part, at) => ({ group: groups[at] ?? '', name: part.name, price: part.price })),
      unit: price.unit,
      picture: product.media?.poster?.url ?? null,
      allergens: allergenCodes(product),
    },
  }
}

/** Makes a menu line from a complete choice; slots without a product are left out (the sheet does not let them through). Null if its price is unknown. */
export function comboLine(menu: Menu, choice: ComboChoice, qty: number, currency: Currency): ComboCartLine | null {
  if (isSoldOut(menu)) return null
  const items: MenuLineItem[] = []
  const slots: ShownCombo['slots'] = []
  const allergens: (string[] | null)[] = []
  for (const slot of slotsOf(menu)) {
    const chosen = slotChoice(choice, slot.id)
    const product = byId(slot.products, chosen?.productId)
    if (!chosen || !product) continue
    if (isProductSoldOut(product)) return null
    const optionIds = pruneOptions(slot.variants, chosen.optionIds)
    const extras = (slot.extras ?? []).filter(
      (extra) =>
        chosen.extras.some((entry) => entry.selected && sameId(entry.id, extra.id)) && slotExtraPrice(extra, slot, currency) !== null,
    )
    const kept = { ...chosen, optionIds, extras: extras.map((extra) => ({ id: extra.id, name: extra.name, selected: true })) }
    const parts = slotParts(slot, kept, currency)
    if (parts === null) return null
    const groups = chosenOptions(slot.variants, optionIds).map(({ variant }) => variant.name)
    items.push({
      menuItemId: slot.id,
      productId: product.id,
      extras: kept.extras,
      optionIds,
    })
    slots.push({
      slot: slotName(slot),
      product: product.name,
      parts: parts.map((part, at) => ({ group: groups[at] ?? '', name: part.name, price: part.price })),
    })
    allergens.push(allergenCodes(product))
  }
  const price = priceCombo(menu, { menuId: menu.id, items }, 1, currency)
  if (price === null) return null
  return {
    type: 'menuItem',
    menuId: menu.id,
    qty: clampCombo(quantityToAdd(qty)),
    items,
    shown: {
      name: menu.name,
      slots,
      unit: price.unit,
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
export function choiceOfComboLine(line: ComboCartLine): ComboChoice {
  return { menuId: line.menuId, items: line.items }
}

/** What makes two lines the same thing: their choices, in any order, who they are for, and the wish. Unique within a cart; the key for changes. */
export function lineKey(line: CartLine): string {
  return line.wish === undefined ? servingKey(line) : `${servingKey(line)}#${line.wish}`
}

/** The choices of a line and who they are for, without the wish: what stays the same while a wish is written. */
export function servingKey(line: CartLine): string {
  const key = choicesKey(line)
  return line.person === undefined ? key : `${key}@${line.person}`
}

/** Names a line of a cart in an address, by its choices and its place among lines of equal choices: names and wishes stay out of addresses. */
export function lineAddress(lines: readonly CartLine[], line: CartLine): string {
  const equal = lines.filter((each) => choicesKey(each) === choicesKey(line))
  return `${choicesKey(line)}~${equal.indexOf(line)}`
}

export function withoutPerson(line: CartLine): CartLine {
  const { person: _, ...rest } = line
  return rest
}

/** The longest wish for a dish, in characters. */
export const WISH_LENGTH = 60

/** A wish as it is stored and sent: one line of text, at most `WISH_LENGTH` long; empty for none. */
export function tidyWish(wish: string): string {
  return tidyText(wish, WISH_LENGTH)
}

/** By how many characters a wish is too long; 0 if it fits. */
export function excessOfWish(wish: string): number {
  return Math.max(0, Array.from(tidyText(wish, Infinity)).length - WISH_LENGTH)
}

/** Who a line is for, and the wish for it, to be put into the line that replaces it. */
export function addedTo({ person, wish }: CartLine): { person?: string; wish?: string } {
  return { ...(person !== undefined && { person }), ...(wish !== undefined && { wish }) }
}

/** The choices of a line, in any order, without the person it is for. */
export function choicesKey(line: CartLine): string {
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

/** A quantity that is to be added: rounded to an integer and forced to 1 if below 1 (docs/specification.md section 5). */
export function quantityToAdd(value: number): number {
  if (!Number.isFinite(value)) return 1
  return Math.min(Math.max(1, Math.round(value)), Number.MAX_SAFE_INTEGER)
}

/** A quantity from the input field: rounded, at least 1, at most 6; what is not a number is 1 (docs/specification.md section 5). */
export function quantityFromInput(value: number): number {
  return Math.min(quantityToAdd(value), MOST)
}

export function withQuantity<T extends CartLine>(line: T, qty: number): T {
  return { ...line, qty: line.type === 'menuItem' ? clampCombo(qty) : quantityToAdd(qty) }
}

export function clampCombo(qty: number): number {
  return Math.min(quantityToAdd(qty), MOST)
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
