import { useStore } from '../createStore.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'

const none: readonly unknown[] = []

/** The orders placed on this device without an account, newest first, as they are stored; features/orders/queries.ts reads them. */
export const storedOrders = createStored<readonly unknown[]>(storedKeys.guestOrders, (kept) =>
  Array.isArray(kept) ? (kept as unknown[]) : none,
)

/** Whether there are orders that were placed on this device without an account. */
export const useHasDeviceOrders = (): boolean => useStore(storedOrders).length > 0
