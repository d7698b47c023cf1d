import { isId } from './ids.ts'
import type { Id, MenuLineItem, OptionId } from '../../../contracts/types.ts'
import { addLine, EMPTY_CART, type StoredCart } from './cart.ts'
import { clampCombo, type CartLine, quantityToAdd, type ShownPart, tidyWish } from './cartLine.ts'
import type { Minor } from './money.ts'
import { isRecord } from './wire.ts'

/**
 * Reads a stored cart. Anything that is not a cart is an empty one, and of a damaged cart every valid line is kept (docs/failures.md F22).
 */
export function readCart(stored: unknown): StoredCart {
  if (!isRecord(stored) || !Array.isArray(stored['items'])) return EMPTY_CART
  return (stored['items'] as unknown[])
    .map(readLine)
    .filter((line) => line !== null)
    .reduce(addLine, EMPTY_CART)
}

// Reading: every function answers null (or an empty text) for what it can't make sense of.

function readId(value: unknown): Id | null {
  return isId(value) ? value : null
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
  const wish = tidyWish(readText(value['wish']))
  const named = { ...(person !== '' && { person }), ...(wish !== '' && { wish }) }
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
    return { type: 'menuItem', menuId, qty: clampCombo(qty), items, ...named, shown: { ...common, slots: slots ?? [] } }
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
