import type { User } from '../../../../contracts/types.ts'
import type { LocatedAddress } from '../../domain/located.ts'
import { isOn } from '../../domain/wire.ts'

/**
 * What the checkout form itself holds, in the names of the wire (docs/wire.md section 7). How, where and when are the shop's
 * (shop/delivery.ts), since the menu shows and changes them too.
 */
export interface CheckoutFields {
  name: string
  email: string
  phone: string
  /** The address in words, for a delivery without a saved address. */
  address: string
  /** What the address was found for, when the customer's location filled it in. */
  located: LocatedAddress | null
  /** A signed-in customer has chosen to give another address than the saved ones. */
  elsewhere: boolean
  notes: string
  /** The manual tip as typed; empty while a percentage is chosen or none. */
  tip: string
  /** The chosen quick button; 0 for none. */
  tipPercent: number
  useProfit: boolean
  issueInvoice: boolean
  /** The provider's id as text; empty while none is chosen. */
  paymentType: string
  terms: boolean
}

/** An empty form. */
export const emptyFields: CheckoutFields = {
  name: '',
  email: '',
  phone: '',
  address: '',
  located: null,
  elsewhere: false,
  notes: '',
  tip: '',
  tipPercent: 0,
  useProfit: false,
  issueInvoice: false,
  paymentType: '',
  terms: false,
}

/** The name under which what is typed is stored. */
export const checkoutDraft = 'checkout'

/** At another branch only who orders is the same. */
export const branchFields = [
  'address',
  'located',
  'elsewhere',
  'notes',
  'tip',
  'tipPercent',
  'useProfit',
  'issueInvoice',
  'paymentType',
  'terms',
] as const satisfies readonly (keyof CheckoutFields)[]

/** Names of the wire that are choices of the whole shop, and shown here. */
export const shopChoices = ['deliverType', 'table', 'addressId', 'areaId', 'deliverAt', 'deliverDate'] as const

/** What is known of the customer. */
export function knownOf(user: User | null): Partial<CheckoutFields> {
  return !user || isOn(user.is_generated) ? {} : { name: user.name, email: user.email, phone: user.phone ?? '' }
}
