// Made from contracts/openapi.yaml by `make gen`. Change the contract, not this file.

/** Name, method, path and envelope of each call. */
export const calls = [
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
  ['quoteCheckout', 'POST', '/checkout/quote', 'data'],
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
  ['createOrder', 'POST', '/me/orders', 'data'],
  ['getOrder', 'GET', '/me/orders/{orderCode}', 'data'],
  ['listTransactions', 'GET', '/me/transactions', 'data-meta'],
] as const

/** The paths whose responses are the same for everybody: those that the BFF caches. */
export const publicCalls = [
  'settings',
  'translations',
  'pages',
  'languages',
  'products/menus',
  'products/menus/{id}',
  'products/categories',
  'products/categories/{id}/products',
  'products/categories/{categoryId}/products/{productId}',
  'checkout/payment-providers',
  'working-hours',
  'branches',
  'areas',
  'taxes',
] as const

/** The calls whose answer is a list. */
export const lists: readonly string[] = [
  'GET /settings',
  'GET /pages',
  'GET /languages',
  'GET /products/menus',
  'GET /products/categories',
  'GET /checkout/payment-providers',
  'GET /branches',
  'GET /areas',
  'GET /taxes',
  'GET /me/addresses',
  'GET /me/addresses/search-fixed',
  'GET /me/addresses/search',
  'GET /me/orders',
]

/** The member without which the answer of a call can't be used: the token of a login, the id or code of what is asked for. */
export const essentials: Readonly<Record<string, string>> = {
  'GET /tables/{id}': 'token',
  'GET /products/menus/{id}': 'id',
  'GET /products/categories/{categoryId}/products/{productId}': 'id',
  'POST /login': 'token',
  'POST /social': 'token',
  'GET /me/addresses/{id}/edit': 'id',
  'GET /me/orders/{orderCode}': 'code',
}

/** The calls whose answer has `meta`, and whether its `data` is a list. */
export const withMeta: Readonly<Record<string, boolean>> = {
  'GET /products/categories/{id}/products': true,
  'GET /working-hours': false,
  'GET /me/transactions': true,
}
