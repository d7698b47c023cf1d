/** The state of the mock backend: one plain object, so that it can be reset, and stored across reloads in the browser. */
import type { CheckoutSubmission, Coordinates, Order, OrderItem } from '../../contracts/types.ts'
import type { HostName } from '../data/shops.ts'
import type { Lang, Texts } from '../data/texts.ts'
import type { Sums } from './ordering.ts'

/** A customer's account; `profit` are points in cents. */
export interface AccountRecord {
  id: number
  name: string
  email: string
  phone: string
  password: string | null
  profit: number
  socials: { provider: string; id: string }[]
}

/** What a token stands for: a customer, or the guests at a table of one host. */
export type SessionRecord = { accountId: number } | { table: { id: number; code: string; host: HostName } }

/** A saved address. */
export interface AddressRecord {
  id: number
  accountId: number
  name: string
  address: string
  extras: string | null
  zipcode: string | null
  isDefault: boolean
  areaId: number | null
  coordinates: Coordinates | null
}

/** An order as stored; amounts in cents. The `outcome` of the payment page decides orders that are paid online. */
export interface OrderRecord {
  id: number
  code: string
  host: HostName
  accountId: number | null
  table: { id: number; code: string } | null
  createdAt: string
  deliverAt: string | null
  submission: CheckoutSubmission
  items: Record<Lang, OrderItem[]>
  amounts: Omit<Sums, 'price' | 'total'>
  method: Texts
  address: string | null
  payment: 'direct' | 'open' | 'approved' | 'declined'
  /** The restaurant rejects the order; a sentinel. */
  rejected: boolean
  /** What the operator has decided (`POST /__order`), instead of the time that passes. */
  decided?: Order['status']
  earned: number
}

/** One movement of points, in cents. */
export interface TransactionRecord {
  accountId: number
  description: Texts
  oldProfit: number
  amount: number
  newProfit: number
  date: string
}

/** A session of the payment page. */
interface PaymentRecord {
  orderId: number
  provider: string
  shop: string
}

/** A response recorded under an Idempotency-Key. */
interface KeptAnswer {
  body: string
  status: number
  answer: string
}

/** The whole state. */
export interface State {
  accounts: AccountRecord[]
  sessions: Record<string, SessionRecord>
  addresses: AddressRecord[]
  orders: OrderRecord[]
  transactions: TransactionRecord[]
  payments: Record<string, PaymentRecord>
  answers: Record<string, KeptAnswer>
  reservations: { host: HostName; receivedAt: string; body: unknown }[]
  messages: { host: HostName; receivedAt: string; body: unknown }[]
  resets: string[]
  lastId: { account: number; address: number; order: number }
}
