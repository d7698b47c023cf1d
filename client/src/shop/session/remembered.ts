import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'

/** What a guest has allowed this device to fill in the next time. Delivery type and area are stored with the delivery (shop/cart/delivery.ts). */
export interface Remembered {
  name: string
  email: string
  phone: string
  address: string
  /** The payment provider's id as text. */
  paymentType: string
}

/** Null unless the guest has ticked the box; removed when it is unticked, and by a logout. */
export const remembered = createStored<Remembered | null>(storedKeys.remembered, (stored) => {
  if (typeof stored !== 'object' || stored === null) return null
  const of = stored as Record<string, unknown>
  const word = (key: keyof Remembered): string => (typeof of[key] === 'string' ? of[key] : '')
  return { name: word('name'), email: word('email'), phone: word('phone'), address: word('address'), paymentType: word('paymentType') }
})
