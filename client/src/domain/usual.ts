import type { Order, OrderItem } from '../../../contracts/types.ts'
import { isKnown } from './money.ts'
import { plainName } from './text.ts'

/** A dish that somebody keeps ordering, as the last order with it had it. */
export interface UsualDish {
  /** One piece, with what it cost then. */
  item: OrderItem
  times: number
}

/** In how many orders a dish has to be before it is a habit. */
const HABIT = 2

/**
 * Somebody's usual (docs/specification.md section 10): the dishes that were in two or more orders, with the same choices; the oftener
 * first, of equals the one ordered last. Once is no habit, and rejected orders count nothing. Pieces do not matter: six beers
 * in one order are one evening.
 */
export function usualDishes(orders: readonly Pick<Order, 'items' | 'createdAt' | 'status'>[], most = 4): UsualDish[] {
  const dishes = new Map<string, UsualDish & { last: number }>()
  for (const order of orders.filter((each) => each.status !== 'rejected')) {
    const at = Date.parse(order.createdAt) || 0
    const inOrder = new Map(order.items.map((item) => [dishKey(item), item]))
    for (const [key, item] of inOrder) {
      const known = dishes.get(key)
      if (known === undefined || known.last <= at) dishes.set(key, { item: onePiece(item), times: (known?.times ?? 0) + 1, last: at })
      else known.times += 1
    }
  }
  return [...dishes.values()]
    .filter((dish) => dish.times >= HABIT)
    .sort((a, b) => b.times - a.times || b.last - a.last)
    .slice(0, most)
    .map(({ item, times }) => ({ item, times }))
}

/** The choices of an ordered dish in words: size, options, extras, and the dishes of a menu. */
export function choicesInWords(item: OrderItem): string[] {
  const own = [item.size ?? '', ...Object.values(item.options ?? {}).flat(), ...(item.extras ?? [])]
  const slots = (item.items ?? []).flatMap((slot) => [slot.product ?? '', ...choicesInWords({ ...slot, size: null })])
  return [...own, ...slots].filter((word) => word !== '')
}

function onePiece(item: OrderItem): OrderItem {
  return { ...item, qty: 1, price: isKnown(item.price) && item.qty > 0 ? Number((item.price / item.qty).toFixed(4)) : item.price }
}

/** What makes two ordered things the same dish: name and choices, in any order, in any case. */
function dishKey(item: OrderItem): string {
  const options = Object.entries(item.options ?? {}).map(([name, values]) => `${plainName(name)}=${values.map(plainName).sort().join('+')}`)
  return [
    item.type,
    plainName(item.product ?? item.menu),
    plainName(item.size),
    options.sort().join('&'),
    (item.extras ?? []).map(plainName).sort().join('&'),
    (item.items ?? []).map(dishKey).sort().join(';'),
  ].join('|')
}
