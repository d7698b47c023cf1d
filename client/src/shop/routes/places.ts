import type { SettingKey } from '../../../../contracts/types.ts'
import { text } from '../../api/text.ts'
import { paths } from './paths.ts'

/** The name of a guard (app/guards.ts). */
export type GuardName = 'home' | 'unavailable' | 'visitor' | 'register' | 'checkout' | 'account' | 'oldAddresses' | 'newAddresses'

/** The first step of every breadcrumb. */
export const homeStep = { label: text('Home'), path: paths.home }

/** A route with what is known of its screen before its code is loaded. */
export interface Place {
  /** The path pattern of the router. */
  path: string
  /** Query parameters that make it another screen of the same path: `key=value`, or `key` for any value that is not empty. */
  query?: readonly string[]
  guard?: GuardName
  /** The h1 and the document's title; absent: the shop's name. */
  title?: string
  /** The head of an inner page: breadcrumb (after Home) and h1. `bare`: without a background image. */
  head?: { trail?: readonly { label: string; path: string }[]; narrow?: boolean; bare?: boolean; images?: SettingKey }
  /** Whether search engines may index it. */
  indexed?: boolean
}

/** The properties of a place that its screen shows. */
export type TitledPlace = Pick<Place, 'head'> & { title: string }

const account = { label: text('My Account'), path: paths.myProfile }
const accountHead = { trail: [account] }
const myOrders = { label: text('My Orders'), path: paths.myOrders }
const below = (label: string, path: string) => ({ trail: [account, { label, path }] })

const order = {
  path: '/me/my-orders/:orderCode',
  guard: 'account',
  title: text('Your order'),
  head: below(myOrders.label, myOrders.path),
} as const satisfies Place

/**
 * The places of docs/specification.md section 2, in the order of its route table. The screens read title and breadcrumb from here, and so does the
 * BFF for the first paint: the build writes them into dist/first.json.
 */
export const places = {
  /** The return from the payment page: nothing else is shown until the payment is checked. */
  paymentReturn: {
    path: paths.home,
    query: ['payment', 'sess'],
    title: text('We are checking your payment'),
    head: { narrow: true, bare: true },
  },
  /** The home page opened by a table's code: no guard requires a branch. */
  arrival: { path: paths.home, query: ['table'], indexed: true },
  home: { path: paths.home, guard: 'home', indexed: true },
  contact: { path: paths.contact, title: text('Contact Us'), head: {}, indexed: true },
  accessibility: { path: paths.accessibility, title: text('Accessibility'), head: { narrow: true }, indexed: true },
  unavailable: { path: paths.unavailable, guard: 'unavailable', title: text('We are closed') },
  selectBranch: { path: paths.selectBranch, title: text('Choose a branch'), head: {} },
  login: { path: paths.login, guard: 'visitor', title: text('Login'), head: { images: 'LOGIN_IMAGES' } },
  resetPassword: { path: paths.resetPassword, guard: 'visitor', title: text('Reset password'), head: { images: 'FORGOT_IMAGES' } },
  register: { path: paths.register, guard: 'register', title: text('Register'), head: { images: 'REGISTER_IMAGES' } },
  /** A guest's order: only the device knows it, so nothing of it is in the first paint. */
  deviceOrder: { path: paths.checkout, query: ['order'], title: text('Your order') },
  checkout: { path: paths.checkout, guard: 'checkout', title: text('Checkout'), head: { bare: true } },
  myProfile: { path: paths.myProfile, guard: 'account', title: text('My Profile'), head: accountHead },
  myOrders: { path: paths.myOrders, guard: 'account', title: myOrders.label, head: accountHead },
  newOrder: { ...order, query: ['state=new'], title: text('Thank you for your order') },
  order,
  transactions: { path: paths.transactions, guard: 'account', title: text('Transaction History'), head: accountHead },
  myAddresses: { path: paths.myAddresses, guard: 'oldAddresses', title: text('My Addresses'), head: accountHead },
  createAddress: {
    path: paths.createAddress,
    guard: 'oldAddresses',
    title: text('Add an address'),
    head: below(text('My Addresses'), paths.myAddresses),
  },
  updateAddress: {
    path: '/me/my-addresses/:addressId/update',
    guard: 'oldAddresses',
    title: text('Update the address'),
    head: below(text('My Addresses'), paths.myAddresses),
  },
  addressList: { path: paths.addressList, guard: 'newAddresses', title: text('My Addresses'), head: accountHead },
  createMapAddress: {
    path: paths.createMapAddress,
    guard: 'newAddresses',
    title: text('Add an address'),
    head: below(text('My Addresses'), paths.addressList),
  },
  tableCards: { path: paths.tableCards, title: text('Table cards'), head: {} },
  me: { path: paths.me, title: account.label },
} as const satisfies Record<string, Place>
