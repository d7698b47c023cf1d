import type { ComponentType } from 'react'
import { shopConfig } from '../shop/restaurant/config.ts'
import { isConfirmation, paths } from '../shop/routes/paths.ts'
import { places, type Place } from '../shop/routes/places.ts'
import { isDeepLink } from './isDeepLink.ts'
import type { Verdict } from './guards.ts'
import { HomePage } from './HomePage.tsx'

/** A route with its screen. */
export interface Route extends Pick<Place, 'path' | 'guard'> {
  /** A redirect that needs no data; null: stay. */
  redirect?: () => Verdict
  /** Addresses of this route at which the guard does not run. */
  unguarded?: (address: { pathname: string; search: string }) => boolean
  /** Loads the screen. */
  load?: () => Promise<ComponentType>
  /** Starts the requests that the screen waits for, while its guard runs and before it is rendered. */
  prefetch?: () => Promise<void>
}

const withoutAccounts = (): Verdict => (shopConfig().accounts ? null : paths.home)

/** The route table of docs/specification.md section 2, in its order. */
export const routes: readonly Route[] = [
  { ...places.home, unguarded: isDeepLink, load: () => Promise.resolve(HomePage) },
  { ...places.contact, load: async () => (await import('../features/contact/ContactPage.tsx')).ContactPage },
  { ...places.unavailable, load: async () => (await import('./UnavailablePage.tsx')).UnavailablePage },
  { ...places.selectBranch, load: async () => (await import('./SelectBranchPage.tsx')).SelectBranchPage },
  { ...places.login, redirect: withoutAccounts, load: async () => (await import('../features/login/LoginPage.tsx')).LoginPage },
  {
    ...places.resetPassword,
    redirect: withoutAccounts,
    load: async () => (await import('../features/login/ResetPasswordPage.tsx')).ResetPasswordPage,
  },
  { ...places.register, redirect: withoutAccounts, load: async () => (await import('../features/login/RegisterPage.tsx')).RegisterPage },
  // A guest's confirmation is rendered from what this device stores: it needs neither a login nor an active shop.
  {
    ...places.checkout,
    unguarded: isConfirmation,
    load: async () => (await import('./CheckoutRoute.tsx')).CheckoutRoute,
    prefetch: async () => (await import('./CheckoutRoute.tsx')).prefetchCheckout(),
  },
  { ...places.me, redirect: () => paths.myProfile },
  { ...places.myProfile, load: async () => (await import('../features/account/ProfilePage.tsx')).ProfilePage },
  { ...places.myOrders, load: async () => (await import('../features/orders/OrdersPage.tsx')).OrdersPage },
  { ...places.order, load: async () => (await import('../features/orders/OrderPage.tsx')).OrderPage },
  { ...places.transactions, load: async () => (await import('../features/account/TransactionsPage.tsx')).TransactionsPage },
  { ...places.myAddresses, load: async () => (await import('../features/addresses/AddressListPage.tsx')).MyAddressesPage },
  { ...places.createAddress, load: async () => (await import('../features/addresses/PlainAddressPage.tsx')).PlainAddressPage },
  { ...places.updateAddress, load: async () => (await import('../features/addresses/MapAddressPages.tsx')).UpdateAddressPage },
  { ...places.addressList, load: async () => (await import('../features/addresses/AddressListPage.tsx')).AddressListPage },
  { ...places.createMapAddress, load: async () => (await import('../features/addresses/MapAddressPages.tsx')).CreateMapAddressPage },
  {
    ...places.accessibility,
    redirect: () => (shopConfig().accessibilityContact === null ? paths.home : null),
    load: async () => (await import('./AccessibilityPage.tsx')).AccessibilityPage,
  },
  { ...places.tableCards, load: async () => (await import('../features/tableCards/TableCardsPage.tsx')).TableCardsPage },
  ...(__MOCK__ || import.meta.env.DEV ? [{ path: paths.kit, load: async () => (await import('./KitPage.tsx')).KitPage }] : []),
  { path: '*', redirect: () => paths.home },
]
