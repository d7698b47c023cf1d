import type { User } from '../../../../contracts/types.ts'
import type { LocatedAddress } from '../../domain/located.ts'
import type { BillChoices } from '../../domain/bill.ts'
import { isOn } from '../../domain/wire.ts'
import { noBillChoices } from '../../cart/billChoices.ts'
import { sameBranch } from '../../session/branch.ts'
import type { Remembered } from '../../session/remembered.ts'

export { checkoutDraft } from '../../cart/billChoices.ts'

/**
 * The values of the checkout form, named after the API fields (docs/wire.md section 7). Delivery type, destination and time are in cart/deliveryStore.ts,
 * since the menu shows and changes them too.
 */
export interface CheckoutFields extends BillChoices {
  name: string
  email: string
  phone: string
  /** The address as free text, for a delivery without a saved address. */
  address: string
  /** The position for which the address was found, if it was filled in from the customer's location. */
  located: LocatedAddress | null
  /** A signed-in customer enters an address that is not saved. */
  elsewhere: boolean
  /** Car and number plate of a curbside order; sent with the notes. */
  car: string
  notes: string
  issueInvoice: boolean
  /** The coupon that was applied; empty for none. */
  coupon: string
  /** The provider's id as text; empty if none is chosen. */
  paymentType: string
  terms: boolean
  /** A guest lets this device fill in the form the next time. */
  remember: boolean
}

/** An empty form. */
export const emptyFields: CheckoutFields = {
  name: '',
  email: '',
  phone: '',
  address: '',
  located: null,
  elsewhere: false,
  car: '',
  notes: '',
  ...noBillChoices,
  issueInvoice: false,
  coupon: '',
  paymentType: '',
  terms: false,
  remember: false,
}

/** Fields that are not restored at another branch: all but the contact data. */
export const branchFields = [
  'address',
  'located',
  'elsewhere',
  'notes',
  'tip',
  'tipPercent',
  'useProfit',
  'issueInvoice',
  'coupon',
  'paymentType',
  'terms',
] as const satisfies readonly (keyof CheckoutFields)[]

/** API fields that are stored for the whole shop and shown in the checkout. */
export const shopChoices = ['deliverType', 'table', 'addressId', 'areaId', 'deliverAt', 'deliverDate'] as const

/** The contact data of the signed-in customer. */
export function contactOf(user: User | null): Partial<CheckoutFields> {
  return !user || isOn(user.is_generated) ? {} : { name: user.name, email: user.email, phone: user.phone ?? '' }
}

/** What a guest let this device remember, at a branch. */
export function rememberedFields({ payment, ...contact }: Remembered, branch: string | null): Partial<CheckoutFields> {
  const isHere = payment !== null && sameBranch(payment.branch, branch)
  return { ...contact, remember: true, ...(isHere && { paymentType: payment.id }) }
}
