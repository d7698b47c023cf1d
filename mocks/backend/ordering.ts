/** Computes the prices of every submitted order from the mock's own menu and trusts no submitted price (docs/specification.md section 9). All amounts are cents. */
import type { Area, CheckoutSubmission, Id, Menu, MenuItem, OptionId, OrderItem, Product, Variant } from '../../contracts/types.ts'
import type { Catalogue } from './group.ts'
import { type Texts } from '../data/texts.ts'
import { cents, percentOf } from './money.ts'
import type { Taxes } from '../data/shops.ts'

/** Why a line can't be ordered; the message is English, a key of messages.json. */
export class Refused extends Error {
  /** The values of the message's placeholders. */
  readonly values: Readonly<Record<string, string>>
  constructor(message: string, values: Readonly<Record<string, string>> = {}) {
    super(message)
    this.values = values
  }
}

const same = (a: Id | undefined, b: Id): boolean => a !== undefined && String(a) === String(b)

/** A line's price, and the line as the order shows it. */
export interface Reckoned {
  price: number
  item: OrderItem
}

interface Chosen {
  price: number
  /** From the variant's name to the names of its chosen options. */
  names: Record<string, string[]>
}

/** The choices of a set of variants, nested ones included. Throws Refused for a missing or unknown one. */
const choose = (variants: readonly Variant[], picked: readonly OptionId[], thing: string, used: Set<OptionId> = new Set()): Chosen => {
  let price = 0
  const names: Record<string, string[]> = {}
  for (const variant of variants) {
    const own = picked.filter((pick) => same(pick.variantId, variant.id))
    const ids = own.map((pick) => pick.value ?? pick.optionId).filter((id) => id !== undefined && id !== '')
    own.forEach((pick) => used.add(pick))
    if (variant.required && ids.length === 0)
      throw new Refused('Please choose {{variant}} for {{name}}.', { variant: variant.name, name: thing })
    if (variant.type === 'select' && ids.length > 1)
      throw new Refused('Please choose {{variant}} for {{name}}.', { variant: variant.name, name: thing })
    for (const id of ids) {
      const option = variant.options.find((candidate) => same(id, candidate.id))
      if (!option) throw new Refused('{{name}} is no longer available as you chose it.', { name: thing })
      price += cents(option.price)
      names[variant.name] = [...(names[variant.name] ?? []), option.name]
      const nested = choose(option.child ?? [], picked, thing, used)
      price += nested.price
      Object.assign(names, nested.names)
    }
  }
  return { price, names }
}

const chooseAll = (variants: readonly Variant[], picked: readonly OptionId[], thing: string): Chosen => {
  const used = new Set<OptionId>()
  const chosen = choose(variants, picked, thing, used)
  const idle = picked.some((pick) => !used.has(pick) && (pick.value ?? pick.optionId) !== undefined && (pick.value ?? pick.optionId) !== '')
  if (idle) throw new Refused('{{name}} is no longer available as you chose it.', { name: thing })
  return chosen
}

const qtyOf = (qty: unknown, most: number, name: string): number => {
  if (typeof qty !== 'number' || !Number.isInteger(qty) || qty < 1 || qty > most)
    throw new Refused('The quantity of {{name}} is not possible.', { name })
  return qty
}

/** A line of a cart, of either kind. */
export type Line = CheckoutSubmission['cart']['items'][number]

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.map(object) : [])
const id = (value: unknown): Id => (typeof value === 'number' ? value : typeof value === 'string' ? value : '')
const maybe = (name: 'value' | 'optionId', value: unknown): Partial<OptionId> =>
  value === undefined || value === null || value === '' ? {} : { [name]: id(value) }
const picks = (value: unknown): OptionId[] =>
  list(value).map((pick) => ({
    variantId: id(pick['variantId']),
    ...maybe('value', pick['value']),
    ...maybe('optionId', pick['optionId']),
  }))

/** Parses a submitted line; null if it is not a line. */
export const readLine = (value: unknown): Line | null => {
  const line = object(value)
  const [qty, price] = [Number(line['qty']), typeof line['price'] === 'number' ? line['price'] : NaN]
  if (line['type'] === 'productItem') {
    const extraIds = list(line['extraIds']).map((extra) => ({
      extraId: id(extra['extraId']),
      selected: extra['selected'] === true,
      name: '',
    }))
    return {
      type: 'productItem',
      productId: id(line['productId']),
      sizeId: id(line['sizeId']),
      qty,
      price,
      extraIds,
      optionIds: picks(line['optionIds']),
    }
  }
  if (line['type'] !== 'menuItem') return null
  const items = list(line['items']).map((slot) => ({
    menuItemId: id(slot['menuItemId']),
    productId: id(slot['productId']),
    extras: list(slot['extras']).map((extra) => ({ id: id(extra['id']), name: '', selected: extra['selected'] === true })),
    optionIds: picks(slot['optionIds']),
  }))
  return { type: 'menuItem', menuId: id(line['menuId']), name: '', qty, price, items }
}

const reckonProduct = (product: Product, line: Extract<Line, { type: 'productItem' }>): Reckoned => {
  const size = product.sizes.find(({ id }) => same(line.sizeId, id))
  if (!size) throw new Refused('{{name}} is no longer available as you chose it.', { name: product.name })
  const qty = qtyOf(line.qty, 1000, product.name)
  let unit = cents(size.price)
  const extras: string[] = []
  for (const { extraId, selected } of line.extraIds) {
    if (!selected) continue
    const extra = product.extras?.find(({ id }) => same(extraId, id))
    const price = extra?.prices.find(({ sizeId }) => same(sizeId, size.id))
    if (!extra || !price) throw new Refused('{{name}} is no longer available as you chose it.', { name: product.name })
    unit += cents(price.price)
    extras.push(extra.name)
  }
  const chosen = chooseAll(product.variants ?? [], line.optionIds, product.name)
  unit += chosen.price
  return {
    price: unit * qty,
    item: {
      type: 'productItem',
      qty,
      price: (unit * qty) / 100,
      product: product.name,
      menu: null,
      size: product.sizes.length > 1 ? size.name : null,
      extras,
      options: chosen.names,
    },
  }
}

const reckonSlot = (
  slot: MenuItem,
  filled: Extract<Line, { type: 'menuItem' }>['items'][number] | undefined,
  menu: Menu,
): { price: number; item: OrderItem } => {
  const product = slot.products.find(({ id }) => same(filled?.productId, id))
  if (!filled || !product)
    throw new Refused('Please choose {{variant}} for {{name}}.', { variant: slot.size.categoryName, name: menu.name })
  let price = 0
  const extras: string[] = []
  for (const { id, selected } of filled.extras) {
    if (!selected) continue
    const extra = slot.extras?.find((candidate) => same(id, candidate.id))
    if (!extra) throw new Refused('{{name}} is no longer available as you chose it.', { name: menu.name })
    price += cents(extra.prices[0]?.price ?? 0)
    extras.push(extra.name)
  }
  const chosen = chooseAll(slot.variants ?? [], filled.optionIds, menu.name)
  price += chosen.price
  return {
    price,
    item: {
      type: 'productItem',
      qty: 1,
      price: price / 100,
      product: product.name,
      menu: null,
      size: slot.size.name,
      extras,
      options: chosen.names,
    },
  }
}

const reckonCombo = (menu: Menu, line: Extract<Line, { type: 'menuItem' }>): Reckoned => {
  const qty = qtyOf(line.qty, 6, menu.name)
  // Rounded here, at the unit: the data leave whole cents.
  let unit = percentOf(cents(menu.price), 100 - menu.discount)
  const items = (menu.items ?? []).map((slot) => {
    const { price, item } = reckonSlot(
      slot,
      line.items.find(({ menuItemId }) => same(menuItemId, slot.id)),
      menu,
    )
    unit += price
    return item
  })
  return {
    price: unit * qty,
    item: { type: 'menuItem', qty, price: (unit * qty) / 100, product: null, menu: menu.name, size: null, extras: [], options: {}, items },
  }
}

/** Computes the price of a cart line. Throws Refused if it can't be ordered. */
export const reckonLine = (catalogue: Catalogue, line: Line): Reckoned => {
  if (line.type === 'productItem') {
    const product = catalogue.product(String(line.productId))
    if (!product) throw new Refused('A dish in your cart is no longer available.')
    return reckonProduct(product, line)
  }
  const menu = catalogue.menu(String(line.menuId))
  if (!menu) throw new Refused('A menu in your cart is no longer available.')
  return reckonCombo(menu, line)
}

/** The sums of an order. */
export interface Sums {
  lines: number
  delivery: number
  discount: number
  /** The points that are in the discount. */
  points: number
  /** The parts of the discount by name; undefined: it is points. */
  discounts?: { name: Texts; value: number }[]
  tax: number
  /** `included`: the prices have it already, so it is not in `tax`. */
  taxItems: { name: Texts; value: number; included?: boolean }[]
  tip: number
  /** lines + delivery */
  price: number
  /** (price − discount) + tax + tip */
  total: number
}

/** The fee of an area for a sum of lines: waived from the threshold on, when that is above 0. */
export const deliveryFee = (area: Area, lines: number): number => {
  const threshold = cents(area.freeDeliveryThreshold)
  return threshold > 0 && lines >= threshold ? 0 : cents(area.deliveryPrice)
}

/** Adds up an order. Single taxes are rounded only for display; the order uses the rounded sum of all taxes. */
export const addUp = (taxes: Taxes, given: { lines: number; delivery: number; discount: number; tip: number }): Sums => {
  const price = given.lines + given.delivery
  const base = price - given.discount
  const tax = percentOf(base, taxPercent(taxes))
  const taxItems = taxes.map(([name, value]) => ({ name, value: percentOf(base, value) }))
  const last = taxItems.at(-1)
  if (last) last.value += tax - taxItems.reduce((sum, { value }) => sum + value, 0)
  return { ...given, points: given.discount, price, tax, taxItems, total: base + tax + given.tip }
}

/** The percentages, added up. */
export const taxPercent = (taxes: Taxes): number => taxes.reduce((sum, [, value]) => sum + value, 0)
