import type { ComponentType } from 'react'
import { shopConfig } from '../shop/config.ts'
import { isConfirmation, paths } from '../shop/paths.ts'
import { arrivesFromOutside } from './fromOutside.ts'
import * as guards from './guards.ts'
import { HomePage } from './HomePage.tsx'

/** A place of the shop: its guards, and the screen that they lead to. */
export interface Route {
  /** As the router matches it. */
  path: string
  /** Where to go instead, from what is known at once; null: stay. */
  redirect?: () => guards.Verdict
  /** The rule of docs/specification.md section 2; without one everybody stays. */
  guard?: guards.Guard
  /** Addresses of this route at which the guard is not asked. */
  unguarded?: (address: { pathname: string; search: string }) => boolean
  /** Loads the screen. */
  load?: () => Promise<ComponentType>
}

/** The route table of docs/specification.md section 2, in its order. */
export const routes: readonly Route[] = [
  { path: paths.home, guard: guards.home, unguarded: arrivesFromOutside, load: () => Promise.resolve(HomePage) },
  { path: paths.contact, load: async () => (await import('../features/contact/ContactPage.tsx')).ContactPage },
  { path: paths.unavailable, guard: guards.unavailable, load: async () => (await import('./UnavailablePage.tsx')).UnavailablePage },
  { path: paths.selectBranch, load: async () => (await import('./SelectBranchPage.tsx')).SelectBranchPage },
  { path: paths.login, guard: guards.visitor, load: async () => (await import('../features/login/LoginPage.tsx')).LoginPage },
  {
    path: paths.resetPassword,
    guard: guards.visitor,
    load: async () => (await import('../features/login/ResetPasswordPage.tsx')).ResetPasswordPage,
  },
  { path: paths.register, guard: guards.register, load: async () => (await import('../features/login/RegisterPage.tsx')).RegisterPage },
  {
    path: paths.checkout,
    guard: guards.checkout,
    // A guest's confirmation is made of what this device stores: it asks for no login and no open shop.
    unguarded: isConfirmation,
    load: async () => (await import('./CheckoutRoute.tsx')).CheckoutRoute,
  },
  { path: paths.me, redirect: () => paths.myProfile },
  { path: paths.myProfile, guard: guards.account, load: async () => (await import('../features/account/ProfilePage.tsx')).ProfilePage },
  { path: paths.myOrders, guard: guards.account, load: async () => (await import('../features/orders/OrdersPage.tsx')).OrdersPage },
  {
    path: '/me/my-orders/:orderCode',
    guard: guards.account,
    load: async () => (await import('../features/orders/OrderPage.tsx')).OrderPage,
  },
  {
    path: paths.transactions,
    guard: guards.account,
    load: async () => (await import('../features/account/TransactionsPage.tsx')).TransactionsPage,
  },
  {
    path: paths.myAddresses,
    guard: guards.oldAddresses,
    load: async () => (await import('../features/addresses/AddressListPage.tsx')).MyAddressesPage,
  },
  {
    path: paths.createAddress,
    guard: guards.oldAddresses,
    load: async () => (await import('../features/addresses/PlainAddressPage.tsx')).PlainAddressPage,
  },
  {
    path: '/me/my-addresses/:addressId/update',
    guard: guards.oldAddresses,
    load: async () => (await import('../features/addresses/MapAddressPages.tsx')).UpdateAddressPage,
  },
  {
    path: paths.addressList,
    guard: guards.newAddresses,
    load: async () => (await import('../features/addresses/AddressListPage.tsx')).AddressListPage,
  },
  {
    path: paths.createMapAddress,
    guard: guards.newAddresses,
    load: async () => (await import('../features/addresses/MapAddressPages.tsx')).CreateMapAddressPage,
  },
  {
    path: paths.accessibility,
    redirect: () => (shopConfig().accessibilityContact === null ? paths.home : null),
    load: async () => (await import('./AccessibilityPage.tsx')).AccessibilityPage,
  },
  { path: paths.tableCards, load: async () => (await import('../features/tableCards/TableCardsPage.tsx')).TableCardsPage },
  ...(__MOCK__ ? [{ path: paths.kit, load: async () => (await import('./KitPage.tsx')).KitPage }] : []),
  { path: '*', redirect: () => paths.home },
]
