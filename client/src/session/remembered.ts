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
  if (typeof stored !== 'object' || stored === null) return null
  const word = wordsOf(stored)
  return { name: word('name'), email: word('email'), phone: word('phone'), address: word('address'), payment: paymentOf(stored) }
})

function paymentOf({ payment }: { payment?: unknown }): RememberedPayment | null {
  if (typeof payment !== 'object' || payment === null) return null
  const word = wordsOf(payment)
  return { branch: word('branch') === '' ? null : word('branch'), id: word('id'), name: word('name') }
}

function wordsOf(stored: object): (key: string) => string {
  const of = stored as Record<string, unknown>
  return (key) => {
    const word = of[key]
    return typeof word === 'string' ? word : ''
  }
}
