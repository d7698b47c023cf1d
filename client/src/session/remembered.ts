import { isRecord } from '../domain/wire.ts'
import { createStored } from '../browser/createStored.ts'
import { storedKeys } from '../browser/storage.ts'

/** What a guest has allowed this device to fill in the next time. Delivery type and area are stored with the delivery (cart/deliveryStore.ts). */
export interface Remembered {
  name: string
  email: string
  phone: string
  address: string
  payment: RememberedPayment | null
}

/** How the guest paid. Ids differ from branch to branch: elsewhere the name says which one it is. */
interface RememberedPayment {
  branch: string | null
  /** The payment provider's id as text. */
  id: string
  name: string
}

/** Null unless the guest has ticked the box; removed when it is unticked, and by a logout. */
export const remembered = createStored<Remembered | null>(storedKeys.remembered, (stored) => {
  if (!isRecord(stored)) return null
  const contact = { name: wordOf(stored['name']), email: wordOf(stored['email']), phone: wordOf(stored['phone']) }
  return { ...contact, address: wordOf(stored['address']), payment: paymentOf(stored['payment']) }
})

function paymentOf(stored: unknown): RememberedPayment | null {
  if (!isRecord(stored)) return null
  const branch = wordOf(stored['branch'])
  return { branch: branch === '' ? null : branch, id: wordOf(stored['id']), name: wordOf(stored['name']) }
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '')
