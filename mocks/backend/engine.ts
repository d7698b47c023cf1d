/**
 * The scenario `engine`: a backend that owns the prices (docs/wire.md section 8). A promotion, coupons, taxes that are rounded for each line, dishes that
 * are sold out: a shop that adds up the cart by itself arrives at another total.
 */
import type { Bill, Menu, Product } from '../../contracts/types.ts'
import { say, type Lang, type Texts } from '../data/texts.ts'
import type { Taxes } from '../data/shops.ts'
import { amount, percentOf } from './money.ts'
import type { Line, Sums } from './ordering.ts'

/** 10 % of the dishes, from 30.00 on. */
const PROMOTION: { name: Texts; from: number; percent: number } = {
  name: ['10 % ab 30 €', '10 % from €30', '30 € üzeri %10', '10% ابتداءً من 30 €'],
  from: 3000,
  percent: 10,
}
/** Coupons in capital letters, and what each takes off. */
const COUPONS: Readonly<Record<string, { name: Texts; value: number }>> = {
  LOEFFEL5: { name: ['Gutschein LOEFFEL5', 'Coupon LOEFFEL5', 'LOEFFEL5 kuponu', 'قسيمة LOEFFEL5'], value: 500 },
}
const POINTS: Texts = ['Punkte', 'Points', 'Puanlar', 'النقاط']
/** The most pieces of the last dish but one of each category. */
const FEW = 3

/** The coupon that a customer typed; null if there is none of that name. */
export const couponOf = (typed: string): { name: Texts; value: number } | null => {
  const code = typed.trim().toUpperCase()
  return Object.hasOwn(COUPONS, code) ? (COUPONS[code] ?? null) : null
}

/** Adds up an order as the engine does: discounts on the dishes first, then the tax of each line, rounded by itself. */
export const engineSums = (
  taxes: Taxes,
  included: Taxes,
  given: { lines: readonly number[]; delivery: number; points: number; tip: number; coupon: { name: Texts; value: number } | null },
): Sums => {
  const lines = given.lines.reduce((sum, line) => sum + line, 0)
  const promotion = lines >= PROMOTION.from ? percentOf(lines, PROMOTION.percent) : 0
  const price = lines + given.delivery
  const coupon = Math.min(given.coupon?.value ?? 0, price - promotion)
  const discounts = [
    ...(promotion > 0 ? [{ name: PROMOTION.name, value: promotion }] : []),
    ...(given.coupon !== null && coupon > 0 ? [{ name: given.coupon.name, value: coupon }] : []),
    ...(given.points > 0 ? [{ name: POINTS, value: given.points }] : []),
  ]
  const discount = discounts.reduce((sum, { value }) => sum + value, 0)
  const left = price === 0 ? 0 : (price - discount) / price
  const shares = [...given.lines, given.delivery].map((part) => Math.round(part * left))
  const named = (of: Taxes, share: (part: number, percent: number) => number): Sums['taxItems'] =>
    of.map(([name, percent]) => ({
      name: name.map((text) => `${percent} % ${text}`) as unknown as Texts,
      value: shares.reduce((sum, part) => sum + share(part, percent), 0),
    }))
  const taxItems = named(taxes, percentOf)
  const tax = taxItems.reduce((sum, { value }) => sum + value, 0)
  const inside = named(included, (part, percent) => part - Math.round((part * 100) / (100 + percent)))
  return {
    lines,
    delivery: given.delivery,
    discount,
    points: given.points,
    discounts,
    tax,
    taxItems: [...taxItems, ...inside.map((item) => ({ ...item, included: true }))],
    tip: given.tip,
    price,
    total: price - discount + tax + given.tip,
  }
}

/** The engine's sums as a bill of the contract. */
export const toBill = (sums: Sums, lines: readonly number[], lang: Lang): Bill => ({
  lines: lines.map(amount),
  delivery: amount(sums.delivery),
  discounts: (sums.discounts ?? []).map(({ name, value }) => ({ name: say(name, lang), value: amount(value) })),
  taxItems: sums.taxItems.map(({ name, value, included }) => ({
    name: say(name, lang),
    value: amount(value),
    ...(included === true ? { included } : {}),
  })),
  tip: amount(sums.tip),
  total: amount(sums.total),
  coupons: true,
})

/** What is left of a category's dishes: the last one and the first one's last size are sold out, of the last but one three pieces are left. */
export const stocked = (products: readonly Product[]): Product[] =>
  products.map((product, at, { length: count }) => {
    if (at === 0 && product.sizes.length > 1)
      return { ...product, sizes: product.sizes.map((size, of, { length }) => (of === length - 1 ? { ...size, available: false } : size)) }
    if (at === count - 1) return { ...product, available: false }
    return at === count - 2 ? { ...product, maxQty: FEW } : product
  })

/** What is left of the combos: the last one is sold out. */
export const stockedMenus = (menus: readonly Menu[]): Menu[] =>
  menus.map((menu, at) => (at > 0 && at === menus.length - 1 ? { ...menu, available: false } : menu))

/** Why a line can't be ordered, by the stock: the message and its values; null if it can. `lines`: the whole cart. */
export const missing = (
  line: Line,
  lines: readonly (Line | null)[],
  found: { product?: Product | null; menu?: Menu | null },
): { message: string; values: Record<string, string> } | null => {
  const thing = found.product ?? found.menu
  if (!thing) return null
  const size = line.type === 'productItem' ? found.product?.sizes.find(({ id }) => String(id) === String(line.sizeId)) : undefined
  if (thing.available === false || size?.available === false)
    return {
      message: '{{name}} is sold out.',
      values: { name: size === undefined || found.product?.sizes.length === 1 ? thing.name : `${thing.name} ${size.name}` },
    }
  const most = Math.min(thing.maxQty ?? Infinity, size?.maxQty ?? Infinity)
  const pieces = lines.reduce((sum, other) => sum + (other !== null && sameThing(line, other) ? other.qty : 0), 0)
  return pieces > most ? { message: 'Only {{count}} of {{name}} are left.', values: { name: thing.name, count: String(most) } } : null
}

const sameThing = (one: Line, other: Line): boolean =>
  one.type === 'productItem'
    ? other.type === 'productItem' && String(one.productId) === String(other.productId)
    : other.type === 'menuItem' && String(one.menuId) === String(other.menuId)
