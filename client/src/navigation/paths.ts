import type { Id } from '../../../contracts/types.ts'

/** Every address of the shop, in the order of docs/specification.md section 2's route table. */
export const paths = {
  home: '/',
  contact: '/contact',
  accessibility: '/accessibility',
  unavailable: '/unavailable',
  selectBranch: '/select-branch',
  login: '/login',
  resetPassword: '/reset-password',
  register: '/register',
  checkout: '/checkout',
  me: '/me',
  myProfile: '/me/my-profile',
  myOrders: '/me/my-orders',
  myOrder: (orderCode: string): string => `/me/my-orders/${encodeURIComponent(orderCode)}`,
  transactions: '/me/my-transactions/transaction-history',
  myAddresses: '/me/my-addresses',
  createAddress: '/me/my-addresses/create',
  updateAddress: (addressId: Id): string => `/me/my-addresses/${encodeURIComponent(String(addressId))}/update`,
  addressList: '/me/address-list',
  createMapAddress: '/me/address-list/create',
  /** The style guide of the component library; only in the mock mode. */
  kit: '/_kit',
} as const

/** The login that leads back to the checkout. */
export const checkoutLogin = `${paths.login}?return=checkout`

/** The path of a guest's confirmation; the route table has none for it. */
export const confirmationPath = (code: string): string => `${paths.checkout}?order=${encodeURIComponent(code)}`

/** The list of the orders that were placed on this device without an account. */
export const deviceOrdersPath = confirmationPath('all')

/** The base path of the shop, without a trailing slash: '' behind the BFF, a sub-path in the published demo (`make demo`). */
export const basePath = import.meta.env.BASE_URL.replace(/\/$/, '')

/** The full address of a path of the shop, for a link that leaves the page. */
export const shopUrl = (path: string): string => window.location.origin + basePath + path

/** Removes the base path from a path of the browser; the router does this by itself. */
export function fromBrowser(pathname: string): string {
  return basePath !== '' && pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname
}

/** Whether an address is a guest's confirmation: /checkout?order={code}. */
export function isConfirmation({ pathname, search }: { pathname: string; search: string }): boolean {
  return fromBrowser(pathname) === paths.checkout && (new URLSearchParams(search).get('order') ?? '') !== ''
}

/** The query parameters of the home page (docs/specification.md section 2; `product`, `menu`, `line` and `reservation` open sheets, docs/specification.md section 10). */
export const homeQuery = {
  payment: 'payment',
  sess: 'sess',
  page: 'page',
  table: 'table',
  product: 'product',
  menu: 'menu',
  line: 'line',
  reservation: 'reservation',
} as const

/** The prefix of the URL fragment that carries a shared cart (features/cart/ShareSheet.tsx): fragments are not sent to servers. */
export const sharedCartHash = '#cart='

/** The shared cart in a URL fragment; null if it has none. */
export function sharedCartIn(hash: string): string | null {
  return hash.startsWith(sharedCartHash) ? hash.slice(sharedCartHash.length) : null
}

export function productAddress(id: Id): string {
  return `/?product=${encodeURIComponent(String(id))}`
}

export function comboAddress(id: Id): string {
  return `/?menu=${encodeURIComponent(String(id))}`
}

/** An information page over the current screen (DestinationLink.tsx). */
export function informationAddress(id: Id): string {
  return `?${homeQuery.page}=${encodeURIComponent(String(id))}`
}
