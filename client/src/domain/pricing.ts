import type {
  Extra,
  ExtraId,
  Id,
  Menu,
  MenuItem,
  MenuLineItem,
  Option,
  OptionId,
  Product,
  ProductLine,
  Size,
  Variant,
} from '../../../contracts/types.ts'
import { byId, sameId, type MaybeId } from './ids.ts'
import { discounted, isKnown, toMinor, type Currency, type Minor } from './money.ts'
import { isolated } from './text.ts'

/** The choices for a product, in the fields that are stored and sent (docs/wire.md section 4, ProductLine). */
export type ProductChoice = Pick<ProductLine, 'productId' | 'sizeId' | 'extraIds' | 'optionIds'>

/** The choices for a slot of a menu; `productId` is null while no product is chosen (docs/specification.md section 5). */
export type SlotChoice = Omit<MenuLineItem, 'productId'> & { productId: Id | null }

/** The choices for a menu: one entry per slot, in the menu's order. */
export interface ComboChoice {
  menuId: Id
  items: SlotChoice[]
}

/** A part of a price with its name, for the breakdown below the price. `price` is per unit. */
interface PricePart {
  name: string
  price: Minor
}

/** A price and what it is made of. `unit` is one piece, `total` is `unit * qty`. */
export interface PriceBreakdown {
  /** The size's price, or the menu's discounted price. */
  base: Minor
  /** Chosen options and extras, in the order of the sheet, including free ones. */
  parts: PricePart[]
  unit: Minor
  qty: number
  total: Minor
}

/** A required group that still has no choice: what the bar above the button names and jumps to (docs/specification.md section 5). */
export interface MissingGroup {
  /** `variant`: a required variant; `product`: a menu slot without a product; `size`: a product that has no size at all. */
  kind: 'variant' | 'product' | 'size'
  /** The variant's name, or the slot's (category and size). */
  name: string
  /** The variant's or slot's id; null for `size`. */
  id: Id | null
  /** The slot that the group is in; null outside of menus. */
  menuItemId: Id | null
}

/** What the backend says of the stock of a product, a size or a menu (docs/wire.md section 8). */
type Stock = Pick<Product, 'available' | 'maxQty'>

/** Whether the backend says that none is left. */
export function isSoldOut({ available, maxQty }: Stock): boolean {
  return available === false || maxQty === 0
}

/** Whether a product is sold out: itself, or in every size. */
export function isProductSoldOut(product: Stock & Pick<Product, 'sizes'>): boolean {
  const sizes = product.sizes
  return isSoldOut(product) || (sizes.length > 0 && sizes.every(isSoldOut))
}

/** How many pieces of a product in a size, or of a menu, an order may have; Infinity where the backend names no number. */
export function mostPieces(thing: Stock, size?: Stock): number {
  const pieces = (qty: unknown): number => (isKnown(qty) && qty >= 0 ? qty : Infinity)
  return Math.min(pieces(thing.maxQty), pieces(size?.maxQty))
}

/** Whether a size can be ordered: its price is known, and it is not sold out. */
export function isSizeForSale(size: Pick<Size, 'price'> & Stock): boolean {
  return isPricedSize(size) && !isSoldOut(size)
}

const isPricedSize = ({ price }: Pick<Size, 'price'>): boolean => isKnown(price) && price >= 0

/** Whether an option can be chosen: what it adds is known. It may be less than nothing. */
export function isOptionForSale({ price }: Pick<Option, 'price'>): boolean {
  return isKnown(price)
}

/** The sizes that can be ordered. */
export function sizesForSale(product: Pick<Product, 'sizes'> & Stock): Size[] {
  return isSoldOut(product) ? [] : product.sizes.filter(isSizeForSale)
}

/** The default size: the first (docs/specification.md section 3). Undefined for a product without any, which can't be ordered. */
function defaultSize(product: Pick<Product, 'sizes'> & Stock): Size | undefined {
  return sizesForSale(product)[0]
}

/** A size's name as it is shown: blank when it is the only one (docs/specification.md section 3). */
export function sizeName(product: Pick<Product, 'sizes'>, size: Size | undefined): string {
  return !size || product.sizes.length < 2 ? '' : size.name
}

/**
 * The lowest price of a product over its sizes, whether there are dearer ones ("from 8,50 €"), and what a litre costs at it. Sizes that are sold out
 * count only if all are. Null if no price is known: then it can't be ordered.
 */
export function startingPrice(
  product: Pick<Product, 'name' | 'sizes'> & Stock,
  currency: Currency,
): { price: Minor; from: boolean; litre: Minor | null } | null {
  const left = sizesForSale(product)
  const sizes = (left.length > 0 ? left : product.sizes.filter(isPricedSize)).flatMap((size) => {
    const price = toMinor(size.price, currency)
    return price === null ? [] : [{ name: size.name, price }]
  })
  const [first] = sizes
  if (first === undefined) return null
  const least = sizes.reduce((best, each) => (each.price < best.price ? each : best), first)
  return {
    price: least.price,
    from: sizes.some(({ price }) => price !== least.price),
    litre: litrePrice(least.price, least.name, product.name),
  }
}

const volume = /(?:(\d{1,3})\s*[x×]\s*)?(\d{1,5})(?:[.,](\d{1,3}))?\s*(ml|cl|l)\b/i
const millilitres = { ml: 1, cl: 10, l: 1000 }

/**
 * What a litre costs, of a drink whose size (else name) says how much it is, such as "0,33 l" or "6 x 500 ml"; null for anything else. A packaged drink
 * needs it beside its price in Germany (PAngV § 4).
 */
export function litrePrice(price: Minor, size: string, name: string): Minor | null {
  const [, count = '1', whole = '', fraction = '', unit] = volume.exec(size) ?? volume.exec(name) ?? []
  if (unit === undefined) return null
  const thousandths = Number(count) * Number(whole + fraction.padEnd(3, '0')) * millilitres[unit.toLowerCase() as keyof typeof millilitres]
  return thousandths === 0 ? null : Math.round((price * 1_000_000) / thousandths)
}

/** The choice of a product as it is added without a sheet: the first size, nothing else (docs/specification.md section 3). */
export function initialProductChoice(product: Product): ProductChoice {
  return { productId: product.id, sizeId: defaultSize(product)?.id ?? '', extraIds: [], optionIds: [] }
}

/** The choice a product's sheet opens with: the same, and of each required variant the only option, if it costs nothing. */
export function openingProductChoice(product: Product): ProductChoice {
  return { ...initialProductChoice(product), optionIds: chooseOnlyOptions(product.variants, []) }
}

/** Adds the options that nobody would choose otherwise: the only one of a required variant, if it costs nothing. */
export function chooseOnlyOptions(variants: readonly Variant[] | undefined, optionIds: readonly OptionId[]): OptionId[] {
  const [missing] = missingVariants(variants, optionIds).filter(({ options }) => options.length === 1 && options[0]?.price === 0)
  const only = missing?.options[0]
  // Again, for the variants that it brings.
  return missing === undefined || only === undefined
    ? [...optionIds]
    : chooseOnlyOptions(variants, chooseOption(variants, optionIds, missing, only.id, true))
}

/** The choice a menu's sheet opens with: slots with a single product are preselected (docs/specification.md section 4). */
export function initialComboChoice(menu: Menu): ComboChoice {
  return {
    menuId: menu.id,
    items: slotsOf(menu).map((slot) => ({
      menuItemId: slot.id,
      productId: slot.products.length === 1 ? (slot.products[0]?.id ?? null) : null,
      extras: [],
      optionIds: chooseOnlyOptions(slot.variants, []),
    })),
  }
}

/** The slots of a menu; a list of menus may leave them out. */
export function slotsOf(menu: Pick<Menu, 'items'>): MenuItem[] {
  return menu.items ?? []
}

/** The name of a slot: its category and size ("Pizza · 26 cm"). */
export function slotName(slot: Pick<MenuItem, 'size'>): string {
  return nameParts(slot).join(' · ')
}

/** The same as it is shown: each part keeps its order in text of either direction. */
export function slotTitle(slot: Pick<MenuItem, 'size'>): string {
  return nameParts(slot).map(isolated).join(' · ')
}

function nameParts({ size }: Pick<MenuItem, 'size'>): string[] {
  return [size.categoryName, size.name].filter((part) => part !== '')
}

/** The id of the chosen option of one entry: `value` of a select, `optionId` of a checkbox (docs/wire.md section 4). */
export function chosenOption(entry: OptionId): Id | undefined {
  return entry.value ?? entry.optionId
}

export function isOptionChosen(optionIds: readonly OptionId[], variantId: Id, optionId: Id): boolean {
  return optionIds.some((entry) => sameId(entry.variantId, variantId) && sameId(chosenOption(entry), optionId))
}

/**
 * Chooses or drops an option. A select variant holds one option (the new one replaces the old), a checkbox variant any
 * number. Choices of nested children whose parent option is gone are dropped with it.
 */
export function chooseOption(
  variants: readonly Variant[] | undefined,
  optionIds: readonly OptionId[],
  variant: Variant,
  optionId: Id,
  chosen: boolean,
): OptionId[] {
  const others = optionIds.filter(
    (entry) => !sameId(entry.variantId, variant.id) || (variant.type === 'checkbox' && !sameId(chosenOption(entry), optionId)),
  )
  const entry: OptionId = variant.type === 'select' ? { variantId: variant.id, value: optionId } : { variantId: variant.id, optionId }
  return pruneOptions(variants, chosen ? [...others, entry] : others)
}

/** Adds or drops an extra; at most once. */
export function chooseExtra(extraIds: readonly ExtraId[], extra: Pick<Extra, 'id' | 'name'>, chosen: boolean): ExtraId[] {
  const others = extraIds.filter((entry) => !sameId(entry.extraId, extra.id))
  return chosen ? [...others, { extraId: extra.id, selected: true, name: extra.name }] : others
}

/** An active variant: at the top level, or nested below a chosen option. */
export interface ActiveVariant {
  variant: Variant
  /** How deep it is nested; 0 at the top. */
  depth: number
  /** The chosen option it belongs to; null at the top. */
  parent: Option | null
}

/** The deepest nesting of options that is supported; deeper ones are ignored (docs/threat-model.md T30). */
const DEEPEST = 8

/** The active variants for the current choices, in the order of the sheet: nested ones right after their option's variant. */
export function activeVariants(
  variants: readonly Variant[] = [],
  optionIds: readonly OptionId[],
  depth = 0,
  parent: Option | null = null,
): ActiveVariant[] {
  if (depth > DEEPEST) return []
  return variants.flatMap((variant) => [
    { variant, depth, parent },
    ...variant.options
      .filter((option) => option.hasChild && isOptionForSale(option) && isOptionChosen(optionIds, variant.id, option.id))
      .flatMap((option) => activeVariants(option.child, optionIds, depth + 1, option)),
  ])
}

/** The valid choices: of active variants, with options that can be chosen, one per select. Others are dropped. */
export function pruneOptions(variants: readonly Variant[] | undefined, optionIds: readonly OptionId[]): OptionId[] {
  const active = activeVariants(variants, optionIds)
  const kept: OptionId[] = []
  for (const entry of optionIds) {
    const found = active.find((each) => sameId(each.variant.id, entry.variantId))
    const option = found && byId(found.variant.options, chosenOption(entry))
    if (!found || !option || !isOptionForSale(option)) continue
    if (
      kept.some(
        (each) =>
          sameId(each.variantId, entry.variantId) && (found.variant.type === 'select' || sameId(chosenOption(each), chosenOption(entry))),
      )
    )
      continue
    kept.push(entry)
  }
  return kept
}

/** The chosen options with their variants, in the order of the sheet, nested ones included. */
export function chosenOptions(
  variants: readonly Variant[] | undefined,
  optionIds: readonly OptionId[],
): { variant: Variant; option: Option }[] {
  return activeVariants(variants, optionIds).flatMap(({ variant }) =>
    variant.options.filter((option) => isOptionChosen(optionIds, variant.id, option.id)).map((option) => ({ variant, option })),
  )
}

/**
 * Required variants without a choice, in the order of the sheet. docs/specification.md section 5 says "the first option of a required
 * variant must be chosen": a first choice must be made in it, which is the one value of a select and at least one tick of
 * a checkbox group.
 */
export function missingVariants(variants: readonly Variant[] | undefined, optionIds: readonly OptionId[]): Variant[] {
  return activeVariants(variants, optionIds)
    .map((each) => each.variant)
    .filter(
      (variant) =>
        variant.required &&
        variant.options.length > 0 &&
        !variant.options.some((option) => isOptionChosen(optionIds, variant.id, option.id)),
    )
}

/** The required groups of a product that are still missing, in the order of the sheet; Add to Cart is disabled while there are any. */
export function missingInProduct(product: Product, choice: ProductChoice): MissingGroup[] {
  const size: MissingGroup[] = byId(sizesForSale(product), choice.sizeId)
    ? []
    : [{ kind: 'size', name: product.name, id: null, menuItemId: null }]
  return [
    ...size,
    ...missingVariants(product.variants, choice.optionIds).map((variant): MissingGroup => ({
      kind: 'variant',
      name: variant.name,
      id: variant.id,
      menuItemId: null,
    })),
  ]
}

/** The required groups of a menu that are still missing, slot by slot: the slot's product, then its required variants. */
export function missingInCombo(menu: Menu, choice: ComboChoice): MissingGroup[] {
  return slotsOf(menu).flatMap((slot) => {
    const chosen = slotChoice(choice, slot.id)
    const product: MissingGroup[] = byId(slot.products, chosen?.productId)
      ? []
      : [{ kind: 'product', name: slotName(slot), id: slot.id, menuItemId: slot.id }]
    return [
      ...product,
      ...missingVariants(slot.variants, chosen?.optionIds ?? []).map((variant): MissingGroup => ({
        kind: 'variant',
        name: variant.name,
        id: variant.id,
        menuItemId: slot.id,
      })),
    ]
  })
}

/** What was chosen for a slot; undefined when the choice does not know it. */
export function slotChoice(choice: Pick<ComboChoice, 'items'>, menuItemId: Id): SlotChoice | undefined {
  return choice.items.find((item) => sameId(item.menuItemId, menuItemId))
}

/** What an extra costs at a size. Undefined: it is not offered at that size. Null: its price is unknown, so it can't be chosen. */
export function extraPrice(extra: Extra, sizeId: MaybeId, currency: Currency): Minor | null | undefined {
  if (extra.prices.length === 0) return null
  const found = extra.prices.find((price) => sameId(price.sizeId, sizeId))
  return found && toMinor(found.price, currency)
}

/** What an extra costs in a slot of a menu: the price for the slot's size where it is named, else the first price there is. Null: unknown. */
export function slotExtraPrice(extra: Extra, slot: Pick<MenuItem, 'size'>, currency: Currency): Minor | null {
  const price = extraPrice(extra, slot.size.id, currency)
  return price === undefined ? toMinor(extra.prices[0]?.price, currency) : price
}

/**
 * The price of a product line (docs/specification.md section 9): size price + chosen option prices, nested ones included, + chosen extra
 * prices of that size, times the quantity. Choices the product does not have count nothing. Null if a part of it is unknown.
 */
export function priceProduct(product: Product, choice: ProductChoice, qty: number, currency: Currency): PriceBreakdown | null {
  const size = byId(sizesForSale(product), choice.sizeId)
  const base = size ? toMinor(size.price, currency) : null
  const extras = (product.extras ?? []).flatMap((extra): PartPrice[] => {
    const price = isExtraChosen(choice.extraIds, extra.id) ? extraPrice(extra, choice.sizeId, currency) : undefined
    return price === undefined ? [] : [{ name: extra.name, price }]
  })
  return breakdown(base, [...optionPrices(product.variants, choice.optionIds, currency), ...extras], qty)
}

/** The price of a menu after its discount, without extras and options (docs/specification.md section 3). Null: unknown, it can't be ordered. */
export function comboPrice(menu: Pick<Menu, 'price'> & { discount?: number }, currency: Currency): Minor | null {
  const price = toMinor(menu.price, currency)
  return price === null || price < 0 ? null : discounted(price, menu.discount === undefined ? 0 : menu.discount)
}

/**
 * The price of a menu line: the discounted price + the extra and option prices of its slots, times the quantity (docs/wire.md section 4). Null if a part of
 * it is unknown.
 */
export function priceCombo(menu: Menu, choice: ComboChoice, qty: number, currency: Currency): PriceBreakdown | null {
  const parts = slotsOf(menu).flatMap((slot) => {
    const chosen = slotChoice(choice, slot.id)
    return chosen ? slotPrices(slot, chosen, currency) : []
  })
  return breakdown(comboPrice(menu, currency), parts, qty)
}

/** What the choices of a slot add to the price of its menu. */
function slotPrices(slot: MenuItem, chosen: SlotChoice, currency: Currency): PartPrice[] {
  const extras = (slot.extras ?? []).filter((extra) => chosen.extras.some((entry) => entry.selected && sameId(entry.id, extra.id)))
  return [
    ...optionPrices(slot.variants, chosen.optionIds, currency),
    ...extras.map((extra): PartPrice => ({ name: extra.name, price: slotExtraPrice(extra, slot, currency) })),
  ]
}

/** What the choices of a slot add to the price of its menu; null if a part of it is unknown. */
export function slotParts(slot: MenuItem, chosen: SlotChoice, currency: Currency): PricePart[] | null {
  const parts = slotPrices(slot, chosen, currency)
  return parts.every(isPriced) ? parts : null
}

function optionPrices(variants: readonly Variant[] | undefined, optionIds: readonly OptionId[], currency: Currency): PartPrice[] {
  return chosenOptions(variants, optionIds).map(({ option }) => ({ name: option.name, price: toMinor(option.price, currency) }))
}

export function isExtraChosen(extraIds: readonly ExtraId[], extraId: Id): boolean {
  return extraIds.some((entry) => entry.selected && sameId(entry.extraId, extraId))
}

/** Whether a product from a list says what can be chosen: a list may leave the variants to the product's own call. */
export function namesItsVariants(product: Pick<Product, 'variants'>): boolean {
  return product.variants !== undefined
}

/** Whether a product can be added with one press: nothing has to be chosen, there is one size, and it is known that there are no variants. */
export function needsNoChoice(product: Product): boolean {
  return namesItsVariants(product) && product.sizes.length === 1 && missingInProduct(product, initialProductChoice(product)).length === 0
}

/** A part of a price; null: what it adds is unknown. */
interface PartPrice {
  name: string
  price: Minor | null
}

const isPriced = (part: PartPrice): part is PricePart => part.price !== null

/** Null if a part is unknown, or a piece would cost less than nothing. */
function breakdown(base: Minor | null, parts: readonly PartPrice[], qty: number): PriceBreakdown | null {
  if (base === null || !parts.every(isPriced)) return null
  const unit = parts.reduce((sum, part) => sum + part.price, base)
  return unit < 0 ? null : { base, parts: [...parts], unit, qty, total: unit * qty }
}
