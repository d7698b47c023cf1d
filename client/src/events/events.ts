import type { Category, Id, Menu, Product } from '../../../contracts/types.ts'
import { queryClient } from '../api/queryClient.ts'
import { piecesByChoices, type StoredCart } from '../domain/cart.ts'
import { choicesKey, type CartLine } from '../domain/cartLine.ts'
import { toWire, type Minor } from '../domain/money.ts'
import { comboPrice, startingPrice } from '../domain/pricing.ts'
import { shopCurrency } from '../restaurant/config.ts'
import { publicKey, publicScope } from '../session/identity.ts'

/*
 * The shop's events for tags and analytics (docs/tags.md): each is dispatched on the window as a CustomEvent named `tablefront` and is kept in
 * `window.tablefront.events` for listeners that come later. They contain no personal data, and the shop sends them nowhere.
 */

/** A dish or combo in an event, in the shape of Google Analytics 4. Money is in currency units. */
export interface EventItem {
  /** A dish's id; a combo's with the prefix `menu-`, since both may have the same number. */
  item_id: string
  item_name: string
  /** The category's name, where it is known. */
  item_category?: string
  /** The size and the choices, in words. */
  item_variant?: string
  price: number
  quantity: number
}

/** What each event of dishes has beside `currency`, `value` and `items`. */
export interface ItemEvents {
  view_item_list: { item_list_id: string }
  /** A dish or combo opens. */
  view_item: object
  search: object
  /** The difference in quantity. */
  add_to_cart: object
  remove_from_cart: object
  view_cart: object
  begin_checkout: object
  /** A delivery type is chosen in the checkout. */
  add_shipping_info: { shipping_tier: string }
  /** A payment is chosen in the checkout, by its provider's id. */
  add_payment_info: { payment_type: string }
  /** An order is confirmed: exactly once for each order. */
  purchase: { transaction_id: string; tax: number; shipping: number }
}

interface PlainEvents {
  /** A screen is shown. The path has `:id` in place of codes and ids, and no query. */
  page_view: { page_path: string; page_title: string }
  search: { search_term: string }
  login: object
  sign_up: object
  /** A reservation or a contact message has been sent. */
  generate_lead: object
}

/** The part of an event that Google Analytics 4 names the same. `value` is the sum of the items. */
interface Ecommerce {
  currency: string
  value: number
  items: EventItem[]
}

export type ShopEvent = {
  [Name in keyof (PlainEvents & ItemEvents)]: { event: Name } & (Name extends keyof PlainEvents ? PlainEvents[Name] : object) &
    (Name extends keyof ItemEvents ? { ecommerce: Ecommerce & ItemEvents[Name] } : object)
}[keyof (PlainEvents & ItemEvents)]

/** What the shop offers to scripts of the page as `window.tablefront`; consent adds to it. @public */
export interface TablefrontGlobal {
  events?: ShopEvent[]
}

declare global {
  interface Window {
    tablefront?: TablefrontGlobal
  }
}

export function notify(detail: ShopEvent): void {
  const shop = (window.tablefront ??= {})
  ;(shop.events ??= []).push(detail)
  window.dispatchEvent(new CustomEvent('tablefront', { detail }))
}

export function notifyOfItems<Name extends keyof ItemEvents>(event: Name, items: EventItem[], details: ItemEvents[Name]): void {
  notify({ event, ecommerce: ecommerceOf(items, details) } as ShopEvent)
}

export function ecommerceOf<Details extends object>(items: EventItem[], details: Details): Ecommerce & Details {
  const { code, exponent } = shopCurrency()
  const value = Number(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0).toFixed(exponent))
  return { currency: code, value, items, ...details }
}

/** The name of a category, if the menu is loaded. */
function categoryName(id: Id | null): string | undefined {
  const categories = queryClient.getQueryData<Category[]>(publicKey(publicScope(), 'categories'))
  return categories?.find((each) => String(each.id) === String(id))?.name
}

/** An item; empty texts are left out. */
function eventItem(id: string, name: string, price: Minor, quantity: number, category?: string, variant?: string): EventItem {
  return {
    item_id: id,
    item_name: name,
    ...(category && { item_category: category }),
    ...(variant && { item_variant: variant }),
    price: toWire(price, shopCurrency()),
    quantity,
  }
}

/** The item of a line of the cart, by default with its whole quantity. */
export function itemOfLine(line: CartLine, quantity: number = line.qty): EventItem {
  const { shown } = line
  if (line.type === 'productItem') {
    const { size, parts } = line.shown
    const variant = [size, ...parts.map(({ name }) => name)].filter(Boolean).join(', ')
    return eventItem(String(line.productId), shown.name, shown.unit, quantity, categoryName(line.categoryId), variant)
  }
  return eventItem(
    `menu-${String(line.menuId)}`,
    shown.name,
    shown.unit,
    quantity,
    '',
    line.shown.slots.map(({ product }) => product).join(', '),
  )
}

/** The item of a dish as the menu shows it: with its lowest price; 0 if it has none. */
export const itemOfProduct = (product: Product, category: Pick<Category, 'name'>): EventItem =>
  eventItem(String(product.id), product.name, startingPrice(product, shopCurrency())?.price ?? 0, 1, category.name)

/** The item of a combo: with its discounted price; 0 if it is unknown. */
export const itemOfCombo = (menu: Menu): EventItem =>
  eventItem(`menu-${String(menu.id)}`, menu.name, comboPrice(menu, shopCurrency()) ?? 0, 1)

/** Notifies of the difference between two states of the cart: of dishes with their choices; a note or a name adds nothing. */
export function notifyOfChange(before: StoredCart, after: StoredCart): void {
  const more = (than: StoredCart, cart: StoredCart): EventItem[] => {
    const known = piecesByChoices(than)
    return Object.entries(piecesByChoices(cart)).flatMap(([key, pieces]) => {
      const added = pieces - (known[key] ?? 0)
      const line = cart.items.find((each) => choicesKey(each) === key)
      return line !== undefined && added > 0 ? [itemOfLine(line, added)] : []
    })
  }
  for (const [event, items] of [
    ['remove_from_cart', more(after, before)],
    ['add_to_cart', more(before, after)],
  ] as const)
    if (items.length > 0) notifyOfItems(event, items, {})
}
