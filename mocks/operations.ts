/**
 * The 40 documented calls in the order of docs/specification.md section 7, with the upstream's envelope of each success (docs/wire.md section 1).
 * A test compares this list with contracts/openapi.yaml, both ways.
 */

/** data: `{"data": T}`; data-meta: the body as it is; json-string: `{"data": "<JSON text>"}`. */
type Envelope = 'data' | 'data-meta' | 'json-string'

/** A call: its name, method, path and envelope. */
export interface Operation {
  name: OperationName
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  envelope: Envelope
}

const rows = [
  ['getSettings', 'GET', '/settings', 'data'],
  ['getTranslations', 'GET', '/translations', 'json-string'],
  ['getMe', 'GET', '/me', 'data'],
  ['updateMe', 'PUT', '/me', 'data'],
  ['logout', 'POST', '/me/logout', 'data'],
  ['getTable', 'GET', '/tables/{id}', 'data'],
  ['listPages', 'GET', '/pages', 'data'],
  ['listLanguages', 'GET', '/languages', 'data'],
  ['createReservation', 'POST', '/reservations', 'data'],
  ['listMenus', 'GET', '/products/menus', 'data'],
  ['getMenu', 'GET', '/products/menus/{id}', 'data'],
  ['listCategories', 'GET', '/products/categories', 'data'],
  ['listCategoryProducts', 'GET', '/products/categories/{id}/products', 'data-meta'],
  ['getProduct', 'GET', '/products/categories/{categoryId}/products/{productId}', 'data'],
  ['listPaymentProviders', 'GET', '/checkout/payment-providers', 'data'],
  ['createCheckout', 'POST', '/checkout', 'data'],
  ['createCheckoutV2', 'POST', '/checkout/v2', 'data'],
  ['checkPayment', 'GET', '/checkout/check', 'data'],
  ['sendContact', 'POST', '/contact', 'data'],
  ['getWorkingHours', 'GET', '/working-hours', 'data-meta'],
  ['listBranches', 'GET', '/branches', 'data'],
  ['login', 'POST', '/login', 'data'],
  ['register', 'POST', '/register', 'data'],
  ['resetPassword', 'POST', '/reset-password', 'data'],
  ['socialLogin', 'POST', '/social', 'data'],
  ['listAreas', 'GET', '/areas', 'data'],
  ['listTaxes', 'GET', '/taxes', 'data'],
  ['listAddresses', 'GET', '/me/addresses', 'data'],
  ['createAddress', 'POST', '/me/addresses', 'data'],
  ['getAddress', 'GET', '/me/addresses/{id}/edit', 'data'],
  ['updateAddress', 'PUT', '/me/addresses/{id}', 'data'],
  ['deleteAddress', 'DELETE', '/me/addresses/{id}', 'data'],
  ['searchFixedPlaces', 'GET', '/me/addresses/search-fixed', 'data'],
  ['searchPlaces', 'GET', '/me/addresses/search', 'data'],
  ['getPlace', 'GET', '/me/addresses/places/{id}', 'data'],
  ['checkDelivery', 'POST', '/me/addresses/check', 'data'],
  ['listOrders', 'GET', '/me/orders', 'data'],
  ['getOrder', 'GET', '/me/orders/{orderCode}', 'data'],
  ['createOrder', 'POST', '/me/orders', 'data'],
  ['listTransactions', 'GET', '/me/transactions', 'data-meta'],
] as const

/** The name of a call, its operationId in the contract. */
export type OperationName = (typeof rows)[number][0]

/** Every call. */
export const OPERATIONS: readonly Operation[] = rows.map(([name, method, path, envelope]) => ({ name, method, path, envelope }))

const patterns = OPERATIONS.map((operation) => ({
  operation,
  fixed: !operation.path.includes('{'),
  pattern: new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))
// A fixed path wins over one with a parameter at the same position (`/me/addresses/search` over `/me/addresses/{id}`).
patterns.sort((a, b) => Number(b.fixed) - Number(a.fixed))

/** The calls at a path, by method; empty when there is none. */
export const operationsAt = (pathname: string): Map<string, Operation> => {
  const found = new Map<string, Operation>()
  for (const { operation, pattern } of patterns) {
    if (pattern.test(pathname) && !found.has(operation.method)) found.set(operation.method, operation)
  }
  return found
}
