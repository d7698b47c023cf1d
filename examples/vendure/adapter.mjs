// The adapter between Tablefront's contract (contracts/upstream.yaml) and Vendure's shop API, in one file without dependencies.
//
//   node adapter.mjs       # http://127.0.0.1:8090; PORT, ENGINE (the shop API) and CHANNELS (the first one is the main host's) set the rest
//
// It has no menu, no price and no order of its own: each call asks the engine. Amounts are cents in the engine and decimal numbers in the contract.
// What the contract calls optional and this restaurant does not need is left out: such a call is answered with 404 (docs/backend.md).
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const env = process.env
const engine = env.ENGINE ?? 'http://127.0.0.1:3000/shop-api'
const channels = (env.CHANNELS ?? 'mitte,wedding').split(',')

// What the engine does not know and a restaurant decides (README.md).
const settings = {
  SITE_TITLE: 'Trattoria Vendure',
  PHONE: '+493012345678',
  ADDRESS: 'Ackerstraße 1, 10115 Berlin',
  HAS_BRANCH: channels.length > 1 ? '1' : '',
  ALLOW_GUEST_CHECKOUT: '1',
  ALLOW_REGISTRATION: '1',
  ALLOW_TAKEAWAY: '1',
  ALLOW_DELIVERY: '1',
}
const allergens = { A: 'Gluten', C: 'Eier', G: 'Milch' }
const onPage = new Set(['online']) // codes of the payment methods with a payment page
const statuses = { Cancelled: 'rejected', Delivered: 'completed', PaymentAuthorized: 'pending_approval' } // any other: approved

const amount = (cents) => cents / 100
const split = (list) => (list ?? '').split(',').filter(Boolean)
const byId = (list, id) => list.find((one) => String(one.id) === String(id))

/** An answer that is no success. `data` has messages by field: what the customer may correct. */
class Refusal extends Error {
  constructor(status, message, body = {}) {
    super(message)
    Object.assign(this, { status, body: { message, ...body } })
  }
}
const notFound = () => new Refusal(404, 'Not found.')
const invalid = (data, more) => new Refusal(422, 'The given data was invalid.', { data, ...more })
function required(body, ...fields) {
  const missing = fields.filter((field) => !body[field])
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((field) => [field, ['This is required.']])))
}

// ── The engine ──────────────────────────────────────────────────────────────

/** Asks the engine in a session, `{ channel, token }`; the engine may give it a new token. */
async function ask(session, query, variables = {}) {
  const response = await fetch(engine, {
    method: 'POST',
    signal: AbortSignal.timeout(8000),
    headers: {
      'Content-Type': 'application/json',
      'vendure-token': session.channel,
      ...(session.token && { Authorization: `Bearer ${session.token}` }),
    },
    body: JSON.stringify({ query, variables }),
  })
  session.token = response.headers.get('vendure-auth-token') || session.token
  const { data, errors } = await response.json()
  if (errors) throw new Error(errors[0].message)
  return data
}

const refused = '... on ErrorResult { errorCode message }'
const orderFields = `code state orderPlacedAt createdAt couponCodes totalWithTax subTotalWithTax shippingWithTax discounts { description amountWithTax }
  taxSummary { taxRate taxTotal } lines { quantity linePriceWithTax customFields { extras } productVariant { name product { name customFields { kind } } } }
  shippingAddress { streetLine1 postalCode } payments { method } customFields { deliverAt deliverType }`
const order = `... on Order { ${orderFields} } ${refused}`
const addressFields = 'id fullName streetLine1 streetLine2 postalCode defaultShippingAddress'

/** The engine's mutations that are used: their arguments, and what they return. */
const mutations = {
  removeAllOrderLines: ['', order],
  addItemToOrder: [
    '$productVariantId: ID!, $quantity: Int!, $customFields: OrderLineCustomFieldsInput',
    `${order} ... on InsufficientStockError { quantityAvailable }`,
  ],
  applyCouponCode: ['$couponCode: String!', order],
  removeCouponCode: ['$couponCode: String!', orderFields],
  setOrderShippingAddress: ['$input: CreateAddressInput!', order],
  setOrderShippingMethod: ['$shippingMethodId: [ID!]!', order],
  setCustomerForOrder: ['$input: CreateCustomerInput!', order],
  setOrderCustomFields: ['$input: UpdateOrderInput!', order],
  transitionOrderToState: ['$state: String!', order],
  addPaymentToOrder: ['$input: PaymentInput!', order],
  login: ['$username: String!, $password: String!', `__typename ${refused}`],
  logout: ['', 'success'],
  registerCustomerAccount: ['$input: RegisterCustomerInput!', `__typename ${refused}`],
  createCustomerAddress: ['$input: CreateAddressInput!', addressFields],
  updateCustomerAddress: ['$input: UpdateAddressInput!', addressFields],
  deleteCustomerAddress: ['$id: ID!', 'success'],
}

/** Changes something. What the engine refuses is a message at `field`, if there is one; without, and for every other failure, it throws an Error. */
async function change(session, name, variables = {}, field, words = ({ message }) => message) {
  const [parameters, result] = mutations[name]
  const given = parameters && `(${Object.keys(variables).map((key) => `${key}: $${key}`)})`
  const query = `mutation ${parameters && `(${parameters})`} { ${name}${given} { ${result} } }`
  const { [name]: answer } = await ask(session, query, variables)
  if (!answer.errorCode) return answer
  throw field === undefined ? new Error(answer.message) : invalid({ [field]: [words(answer)] })
}

const queues = new Map()
/** A session of the engine has one active order: callers with the same session wait for each other. */
function inTurn(key, work) {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  const ended = turn.catch(() => {}).then(() => queues.get(key) === ended && queues.delete(key))
  queues.set(key, ended)
  return turn
}

// ── The menu ────────────────────────────────────────────────────────────────

const catalogueQuery = `query ($skip: Int!) { activePaymentMethods { id code name } activeShippingMethods { id name customFields { zipcode fee minimum freeFrom } }
  products(options: { take: 100, skip: $skip }) { totalItems items { id name description facetValues { name code facet { code } }
    customFields { kind allergens groups { id } } variants { id name priceWithTax stockLevel } } } }`

/** What a channel sells: products and variants by id, areas, ways to pay. A product's kind says whether it is a dish, or a part of others. */
async function catalogueOf(channel) {
  const items = []
  let page
  do {
    page = await ask({ channel }, catalogueQuery, { skip: items.length })
    items.push(...page.products.items)
  } while (items.length < page.products.totalItems)
  return {
    items: new Map(items.map((item) => [item.id, item])),
    variants: new Map(items.flatMap((item) => item.variants.map((variant) => [variant.id, { item, variant }]))),
    payments: page.activePaymentMethods,
    pickup: page.activeShippingMethods.find(({ customFields }) => !customFields.zipcode)?.id,
    areas: page.activeShippingMethods.filter(({ customFields }) => customFields.zipcode).map(area),
  }
}
const area = ({ id, name, customFields: { zipcode, fee, minimum, freeFrom } }) => ({
  id,
  name,
  zipcode,
  deliveryPrice: amount(fee),
  minimumOrder: amount(minimum ?? 0),
  freeDeliveryThreshold: amount(freeFrom ?? 0),
})

const inStock = ({ stockLevel }) => stockLevel !== 'OUT_OF_STOCK'
const groupsOf = ({ items }, item, kind) =>
  item.customFields.groups.map(({ id }) => items.get(id)).filter((group) => group?.customFields.kind === kind)

// Prices have the tax in every channel, as consumers must see them; a channel with net prices only computes differently.
const dish = (catalogue) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  available: item.variants.some(inStock),
  sizes: item.variants.map((size) => ({ id: size.id, name: size.name, price: amount(size.priceWithTax), available: inStock(size) })),
  variants: groupsOf(catalogue, item, 'choice').map(({ id, name, variants }) => ({
    id,
    name,
    type: 'select',
    required: true,
    options: variants.map((option) => ({ id: option.id, name: option.name, price: amount(option.priceWithTax), hasChild: false })),
  })),
  extras: groupsOf(catalogue, item, 'extras')
    .flatMap(({ variants }) => variants)
    .map(({ id, name, priceWithTax }) => ({
      id,
      name,
      prices: item.variants.map((size) => ({ sizeId: size.id, price: amount(priceWithTax) })),
    })),
  // null: the restaurant gives no information; an empty text: none.
  ...(item.customFields.allergens !== null && {
    allergens: split(item.customFields.allergens).map((name) => ({ name, description: allergens[name] ?? name })),
  }),
})

const combo = (catalogue) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  price: amount(item.variants[0].priceWithTax),
  discount: 0,
  available: inStock(item.variants[0]),
  items: groupsOf(catalogue, item, 'slot').map((slot) => ({
    id: slot.id,
    size: { name: slot.name, categoryName: slot.name },
    products: groupsOf(catalogue, slot, 'dish').map(dish(catalogue)),
  })),
})

const categoryOf = ({ facetValues }) => facetValues.find(({ facet }) => facet.code === 'category')
function categories({ items }) {
  const found = new Map([...items.values()].map(categoryOf).map((value) => [value?.code, value?.name]))
  found.delete(undefined)
  return [...found].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id)
}
function categoryProducts(catalogue, id) {
  const category = byId(categories(catalogue), id)
  if (!category) throw notFound()
  const dishes = [...catalogue.items.values()].filter((item) => categoryOf(item)?.code === id)
  return { data: dishes.map(dish(catalogue)), meta: { category: { data: category } } }
}

// ── Orders ──────────────────────────────────────────────────────────────────

/** The variant of a line and the ids of what was added to it: options and extras, or the dishes of a combo's slots. */
function chosen({ items }, { type, sizeId, optionIds, extraIds, menuId, items: slots }) {
  const first = (id) => items.get(String(id))?.variants[0].id
  if (type === 'menuItem') return { variant: first(menuId), added: slots.map(({ productId }) => first(productId)) }
  const extras = extraIds.filter(({ selected }) => selected).map(({ extraId }) => extraId)
  return { variant: String(sizeId), added: [...optionIds.map(({ value }) => value), ...extras] }
}

/** Puts a cart into the session's active order; the engine computes the price. */
async function fill(session, catalogue, call) {
  const { cart, coupon, deliverType, addressId, name } = call.body
  if (!cart?.items?.length) throw invalid({ cart: ['The cart is empty.'] })
  await change(session, 'removeAllOrderLines')
  let filled
  for (const [i, line] of cart.items.entries()) {
    const field = `cart.items.${i}`
    const { variant, added } = chosen(catalogue, line)
    if (!catalogue.variants.has(variant)) throw invalid({ [field]: ['This is no longer on the menu.'] })
    const variables = { productVariantId: variant, quantity: line.qty, customFields: { extras: added.join(',') } }
    filled = await change(session, 'addItemToOrder', variables, field, ({ message, quantityAvailable: left }) =>
      left === undefined ? message : left > 0 ? `Only ${left} left.` : 'Sold out.',
    )
  }
  for (const couponCode of filled.couponCodes) if (couponCode !== coupon) filled = await change(session, 'removeCouponCode', { couponCode })
  if (coupon) filled = await change(session, 'applyCouponCode', { couponCode: coupon }, 'coupon', () => 'This coupon is not valid.')

  const saved = addressId === undefined ? undefined : byId((await customer(call)).addresses.map(address(catalogue)), addressId)
  const { areaId, address: street, zipcode } = saved ?? call.body
  const method = deliverType === 'delivery' ? areaId : catalogue.pickup
  if (method === undefined) return filled // not chosen yet
  await change(session, 'setOrderShippingAddress', {
    input: {
      fullName: name ?? '',
      streetLine1: street || '–',
      streetLine2: saved?.extras ?? '',
      postalCode: zipcode ?? '',
      countryCode: 'DE',
    },
  })
  const words = () => 'We don’t deliver there, or the order is below the minimum.'
  return change(session, 'setOrderShippingMethod', { shippingMethodId: [String(method)] }, 'areaId', words)
}

const discounts = (from) => from.discounts.map(({ description, amountWithTax }) => ({ name: description, value: amount(-amountWithTax) }))
/** The tax by rate. The engine's totals have it, with net prices too. */
function taxItems({ taxSummary }) {
  const rates = new Map()
  for (const { taxRate, taxTotal } of taxSummary) rates.set(taxRate, (rates.get(taxRate) ?? 0) + taxTotal)
  return [...rates].filter(([, sum]) => sum > 0).map(([rate, sum]) => ({ name: `MwSt. ${rate} %`, value: amount(sum), included: true }))
}
const bill = (filled) => ({
  lines: filled.lines.map(({ linePriceWithTax }) => amount(linePriceWithTax)),
  delivery: amount(filled.shippingWithTax),
  discounts: discounts(filled),
  taxItems: taxItems(filled),
  total: amount(filled.totalWithTax),
  coupons: true,
})

/** An order of the engine as the contract has it. */
const placed = (catalogue) => (from) => {
  const delivers = from.customFields.deliverType === 'delivery'
  const { streetLine1, postalCode } = from.shippingAddress ?? {}
  const discount = from.discounts.reduce((sum, { amountWithTax }) => sum - amountWithTax, 0)
  return {
    code: from.code,
    status: statuses[from.state] ?? 'approved',
    createdAt: from.orderPlacedAt ?? from.createdAt,
    deliverAt: from.customFields.deliverAt || null,
    takeaway: !delivers,
    items: from.lines.map(placedLine(catalogue)),
    payment: {
      price: amount(from.totalWithTax + discount),
      cartTotal: amount(from.subTotalWithTax + discount),
      discount: amount(discount),
      discounts: discounts(from),
      deliver: amount(from.shippingWithTax),
      tax: 0, // added beside the prices: none
      taxItems: taxItems(from),
      tip: 0,
      total: amount(from.totalWithTax),
      method: catalogue.payments.find(({ code }) => code === from.payments[0]?.method)?.name,
    },
    address: delivers ? [streetLine1, postalCode].filter(Boolean).join(', ') : '',
  }
}
const placedLine =
  (catalogue) =>
  ({ quantity, linePriceWithTax, customFields, productVariant: { name, product } }) => {
    const added = split(customFields.extras).flatMap((id) => catalogue.variants.get(id) ?? [])
    const ofKind = (kind) => added.filter(({ item }) => item.customFields.kind === kind)
    const isCombo = product.customFields.kind === 'combo'
    return {
      ...(isCombo ? { type: 'menuItem', menu: product.name } : { type: 'productItem', product: product.name, size: name }),
      qty: quantity,
      price: amount(linePriceWithTax),
      extras: ofKind('extras').map(({ variant }) => variant.name),
      options: Object.fromEntries(ofKind('choice').map(({ item, variant }) => [item.name, [variant.name]])),
      items: ofKind('dish').map(({ item }) => ({ type: 'productItem', qty: 1, price: 0, product: item.name })),
    }
  }

/** Quotes of guests share one session of a channel, so that a quote leaves no abandoned order behind. */
const guests = new Map(channels.map((channel) => [channel, { channel }]))
async function quote(call) {
  const { channel, token } = call
  // A quote changes no order that waits for its payment.
  const session = token && !(await waits({ channel, token })) ? { channel, token } : guests.get(channel)
  return inTurn(session === guests.get(channel) ? channel : token, async () => bill(await fill(session, await catalogueOf(channel), call)))
}
const waits = async (session) => (await ask(session, '{ activeOrder { state } }')).activeOrder?.state === 'ArrangingPayment'

const placeOrder = (call) =>
  inTurn(call.token || Symbol('a session of its own'), async () => {
    const { body, channel, token, shop } = call
    const session = { channel, token }
    let paying = false
    try {
      if (token) await customer(call)
      // A customer who chooses another way to pay goes on with the order that waits for its payment.
      if (token && (await waits(session))) await change(session, 'transitionOrderToState', { state: 'AddingItems' })
      const catalogue = await catalogueOf(channel)
      const filled = await fill(session, catalogue, call)
      const method = byId(catalogue.payments, body.paymentType)
      if (!method) throw invalid({ paymentType: ['This payment method is unknown.'] })
      if (!token) {
        required(body, 'name', 'email', 'phone')
        await change(session, 'setCustomerForOrder', { input: { ...person(body), emailAddress: body.email } }, 'email')
      }
      if (filled.totalWithTax !== Math.round(body.cart.total * 100))
        throw invalid({ cart: ['The prices have changed.'] }, { bill: bill(filled) })
      const deliverAt = body.deliverAt === 'later' ? body.deliverDate : ''
      const customFields = { attempt: call.key, deliverType: body.deliverType, deliverAt, notes: body.notes }
      await change(session, 'setOrderCustomFields', { input: { customFields } })
      await change(session, 'transitionOrderToState', { state: 'ArrangingPayment' })
      if (onPage.has(method.code)) {
        const sess = seal([channel, session.token, filled.code, method.code, shop])
        return { code: filled.code, url: `${call.self}/pay?sess=${sess}` }
      }
      paying = true
      return placed(catalogue)(await pay(session, method.code))
    } catch (error) {
      if (error instanceof Refusal || paying) throw error
      // Nothing was done so far, whatever went wrong: the customer may try again (docs/backend.md).
      console.error(error)
      throw new Refusal(503, 'The order could not be placed.', { placed: false })
    }
  })
const pay = (session, method) => change(session, 'addPaymentToOrder', { input: { method, metadata: {} } })

// ── The payment page ────────────────────────────────────────────────────────

// `sess` is the sealed session of the engine, so that the adapter stores nothing and may restart while a customer pays.
const sealingKey = createHash('sha256')
  .update(env.SECRET ?? randomBytes(32))
  .digest()
function seal(value) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}
function unseal(sess) {
  try {
    const raw = Buffer.from(sess, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, raw.subarray(0, 12)).setAuthTag(raw.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]))
  } catch {
    throw notFound()
  }
}
/** A page in place of a payment provider's. Pay returns with an order that is paid, the other button with one that is not. */
async function paymentPage(sess, pressed) {
  const [channel, token, , method, shop] = unseal(sess)
  if (pressed === null)
    return {
      html: '<!doctype html><title>Payment</title><form method=post><button name=pay value=1>Pay</button> <button name=pay>Decline</button></form>',
    }
  if (pressed === '1') await pay({ channel, token }, method)
  return { location: `${shop}/?payment=${method}&sess=${sess}` }
}
async function checkPayment({ query }) {
  const [channel, token, code] = unseal(query.get('sess'))
  // While it is not paid it is the session's active order, and nobody may ask for it by its code.
  const { activeOrder } = await ask({ channel, token }, '{ activeOrder { code } }')
  if (activeOrder?.code === code) throw invalid({ payment: ['The payment was declined.'] })
  await ask({ channel, token }, 'query ($code: String!) { orderByCode(code: $code) { code } }', { code })
  return { code }
}

// ── Accounts ────────────────────────────────────────────────────────────────

// The contract has one name, the engine two.
const person = ({ name, phone }) => ({ firstName: name, lastName: '', phoneNumber: phone })

async function login({ channel, body }) {
  const session = { channel }
  const { email: username = '', password = '' } = body
  await change(session, 'login', { username, password }, 'email', () => 'These credentials do not match our records.')
  return { token: session.token }
}
function register({ channel, body }) {
  required(body, 'name', 'email', 'password')
  const input = { ...person(body), emailAddress: body.email, password: body.password }
  return change({ channel }, 'registerCustomerAccount', { input }, 'password')
}
const customerFields = `firstName lastName emailAddress phoneNumber addresses { ${addressFields} }`
/** The customer of a call. An engine whose session has expired answers as an anonymous one: an order would be a guest's. */
async function customer({ channel, token }, fields = customerFields) {
  const { activeCustomer } = token ? await ask({ channel, token }, `{ activeCustomer { ${fields} } }`) : {}
  if (!activeCustomer) throw new Refusal(401, 'Unauthenticated.')
  return activeCustomer
}
async function me(call) {
  const { firstName, lastName, emailAddress, phoneNumber } = await customer(call)
  return { name: `${firstName} ${lastName}`.trim(), email: emailAddress, phone: phoneNumber ?? '' }
}
const address = (catalogue) => (from) => {
  const area = catalogue.areas.find(({ zipcode }) => zipcode === from.postalCode)
  return {
    id: from.id,
    name: from.fullName,
    address: from.streetLine1,
    extras: from.streetLine2,
    zipcode: from.postalCode,
    isDefault: from.defaultShippingAddress === true,
    ...(area && { areaId: area.id, area }),
  }
}
async function addresses(call) {
  const [catalogue, { addresses: all }] = await Promise.all([catalogueOf(call.channel), customer(call)])
  return all.map(address(catalogue))
}
async function oneAddress(call) {
  const found = byId(await addresses(call), call.id)
  if (!found) throw notFound()
  return found
}
async function saveAddress(call) {
  const { id, body } = call
  if (id) await oneAddress(call)
  required(body, 'name', 'address')
  const catalogue = await catalogueOf(call.channel)
  const input = {
    ...(id && { id }),
    fullName: body.name,
    streetLine1: body.address,
    streetLine2: body.extras ?? '',
    postalCode: body.zipcode || byId(catalogue.areas, body.areaId)?.zipcode || '',
    countryCode: 'DE',
    defaultShippingAddress: body.isDefault === true,
  }
  return address(catalogue)(await change(call, id ? 'updateCustomerAddress' : 'createCustomerAddress', { input }))
}
async function orders(call) {
  const fields = `orders(options: { take: 100, sort: { orderPlacedAt: DESC }, filter: { active: { eq: false } } }) { items { ${orderFields} } }`
  const [catalogue, { orders: all }] = await Promise.all([catalogueOf(call.channel), customer(call, fields)])
  return all.items.map(placed(catalogue))
}

// ── The calls ───────────────────────────────────────────────────────────────

/** A call without the name in its path: `{ channel, id, query, token, key, self, shop, body }`. A result is the answer's `data`. */
const routes = {
  'GET settings': () => Object.entries(settings).map(([key, value]) => ({ key, value })),
  'GET branches': ({ self }) => channels.map((code) => ({ name: code[0].toUpperCase() + code.slice(1), url: `${self}/${code}` })),
  'GET products/categories': async ({ channel }) => categories(await catalogueOf(channel)),
  'GET products/categories/:id/products': async ({ channel, id }) => categoryProducts(await catalogueOf(channel), id),
  'GET products/menus': async ({ channel }) => {
    const catalogue = await catalogueOf(channel)
    return [...catalogue.items.values()].filter(({ customFields }) => customFields.kind === 'combo').map(combo(catalogue))
  },
  'GET areas': async ({ channel }) => (await catalogueOf(channel)).areas,
  'GET checkout/payment-providers': async ({ channel }) =>
    (await catalogueOf(channel)).payments.map(({ id, code, name }) => ({ id, name, displayOption: onPage.has(code) ? 'card' : 'direct' })),
  'POST checkout/quote': quote,
  'POST checkout/v2': placeOrder,
  'GET checkout/check': checkPayment,
  'POST login': login,
  'POST register': register,
  'GET me': me,
  'POST me/logout': (call) => change(call, 'logout'),
  'GET me/addresses': addresses,
  'POST me/addresses': saveAddress,
  'PUT me/addresses/:id': saveAddress,
  'DELETE me/addresses/:id': async (call) => change(call, 'deleteCustomerAddress', { id: (await oneAddress(call)).id }),
  'GET me/orders': orders,
}
const table = Object.entries(routes).map(([name, handle]) => ({ pattern: new RegExp(`^${name.replace(':id', '([^/]+)')}$`), handle }))

async function answer(request) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://adapter')
  let text = ''
  for await (const part of request) text += part
  if (pathname === '/pay') return paymentPage(query.get('sess'), request.method === 'POST' ? new URLSearchParams(text).get('pay') : null)
  const [, channel = channels[0], path] = /^(?:\/([a-z0-9-]+))?\/api\/(.*)$/.exec(pathname) ?? []
  for (const { pattern, handle } of channels.includes(channel) ? table : []) {
    const found = pattern.exec(`${request.method} ${path}`)
    if (!found) continue
    const header = (name) => request.headers[name] ?? ''
    const data = await handle({
      channel,
      id: found[1] && decodeURIComponent(found[1]),
      query,
      token: header('authorization').replace(/^Bearer /, ''),
      key: header('idempotency-key'),
      self: `http://${header('host')}`,
      // The shop names its own address; where others reach the adapter too, set it instead of believing a header.
      shop: `${header('x-forwarded-proto') || 'http'}://${header('x-forwarded-host')}`,
      body: text === '' ? {} : JSON.parse(text),
    })
    return { json: data.meta ? data : { data } }
  }
  throw notFound() // "no such feature", for every optional call
}

createServer(async (request, response) => {
  const send = (status, headers, body) => response.writeHead(status, headers).end(body)
  const json = (status, body) => send(status, { 'Content-Type': 'application/json' }, JSON.stringify(body))
  try {
    const { html, location, json: body } = await answer(request)
    if (location) send(303, { Location: location })
    else if (html) send(200, { 'Content-Type': 'text/html; charset=utf-8' }, html)
    else json(200, body)
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, error.body)
    console.error(error)
    json(500, { message: 'Server error.' })
  }
}).listen(Number(env.PORT ?? 8090), '127.0.0.1', () => console.log(`Adapter: http://127.0.0.1:${env.PORT ?? 8090}`))
