// The adapter between Tablefront's contract (contracts/upstream.yaml) and Vendure's shop API, in one file without dependencies.
//
//   node adapter.mjs       # http://127.0.0.1:8090; PORT, ENGINE (the shop API) and CHANNELS (the first one is the main host's) set the rest
//
// It has no menu, no price and no order of its own: each call asks the engine. Amounts are cents in the engine and decimal numbers in the contract.
// What the contract calls optional and this restaurant does not need is left out: such a call is answered with 404 (docs/backend.md).
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const {
  ENGINE: engine = 'http://127.0.0.1:3000/shop-api',
  CHANNELS = 'mitte,wedding',
  PORT: port = 8090,
  SECRET = randomBytes(32),
} = process.env
const channels = CHANNELS.split(',')

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
const onPage = ['online'] // codes of the payment methods with a payment page
const statuses = { Cancelled: 'rejected', Delivered: 'completed', PaymentAuthorized: 'pending_approval' } // any other: approved

/** An answer that is no success. `data` has messages by field: what the customer may correct. */
class Refusal extends Error {
  constructor(status, message, body) {
    super(message)
    Object.assign(this, { status, body: { message, ...body } })
  }
}
const notFound = () => new Refusal(404, 'Not found.')
const invalid = (field, message, more) => new Refusal(422, message, { data: { [field]: [message] }, ...more })
function required(body, ...fields) {
  const missing = fields.find((field) => !body[field])
  if (missing) throw invalid(missing, 'This is required.')
}

const amount = (cents) => cents / 100
const sumOf = (amounts) => amounts.reduce((sum, each) => sum + each, 0)
const split = (list) => (list ?? '').split(',').filter(Boolean)
const byId = (list, id) => list.find((one) => String(one.id) === String(id))

// ── The engine ──────────────────────────────────────────────────────────────

/** Asks the engine in a session, `{ channel, token }`; the engine may give it a new token. */
async function ask(session, query) {
  const headers = { 'Content-Type': 'application/json', 'vendure-token': session.channel }
  if (session.token) headers.Authorization = `Bearer ${session.token}`
  const response = await fetch(engine, { method: 'POST', headers, body: JSON.stringify({ query }), signal: AbortSignal.timeout(8000) })
  session.token = response.headers.get('vendure-auth-token') || session.token
  const { data, errors: [error] = [] } = await response.json()
  if (['ENTITY_NOT_FOUND', 'FORBIDDEN'].includes(error?.extensions?.code)) throw notFound()
  if (error) throw new Error(error.message)
  return data
}

/** Values as GraphQL writes them: as JSON, but without quotes around names. */
const named = (values) => Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`)
const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal)}]` : value instanceof Object ? `{ ${named(value)} }` : JSON.stringify(value ?? null)

const orderFields = `code state orderPlacedAt createdAt couponCodes totalWithTax subTotalWithTax shippingWithTax discounts { description amountWithTax }
  taxSummary { taxRate taxTotal } lines { quantity linePriceWithTax customFields { extras } productVariant { name product { name customFields { kind } } } }
  shippingAddress { streetLine1 postalCode } payments { method } customFields { deliverAt deliverType }`
const refused = '... on ErrorResult { errorCode message }'
const order = `... on Order { ${orderFields} } ${refused}`
const account = `__typename ${refused}`
// With the contract's names.
const addressFields = 'id name: fullName address: streetLine1 extras: streetLine2 zipcode: postalCode isDefault: defaultShippingAddress'

/** Makes a mutation. What the engine refuses is a message at `field`; where that is no field of the customer's, it is a failure. */
async function change(session, name, values, { result = order, field, words = ({ message }) => message } = {}) {
  const { [name]: answer } = await ask(session, `mutation { ${name}${values ? `(${named(values)})` : ''} { ${result} } }`)
  if (!answer?.errorCode) return answer
  throw field ? invalid(field, words(answer)) : new Error(answer.message)
}

const queues = new Map()
/** A session of the engine has one active order: callers with the same session wait for each other. */
function inTurn(key, work) {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work)
  const ended = turn.catch(() => {}).then(() => queues.get(key) === ended && queues.delete(key))
  queues.set(key, ended)
  return turn
}

// ── The menu ────────────────────────────────────────────────────────────────

/** What a channel sells: products and variants by id, areas, ways to pay. A product's kind says whether it is a dish, or a part of others. */
async function catalogueOf({ channel }) {
  const items = new Map()
  let page
  do {
    page = await ask(
      { channel },
      `{ activePaymentMethods { id code name } activeShippingMethods { id name customFields { zipcode fee minimum freeFrom } }
      products(options: { take: 100, skip: ${items.size} }) { totalItems items { id name description facetValues { name code facet { code } }
        customFields { kind allergens groups { id } } variants { id name priceWithTax stockLevel } } } }`,
    )
    for (const item of page.products.items) items.set(item.id, item)
  } while (items.size < page.products.totalItems)
  const methods = page.activeShippingMethods
  return {
    items,
    variants: new Map([...items.values()].flatMap((item) => item.variants.map((variant) => [variant.id, { item, variant }]))),
    payments: page.activePaymentMethods,
    pickup: methods.find(({ customFields }) => !customFields.zipcode)?.id,
    areas: methods.filter(({ customFields }) => customFields.zipcode).map(area),
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
// Prices have the tax in every channel, as consumers must see them; a channel with net prices only computes differently.
const priced = ({ id, name, priceWithTax }) => ({ id, name, price: amount(priceWithTax) })
const ofKind = ({ items }, kind) => [...items.values()].filter(({ customFields }) => customFields.kind === kind)
const groupsOf = (catalogue, item, kind) => ofKind(catalogue, kind).filter(({ id }) => byId(item.customFields.groups, id))

const dish = (catalogue) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  available: item.variants.some(inStock),
  sizes: item.variants.map((size) => ({ ...priced(size), available: inStock(size) })),
  variants: groupsOf(catalogue, item, 'choice').map(choice),
  extras: groupsOf(catalogue, item, 'extras').flatMap(({ variants }) => variants.map(extra(item.variants))),
  // Not known is left out; an empty text says that there are none.
  ...(item.customFields.allergens !== null && { allergens: split(item.customFields.allergens).map(allergen) }),
})
const option = (variant) => ({ ...priced(variant), hasChild: false })
const choice = ({ id, name, variants }) => ({ id, name, type: 'select', required: true, options: variants.map(option) })
const extra = (sizes) => (variant) => {
  const { id, name, price } = priced(variant)
  return { id, name, prices: sizes.map((size) => ({ sizeId: size.id, price })) }
}
const allergen = (letter) => ({ name: letter, description: allergens[letter] ?? letter })

const combo = (catalogue) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  price: amount(item.variants[0].priceWithTax),
  discount: 0,
  available: inStock(item.variants[0]),
  items: groupsOf(catalogue, item, 'slot').map(slot(catalogue)),
})
const slot = (catalogue) => (item) => ({
  id: item.id,
  size: { name: item.name, categoryName: item.name },
  products: groupsOf(catalogue, item, 'dish').map(dish(catalogue)),
})

const categoryOf = ({ facetValues }) => facetValues.find(({ facet }) => facet.code === 'category')
async function categories(call) {
  const found = ofKind(await catalogueOf(call), 'dish').flatMap((item) => categoryOf(item) ?? [])
  return [...new Map(found.map(({ code, name }) => [code, { id: code, name }])).values()].sort((a, b) => a.id - b.id)
}
async function categoryProducts(call) {
  const [catalogue, all] = await Promise.all([catalogueOf(call), categories(call)])
  const category = byId(all, call.id)
  if (!category) throw notFound()
  const dishes = ofKind(catalogue, 'dish').filter((item) => categoryOf(item)?.code === call.id)
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
  if (!cart?.items?.length) throw invalid('cart', 'The cart is empty.')
  await change(session, 'removeAllOrderLines')
  let filled
  for (const [i, line] of cart.items.entries()) {
    const field = `cart.items.${i}`
    const { variant, added } = chosen(catalogue, line)
    if (!catalogue.variants.has(variant)) throw invalid(field, 'This is no longer on the menu.')
    const values = { productVariantId: variant, quantity: line.qty, customFields: { extras: added.join() } }
    const words = ({ message, quantityAvailable: left }) => (left > 0 ? `Only ${left} left.` : left === 0 ? 'Sold out.' : message)
    const result = `${order} ... on InsufficientStockError { quantityAvailable }`
    filled = await change(session, 'addItemToOrder', values, { result, field, words })
  }
  for (const couponCode of filled.couponCodes)
    if (couponCode !== coupon) filled = await change(session, 'removeCouponCode', { couponCode }, { result: orderFields })
  const words = () => 'This coupon is not valid.'
  if (coupon) filled = await change(session, 'applyCouponCode', { couponCode: coupon }, { field: 'coupon', words })

  const to = addressId ? byId(await addresses(call), addressId) : call.body
  const method = deliverType === 'delivery' ? to?.areaId : catalogue.pickup
  if (!method) return filled // not chosen yet
  await change(session, 'setOrderShippingAddress', { input: addressInput({ ...to, name }) })
  const areaRefused = { field: 'areaId', words: () => 'We don’t deliver there, or the order is below the minimum.' }
  return change(session, 'setOrderShippingMethod', { shippingMethodId: [String(method)] }, areaRefused)
}

/** What an order costs, for a bill and for the order itself. The amounts have the tax, with net prices too. */
function sums({ discounts, taxSummary, totalWithTax }) {
  const rates = new Set(taxSummary.filter(({ taxTotal }) => taxTotal > 0).map(({ taxRate }) => taxRate))
  const taxOf = (rate) => sumOf(taxSummary.filter(({ taxRate }) => taxRate === rate).map(({ taxTotal }) => taxTotal))
  return {
    discounts: discounts.map(({ description, amountWithTax }) => ({ name: description, value: amount(-amountWithTax) })),
    taxItems: [...rates].map((rate) => ({ name: `MwSt. ${rate} %`, value: amount(taxOf(rate)), included: true })),
    total: amount(totalWithTax),
  }
}
const bill = (filled) => ({
  ...sums(filled),
  lines: filled.lines.map(({ linePriceWithTax }) => amount(linePriceWithTax)),
  delivery: amount(filled.shippingWithTax),
  coupons: true,
})

/** An order of the engine as the contract has it. */
const placed = (catalogue) => (from) => {
  const delivers = from.customFields.deliverType === 'delivery'
  const discount = -sumOf(from.discounts.map(({ amountWithTax }) => amountWithTax))
  return {
    code: from.code,
    status: statuses[from.state] ?? 'approved',
    createdAt: from.orderPlacedAt ?? from.createdAt,
    deliverAt: from.customFields.deliverAt,
    takeaway: !delivers,
    items: from.lines.map(placedLine(catalogue)),
    payment: {
      ...sums(from),
      price: amount(from.totalWithTax + discount),
      cartTotal: amount(from.subTotalWithTax + discount),
      discount: amount(discount),
      deliver: amount(from.shippingWithTax),
      tax: 0, // added beside the prices: none
      tip: 0,
      method: catalogue.payments.find(({ code }) => code === from.payments[0]?.method)?.name,
    },
    address: delivers ? `${from.shippingAddress.streetLine1}, ${from.shippingAddress.postalCode}` : '',
  }
}
const placedLine =
  ({ variants }) =>
  ({ quantity, linePriceWithTax, customFields, productVariant: { name, product } }) => {
    const added = split(customFields.extras).flatMap((id) => variants.get(id) ?? [])
    const of = (kind) => added.filter(({ item }) => item.customFields.kind === kind)
    const isCombo = product.customFields.kind === 'combo'
    return {
      ...(isCombo ? { type: 'menuItem', menu: product.name } : { type: 'productItem', product: product.name, size: name }),
      qty: quantity,
      price: amount(linePriceWithTax),
      extras: of('extras').map(({ variant }) => variant.name),
      options: Object.fromEntries(of('choice').map(({ item, variant }) => [item.name, [variant.name]])),
      items: of('dish').map(({ item }) => ({ type: 'productItem', qty: 1, price: 0, product: item.name })),
    }
  }

const waits = async (session) => (await ask(session, '{ activeOrder { state } }')).activeOrder?.state === 'ArrangingPayment'
/** Quotes of guests share one session of a channel, so that a quote leaves no abandoned order behind. */
const guests = Object.fromEntries(channels.map((channel) => [channel, { channel }]))
async function quote(call) {
  const { channel, token } = call
  // A quote changes no order that waits for its payment.
  const own = token && !(await waits({ channel, token }))
  return inTurn(own ? token : channel, async () =>
    bill(await fill(own ? { channel, token } : guests[channel], await catalogueOf(call), call)),
  )
}

const placeOrder = (call) =>
  inTurn(call.token || Symbol('a session of its own'), async () => {
    const { body, channel, token, key, self, shop } = call
    const session = { channel, token }
    let paying = false
    try {
      if (token) await customer(call)
      // A customer who chooses another way to pay goes on with the order that waits for its payment.
      if (token && (await waits(session))) await change(session, 'transitionOrderToState', { state: 'AddingItems' })
      const catalogue = await catalogueOf(call)
      const filled = await fill(session, catalogue, call)
      const method = byId(catalogue.payments, body.paymentType)
      if (!method) throw invalid('paymentType', 'This payment method is unknown.')
      if (!token) {
        required(body, 'name', 'email', 'phone')
        await change(session, 'setCustomerForOrder', { input: { ...person(body), emailAddress: body.email } }, { field: 'email' })
      }
      if (amount(filled.totalWithTax) !== body.cart.total) throw invalid('cart', 'The prices have changed.', { bill: bill(filled) })
      const { deliverType, deliverDate: deliverAt, notes } = body
      await change(session, 'setOrderCustomFields', { input: { customFields: { attempt: key, deliverType, deliverAt, notes } } })
      await change(session, 'transitionOrderToState', { state: 'ArrangingPayment' })
      if (onPage.includes(method.code))
        return { code: filled.code, url: `${self}/pay?sess=${seal([channel, session.token, filled.code, method.code, shop])}` }
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
const sealingKey = createHash('sha256').update(SECRET).digest()
function seal(value) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}
function unseal(sess) {
  try {
    const sealed = Buffer.from(sess, 'base64url')
    const cipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
    return JSON.parse(cipher.update(sealed.subarray(12, -16)) + cipher.final())
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
/** An order is active until it is paid: a customer's own; a guest's is not to be asked for by its code before. */
async function checkPayment({ query }) {
  const [channel, token, code] = unseal(query.get('sess'))
  const { orderByCode: order } = await ask({ channel, token }, `{ orderByCode(code: ${literal(code)}) { active } }`)
  if (order.active) throw new Refusal(402, 'The payment was declined.')
  return { code }
}

// ── Accounts ────────────────────────────────────────────────────────────────

// The contract has one name, the engine two.
const person = ({ name, phone }) => ({ firstName: name, lastName: '', phoneNumber: phone })

async function login({ channel, body: { email: username, password } }) {
  const session = { channel }
  const words = () => 'These credentials do not match our records.'
  await change(session, 'login', { username: username ?? '', password: password ?? '' }, { result: account, field: 'email', words })
  return { token: session.token }
}
function register({ channel, body }) {
  required(body, 'name', 'email', 'password')
  const input = { ...person(body), emailAddress: body.email, password: body.password }
  return change({ channel }, 'registerCustomerAccount', { input }, { result: account, field: 'password' })
}
/** The customer of a call. An engine whose session has expired answers as an anonymous one: an order would be a guest's. */
async function customer({ channel, token }, fields = 'id') {
  const { activeCustomer } = token ? await ask({ channel, token }, `{ activeCustomer { ${fields} } }`) : {}
  if (!activeCustomer) throw new Refusal(401, 'Unauthenticated.')
  return activeCustomer
}
async function me(call) {
  const { firstName, lastName, ...rest } = await customer(call, 'firstName lastName email: emailAddress phone: phoneNumber')
  return { name: `${firstName} ${lastName}`.trim(), ...rest }
}

const addressInput = ({ name, address, extras, zipcode }) => ({
  fullName: name ?? '',
  streetLine1: address || '–',
  streetLine2: extras ?? '',
  postalCode: zipcode ?? '',
  countryCode: 'DE',
})
const withArea =
  ({ areas }) =>
  (address) => {
    const area = areas.find(({ zipcode }) => zipcode === address.zipcode)
    return { ...address, isDefault: address.isDefault === true, ...(area && { areaId: area.id, area }) }
  }
async function addresses(call) {
  const [catalogue, found] = await Promise.all([catalogueOf(call), customer(call, `addresses { ${addressFields} }`)])
  return found.addresses.map(withArea(catalogue))
}
async function saveAddress(call) {
  const { id, body } = call
  await customer(call)
  required(body, 'name', 'address')
  const catalogue = await catalogueOf(call)
  const zipcode = body.zipcode || byId(catalogue.areas, body.areaId)?.zipcode
  const input = { ...(id && { id }), ...addressInput({ ...body, zipcode }), defaultShippingAddress: body.isDefault === true }
  return withArea(catalogue)(
    await change(call, id ? 'updateCustomerAddress' : 'createCustomerAddress', { input }, { result: addressFields }),
  )
}
async function orders(call) {
  const placedOrders = `orders(options: { take: 100, sort: { orderPlacedAt: DESC }, filter: { active: { eq: false } } }) { items { ${orderFields} } }`
  const [catalogue, found] = await Promise.all([catalogueOf(call), customer(call, placedOrders)])
  return found.orders.items.map(placed(catalogue))
}

// ── The calls ───────────────────────────────────────────────────────────────

/** By the call's name, `{ channel, id, query, token, key, self, shop, body }` -> the answer's `data`. */
const routes = {
  'GET settings': () => Object.entries(settings).map(([key, value]) => ({ key, value })),
  'GET branches': ({ self }) => channels.map((code) => ({ name: code[0].toUpperCase() + code.slice(1), url: `${self}/${code}` })),
  'GET products/categories': categories,
  'GET products/categories/:id/products': categoryProducts,
  'GET products/menus': async (call) => {
    const catalogue = await catalogueOf(call)
    return ofKind(catalogue, 'combo').map(combo(catalogue))
  },
  'GET areas': async (call) => (await catalogueOf(call)).areas,
  'GET checkout/payment-providers': async (call) =>
    (await catalogueOf(call)).payments.map(({ id, code, name }) => ({
      id,
      name,
      displayOption: onPage.includes(code) ? 'card' : 'direct',
    })),
  'POST checkout/quote': quote,
  'POST checkout/v2': placeOrder,
  'GET checkout/check': checkPayment,
  'POST login': login,
  'POST register': register,
  'GET me': me,
  'POST me/logout': (call) => change(call, 'logout', null, { result: 'success' }),
  'GET me/addresses': addresses,
  'POST me/addresses': saveAddress,
  'PUT me/addresses/:id': saveAddress,
  'DELETE me/addresses/:id': async (call) =>
    (await customer(call)) && change(call, 'deleteCustomerAddress', { id: call.id }, { result: 'success' }),
  'GET me/orders': orders,
}

async function answer({ method, url, headers }, text) {
  const { pathname, searchParams: query } = new URL(url, 'http://adapter')
  if (pathname === '/pay') return paymentPage(query.get('sess'), method === 'POST' ? new URLSearchParams(text).get('pay') : null)
  const [, channel = channels[0], path = ''] = /^(?:\/([a-z0-9-]+))?\/api\/(.*)$/.exec(pathname) ?? []
  const name = Object.keys(routes).find((each) => new RegExp(`^${each.replace(':id', '[^/]+')}$`).test(`${method} ${path}`))
  if (!name || !channels.includes(channel)) throw notFound() // "no such feature", for every optional call
  const data = await routes[name]({
    channel,
    id: decodeURIComponent(path.split('/')[2] ?? ''),
    query,
    token: headers.authorization?.replace(/^Bearer /, ''),
    key: headers['idempotency-key'],
    self: `http://${headers.host}`,
    // The shop names its own address; where others reach the adapter too, set it instead of believing a header.
    shop: `${headers['x-forwarded-proto'] ?? 'http'}://${headers['x-forwarded-host']}`,
    body: JSON.parse(text || '{}'),
  })
  return { json: data.meta ? data : { data } }
}

createServer(async (request, response) => {
  const send = (status, headers, body) => response.writeHead(status, headers).end(body)
  const json = (status, body) => send(status, { 'Content-Type': 'application/json' }, JSON.stringify(body))
  try {
    let text = ''
    for await (const part of request) text += part
    const { html, location, json: body } = await answer(request, text)
    if (location) send(303, { Location: location })
    else if (html) send(200, { 'Content-Type': 'text/html; charset=utf-8' }, html)
    else json(200, body)
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, error.body)
    console.error(error)
    json(500, { message: 'Server error.' })
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`Adapter: http://127.0.0.1:${port}`))
