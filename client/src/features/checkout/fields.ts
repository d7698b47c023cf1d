import type { User } from '../../../../contracts/types.ts'
import { isOn } from '../../domain/wire.ts'
import { identity } from '../../shop/identity.ts'
import { session, sessionKeys } from '../../shop/storage.ts'

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

/** Fields in the order of the page: the first wrong one takes the focus. */
export const fieldOrder = [
  'deliverType',
  'table',
  'addressId',
  'areaId',
  'address',
  'zipcode',
  'coordinates',
  'deliverAt',
  'deliverDate',
  'name',
  'email',
  'phone',
  'notes',
  'paymentType',
  'tip',
  'useProfit',
  'issueInvoice',
  'terms',
] as const

const empty: CheckoutFields = {
  name: '',
  email: '',
  phone: '',
  address: '',
  elsewhere: false,
  notes: '',
  tip: '',
  tipPercent: 0,
  useProfit: false,
  issueInvoice: false,
  paymentType: '',
  terms: false,
}

/** What the form begins with: what was typed before a reload or a login, then what is known of the customer. */
export function startFields(user: User | null): CheckoutFields {
  const kept = session.readJson(sessionKeys.checkoutDraft)
  const draft = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  // At another branch only who orders is the same.
  const here = (draft['branch'] ?? null) === identity().branch
  const fitting = Object.entries(draft).filter(
    ([key, value]) => (here || contact.has(key)) && key in empty && typeof value === typeof empty[key as keyof CheckoutFields],
  )
  const fields = { ...empty, ...(Object.fromEntries(fitting) as Partial<CheckoutFields>) }
  return { ...fields, ...missingOf(fields, user) }
}

/** What is known of the customer and not typed yet. */
export function missingOf(fields: Pick<CheckoutFields, 'name' | 'email' | 'phone'>, user: User | null): Partial<CheckoutFields> {
  if (!user || isOn(user.is_generated)) return {}
  const known = { name: user.name, email: user.email, phone: user.phone ?? '' }
  return Object.fromEntries(
    (['name', 'email', 'phone'] as const)
      .filter((field) => fields[field].trim() === '' && known[field] !== '')
      .map((field) => [field, known[field]]),
  )
}

const contact = new Set(['name', 'email', 'phone'])

/** Keeps what is typed, so that a reload or a login in between loses nothing. */
export function keepFields(fields: Partial<CheckoutFields>): void {
  session.writeJson(sessionKeys.checkoutDraft, { ...fields, branch: identity().branch })
}
