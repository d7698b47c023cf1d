import type { Order } from '../../../contracts/types.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'
import { useStore } from '../createStore.ts'
import type { StoredCart } from '../domain/cart.ts'
import type { DeliverType } from '../domain/delivery.ts'
import { readOrder } from '../domain/order.ts'
import { readCart } from '../domain/storedCart.ts'
import { isRecord } from '../domain/wire.ts'

/** An order placed on this device without an account, with all that is known of it: it can't be fetched later. */
export interface DeviceOrder {
  order: Order
  deliverType: DeliverType
  /** The table's name; null elsewhere. */
  table: string | null
  cart: StoredCart
  branchUrl: string | null
  /** False while the payment is pending. */
  settled: boolean
}

/** The orders placed on this device without an account, newest first. Unreadable ones are left out. */
export const deviceOrders = createStored<readonly DeviceOrder[]>(storedKeys.guestOrders, (kept) =>
  Array.isArray(kept) ? kept.map(read).filter((order) => order !== null) : [],
)

export const useDeviceOrders = (): readonly DeviceOrder[] => useStore(deviceOrders)

/** Whether there are orders that were placed on this device without an account. */
export const useHasDeviceOrders = (): boolean => useDeviceOrders().length > 0

function read(value: unknown): DeviceOrder | null {
  if (!isRecord(value)) return null
  const { deliverType, table, cart, branchUrl, settled } = value
  const order = readOrder(value['order'])
  if (order === null) return null
  return {
    order,
    deliverType: (['delivery', 'takeaway', 'curbside', 'table'] as const).find((each) => each === deliverType) ?? 'takeaway',
    table: typeof table === 'string' ? table : null,
    cart: readCart(cart),
    branchUrl: typeof branchUrl === 'string' ? branchUrl : null,
    settled: settled !== false,
  }
}
