import type { OrderItem } from '../../../contracts/types.ts'
import { type StoredCart } from './cart.ts'
import { lineTotal, type CartLine, type ShownPart } from './cartLine.ts'
import { toWire, type Currency } from './money.ts'

/** A cart as the items of an order, which name what was chosen instead of its ids. */
export function itemsOf(cart: StoredCart, currency: Currency): OrderItem[] {
  return cart.items.map((line) => receiptItem(line, currency))
}

function receiptItem(line: CartLine, currency: Currency): OrderItem {
  const price = toWire(lineTotal(line), currency)
  if (line.type === 'menuItem') {
    const items = line.shown.slots.map((slot): OrderItem => ({
      type: 'productItem',
      qty: 1,
      price: 0,
      product: slot.product,
      size: slot.slot,
      ...parts(slot.parts),
    }))
    return { type: 'menuItem', qty: line.qty, price, menu: line.shown.name, extras: [], options: {}, items }
  }
  return {
    type: 'productItem',
    qty: line.qty,
    price,
    product: line.shown.name,
    size: line.shown.size === '' ? null : line.shown.size,
    ...parts(line.shown.parts),
  }
}

function parts(shown: readonly ShownPart[]): { extras: string[]; options: Record<string, string[]> } {
  const options: Record<string, string[]> = {}
  for (const part of shown.filter((each) => each.group !== '')) options[part.group] = [...(options[part.group] ?? []), part.name]
  return { extras: shown.filter((part) => part.group === '').map((part) => part.name), options }
}
