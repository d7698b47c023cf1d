import { createBrowserRouter, matchPath, redirect, type LoaderFunction, type RouteObject } from 'react-router'
import type { ComponentType } from 'react'
import { shopConfig } from '../shop/config.ts'
import { isConfirmation, basePath, paths } from '../shop/paths.ts'
import { nameFirstEntry } from '../shop/scrollPlace.ts'
import { openToArrivals } from './Arrivals.tsx'
import { BrokenScreen, Crash } from './Crash.tsx'
import { guarded } from './facts.ts'
import * as guards from './guards.ts'
import { HomePage } from './HomePage.tsx'
import { Shell } from './Shell.tsx'

/** A screen that loads with its route. */
const lazily = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() })

/** A guard is asked when the place changes, not when a sheet opens over it. */
const onArrival: RouteObject['shouldRevalidate'] = ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname

const guard = (rule: guards.Guard) => ({ loader: guarded(rule), shouldRevalidate: onArrival })

/** A guard that is not asked at some addresses of its route. */
const exceptAt =
  (free: (url: URL) => boolean, loader: LoaderFunction): LoaderFunction =>
  (args, handler) =>
    free(new URL(args.request.url)) ? null : loader(args, handler)

/** Screens that can break and leave what stands around them. */
const withinShell = (screens: RouteObject[]): RouteObject[] => [{ errorElement: <BrokenScreen />, children: screens }]

/** The route table of docs/specification.md section 2, in its order. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Crash />,
    hydrateFallbackElement: <></>,
    children: withinShell([
      { path: paths.home, loader: openToArrivals(guarded(guards.home)), shouldRevalidate: onArrival, element: <HomePage /> },
      { path: paths.contact, lazy: lazily(async () => (await import('../features/contact/ContactPage.tsx')).ContactPage) },
      {
        path: paths.unavailable,
        ...guard(guards.unavailable),
        lazy: lazily(async () => (await import('./UnavailablePage.tsx')).UnavailablePage),
      },
      { path: paths.selectBranch, lazy: lazily(async () => (await import('./SelectBranchPage.tsx')).SelectBranchPage) },
      {
        path: paths.login,
        ...guard(guards.visitor),
        lazy: lazily(async () => (await import('../features/login/LoginPage.tsx')).LoginPage),
      },
      {
        path: paths.resetPassword,
        ...guard(guards.visitor),
        lazy: lazily(async () => (await import('../features/login/ResetPasswordPage.tsx')).ResetPasswordPage),
      },
      {
        path: paths.register,
        ...guard(guards.register),
        lazy: lazily(async () => (await import('../features/login/RegisterPage.tsx')).RegisterPage),
      },
      {
        path: paths.checkout,
        // A guest's confirmation is made of what this device stores: it asks for no login and no open shop.
        loader: exceptAt(isConfirmation, guarded(guards.checkout)),
        shouldRevalidate: ({ currentUrl, nextUrl }) =>
          currentUrl.pathname !== nextUrl.pathname || isConfirmation(currentUrl) !== isConfirmation(nextUrl),
        lazy: lazily(async () => (await import('./CheckoutRoute.tsx')).CheckoutRoute),
      },
      { path: paths.me, loader: () => redirect(paths.myProfile) },
      {
        path: paths.myProfile,
        ...guard(guards.account),
        lazy: lazily(async () => (await import('../features/account/ProfilePage.tsx')).ProfilePage),
      },
      {
        path: paths.myOrders,
        ...guard(guards.account),
        lazy: lazily(async () => (await import('../features/orders/OrdersPage.tsx')).OrdersPage),
      },
      {
        path: '/me/my-orders/:orderCode',
        ...guard(guards.account),
        lazy: lazily(async () => (await import('../features/orders/OrderPage.tsx')).OrderPage),
      },
      {
        path: paths.transactions,
        ...guard(guards.account),
        lazy: lazily(async () => (await import('../features/account/TransactionsPage.tsx')).TransactionsPage),
      },
      {
        path: paths.myAddresses,
        ...guard(guards.oldAddresses),
        lazy: lazily(async () => (await import('../features/addresses/AddressListPage.tsx')).MyAddressesPage),
      },
      {
        path: paths.createAddress,
        ...guard(guards.oldAddresses),
        lazy: lazily(async () => (await import('../features/addresses/PlainAddressPage.tsx')).PlainAddressPage),
      },
      {
        path: '/me/my-addresses/:addressId/update',
        ...guard(guards.oldAddresses),
        lazy: lazily(async () => (await import('../features/addresses/MapAddressPages.tsx')).UpdateAddressPage),
      },
      {
        path: paths.addressList,
        ...guard(guards.newAddresses),
        lazy: lazily(async () => (await import('../features/addresses/AddressListPage.tsx')).AddressListPage),
      },
      {
        path: paths.createMapAddress,
        ...guard(guards.newAddresses),
        lazy: lazily(async () => (await import('../features/addresses/MapAddressPages.tsx')).CreateMapAddressPage),
      },
      {
        path: paths.accessibility,
        loader: () => (shopConfig().accessibilityContact === null ? redirect(paths.home) : null),
        lazy: lazily(async () => (await import('./AccessibilityPage.tsx')).AccessibilityPage),
      },
      { path: paths.tableCards, lazy: lazily(async () => (await import('../features/tableCards/TableCardsPage.tsx')).TableCardsPage) },
      ...(__MOCK__ ? [{ path: paths.kit, lazy: lazily(async () => (await import('./KitPage.tsx')).KitPage) }] : []),
      { path: '*', loader: () => redirect(paths.home) },
    ]),
  },
]

/** Makes the router of the page; asks the guards of the first address at once. */
export function makeRouter(): ReturnType<typeof createBrowserRouter> {
  history.scrollRestoration = 'manual'
  nameFirstEntry()
  return createBrowserRouter(routes, { basename: basePath || '/' })
}

/** Asks for the part of the shop that the first address needs, before its guards are asked: it is on its way while the shop starts. */
export function fetchScreen(pathname: string): void {
  const route = routes[0]?.children?.[0]?.children?.find(({ path }) => path !== undefined && matchPath(path, pathname) !== null)
  // The router asks again, and says what is wrong.
  if (typeof route?.lazy === 'function') route.lazy().catch(() => undefined)
}
