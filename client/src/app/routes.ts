import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import { text } from '../api/translatable.ts'
import { shopConfig } from '../restaurant/config.ts'
import { homeQuery, isConfirmation, paths, sharedCartHash } from '../navigation/paths.ts'
import type { Place } from '../navigation/place.ts'
import type { GuardName, Verdict } from './guards.ts'

/** The part of an address that selects a route. */
export interface Address {
  pathname: string
  search: string
}

export interface Route extends Place {
  /** Who may see it: the name of a guard. */
  guard?: GuardName
  /** Addresses of this route at which the guard does not run. */
  unguarded?: (address: Address) => boolean
  /** A redirect that needs no data; null: stay. */
  redirect?: () => Verdict
  /** Loads the screen; absent: the menu, which is loaded with the shop. */
  load?: () => Promise<ScreenComponent>
}

/** A screen. `prefetch` starts the requests that it waits for, while its guard runs and before it is rendered. */
export type ScreenComponent = ComponentType & { prefetch?: () => Promise<void> }

const withoutAccounts = (): Verdict => (shopConfig().accounts ? null : paths.home)

const account = { label: text('My Account'), path: paths.myProfile }
const accountHead = { trail: [account] }
const below = (label: string, path: string) => ({ trail: [account, { label, path }] })
const orderPath = '/me/my-orders/:orderCode'
const orderHead = below(text('My Orders'), paths.myOrders)

/**
 * The route table of docs/specification.md section 2. A place with a `query` is another title and first paint of the path below it. The build writes the
 * table into dist/first.json, by which the BFF makes title and first paint.
 */
export const routes = {
  /** The return from the payment page: nothing else is shown until the payment is checked. */
  paymentReturn: {
    path: paths.home,
    query: ['payment', 'sess'],
    title: text('We are checking your payment'),
    head: { narrow: true, bare: true },
  },
  /** The home page opened by a table's code: no guard requires a branch. */
  arrival: { path: paths.home, query: ['table'], indexed: true },
  home: { path: paths.home, guard: 'home', unguarded: isDeepLink, indexed: true },
  contact: {
    path: paths.contact,
    title: text('Contact Us'),
    head: {},
    indexed: true,
    load: async () => (await import('../features/contact/ContactPage.tsx')).ContactPage,
  },
  accessibility: {
    path: paths.accessibility,
    title: text('Accessibility'),
    head: { narrow: true },
    indexed: true,
    redirect: () => (shopConfig().accessibilityContact === null ? paths.home : null),
    load: async () => (await import('../features/information/AccessibilityPage.tsx')).AccessibilityPage,
  },
  unavailable: {
    path: paths.unavailable,
    guard: 'unavailable',
    title: text('We are closed'),
    load: async () => (await import('../features/information/UnavailablePage.tsx')).UnavailablePage,
  },
  selectBranch: {
    path: paths.selectBranch,
    title: text('Choose a branch'),
    head: {},
    load: async () => (await import('../features/branch/SelectBranchPage.tsx')).SelectBranchPage,
  },
  login: {
    path: paths.login,
    guard: 'visitor',
    redirect: withoutAccounts,
    title: text('Login'),
    head: { images: 'LOGIN_IMAGES' },
    load: async () => (await import('../features/login/LoginPage.tsx')).LoginPage,
  },
  resetPassword: {
    path: paths.resetPassword,
    guard: 'visitor',
    redirect: withoutAccounts,
    title: text('Reset password'),
    head: { images: 'FORGOT_IMAGES' },
    load: async () => (await import('../features/login/ResetPasswordPage.tsx')).ResetPasswordPage,
  },
  register: {
    path: paths.register,
    guard: 'register',
    redirect: withoutAccounts,
    title: text('Register'),
    head: { images: 'REGISTER_IMAGES' },
    load: async () => (await import('../features/login/RegisterPage.tsx')).RegisterPage,
  },
  /** A guest's order: only the device knows it, so nothing of it is in the first paint. */
  deviceOrder: { path: paths.checkout, query: ['order'], title: text('Your order') },
  checkout: {
    path: paths.checkout,
    guard: 'checkout',
    // A guest's confirmation is rendered from what this device stores: it needs neither a login nor an active shop.
    unguarded: isConfirmation,
    title: text('Checkout'),
    head: { bare: true },
    load: async () => (await import('./CheckoutRoute.tsx')).CheckoutRoute,
  },
  me: { path: paths.me, title: account.label, redirect: () => paths.myProfile },
  myProfile: {
    path: paths.myProfile,
    guard: 'account',
    title: text('My Profile'),
    head: accountHead,
    load: async () => (await import('../features/account/ProfilePage.tsx')).ProfilePage,
  },
  myOrders: {
    path: paths.myOrders,
    guard: 'account',
    title: text('My Orders'),
    head: accountHead,
    load: async () => (await import('../features/orders/OrdersPage.tsx')).OrdersPage,
  },
  newOrder: { path: orderPath, query: ['state=new'], guard: 'account', title: text('Thank you for your order'), head: orderHead },
  order: {
    path: orderPath,
    guard: 'account',
    title: text('Your order'),
    head: orderHead,
    load: async () => (await import('../features/orders/OrderPage.tsx')).OrderPage,
  },
  transactions: {
    path: paths.transactions,
    guard: 'account',
    title: text('Transaction History'),
    head: accountHead,
    load: async () => (await import('../features/account/TransactionsPage.tsx')).TransactionsPage,
  },
  myAddresses: {
    path: paths.myAddresses,
    guard: 'oldAddresses',
    title: text('My Addresses'),
    head: accountHead,
    load: async () => (await import('../features/addresses/AddressListPage.tsx')).MyAddressesPage,
  },
  createAddress: {
    path: paths.createAddress,
    guard: 'oldAddresses',
    title: text('Add an address'),
    head: below(text('My Addresses'), paths.myAddresses),
    load: async () => (await import('../features/addresses/PlainAddressPage.tsx')).PlainAddressPage,
  },
  updateAddress: {
    path: '/me/my-addresses/:addressId/update',
    guard: 'oldAddresses',
    title: text('Update the address'),
    head: below(text('My Addresses'), paths.myAddresses),
    load: async () => (await import('../features/addresses/MapAddressPages.tsx')).UpdateAddressPage,
  },
  addressList: {
    path: paths.addressList,
    guard: 'newAddresses',
    title: text('My Addresses'),
    head: accountHead,
    load: async () => (await import('../features/addresses/AddressListPage.tsx')).AddressListPage,
  },
  createMapAddress: {
    path: paths.createMapAddress,
    guard: 'newAddresses',
    title: text('Add an address'),
    head: below(text('My Addresses'), paths.addressList),
    load: async () => (await import('../features/addresses/MapAddressPages.tsx')).CreateMapAddressPage,
  },
  ...((__MOCK__ || import.meta.env.DEV) && {
    kit: { path: paths.kit, load: async () => (await import('../../tools/look/LookPage.tsx')).LookPage },
  }),
} as const satisfies Record<string, Route>

const table: readonly Route[] = Object.values(routes)

/** The routes of the router, one for each path; any other address leads home. */
export const screenRoutes: readonly Route[] = [
  ...table.filter(({ query }) => query === undefined),
  { path: '*', redirect: () => paths.home },
]

export function placeOf({ pathname, search }: Address): Place {
  const given = new URLSearchParams(search)
  const has = (condition: string): boolean => {
    const [key = '', value] = condition.split('=')
    return value === undefined ? (given.get(key) ?? '') !== '' : given.get(key) === value
  }
  return table.find(({ path, query }) => matchPath(path, pathname) !== null && (query === undefined || query.some(has))) ?? routes.home
}

/**
 * Whether an address of the home page is a link from outside: it may be opened in a browser in which no branch is chosen yet (docs/architecture.md
 * section 5).
 */
function isDeepLink({ search }: { search: string }): boolean {
  return new URLSearchParams(search).has(homeQuery.table) || window.location.hash.startsWith(sharedCartHash)
}
