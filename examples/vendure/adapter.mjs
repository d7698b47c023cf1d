// The adapter between Tablefront's contract (contracts/upstream.yaml) and Vendure's shop API: one file, without dependencies, a menu or orders of its own.
//
//   node adapter.mjs       # http://127.0.0.1:8090; PORT, ENGINE (the shop API) and CHANNELS (the first one is the main host's) set the rest
import { createServer } from 'node:http'

const { ENGINE: engine = 'http://127.0.0.1:3000/shop-api', CHANNELS = 'mitte,wedding', PORT: port = 8090 } = process.env
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
const pages = { online: new URL('/payment', engine).href } // of the payment methods that have one, by code: their provider's
const statuses = { Cancelled: 'rejected', Delivered: 'completed' } // any other: approved, since the engine has no step of confirmation
const taxNames = { 'shipping tax': 'MwSt. auf die Lieferung' } // any other: the engine's

/** An answer that is no success. `data` has messages by field: what the customer may correct. */
class Refusal extends Error {
  constructor(status, message, more) {
    super(message)
    Object.assign(this, { status, body: { message, ...more } })
  }
}
const notFound = () => new Refusal(404, 'Not found.')
const invalid = (field, message, more) => new Refusal(422, message, { data: { [field]: [message] }, ...more })
function required(body, ...fields) {
  const missing = fields.find((field) => !body[field])
  if (missing) throw invalid(missing, 'This is required.')
}

// ── The engine ──────────────────────────────────────────────────────────────

// What is asked for gets the contract's names where it can. Its amounts are cents in the engine and decimal numbers in the contract: they are converted here.
const amounts = ['price', 'value', 'total', 'delivery', 'deliveryPrice', 'minimumOrder', 'freeDeliveryThreshold']
const decimal = (name, value) => (amounts.includes(name) && value !== null ? value / 100 : value)
const sumOf = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) * 100) / 100

/** Asks the engine in a session, `{ channel, token }`; the engine may give it a new token. */
async function ask(session, query) {
  const headers = { 'Content-Type': 'application/json', 'vendure-token': session.channel }
  if (session.token) headers.Authorization = `Bearer ${session.token}`
  const response = await fetch(engine, { method: 'POST', headers, body: JSON.stringify({ query }), signal: AbortSignal.timeout(8000) })
  session.token = response.headers.get('vendure-auth-token') || session.token
  const { data, errors } = JSON.parse(await response.text(), decimal)
  if (errors) throw Object.assign(new Error(errors[0].message), { code: errors[0].extensions?.code })
  return data
}

/** Values as GraphQL writes them: as JSON, but without quotes around names. */
const literal = (value) =>
  Array.isArray(value) ? `[${value.map(literal)}]` : value instanceof Object ? `{ ${named(value)} }` : JSON.stringify(value ?? null)
const named = (values) => Object.entries(values).map(([name, value]) => `${name.replace(/\W/g, '')}: ${literal(value)}`)

const orderFields = `code state orderPlacedAt createdAt couponCodes total: totalWithTax delivery: shippingWithTax
  discounts { name: description value: amountWithTax } taxItems: taxSummary { name: description value: taxTotal }
  lines { qty: quantity price: linePriceWithTax productVariant { name product { name } }
    customFields { extras { name product { name customFields { kind } } } } }
  shippingAddress { streetLine1 postalCode } payments { method } customFields { deliverAt deliverType }`
const refused = '... on ErrorResult { errorCode message }'
const order = `... on Order { ${orderFields} } ${refused}`

const badCoupon = ['coupon', () => 'This coupon is not valid.']
/** What the engine refuses and the customer may correct: the field and, where the engine's own words won't do, others. Any other refusal is a failure. */
const refusals = {
  INSUFFICIENT_STOCK_ERROR: ['cart', ({ quantityAvailable: left }) => (left > 0 ? `Only ${left} left.` : 'Sold out.')],
  COUPON_CODE_INVALID_ERROR: badCoupon,
  COUPON_CODE_EXPIRED_ERROR: badCoupon,
  COUPON_CODE_LIMIT_ERROR: badCoupon,
  INELIGIBLE_SHIPPING_METHOD_ERROR: ['areaId', () => 'We don’t deliver there, or the order is below the minimum.'],
  PAYMENT_DECLINED_ERROR: ['paymentType', () => 'The payment was declined.'],
  EMAIL_ADDRESS_CONFLICT_ERROR: ['email'],
  PASSWORD_VALIDATION_ERROR: ['password'],
  INVALID_CREDENTIALS_ERROR: ['email', () => 'These credentials do not match our records.'],
}

/** Makes a mutation. `line` is the field of a refusal that is about a line of the cart. */
async function change(session, name, values, result = order, line = undefined) {
  const { [name]: answer } = await ask(session, `mutation { ${name}${values ? `(${named(values)})` : ''} { ${result} } }`)
  if (!answer?.errorCode) return answer
  const [field, words = () => answer.message] = refusals[answer.errorCode] ?? []
  if (!field) throw new Error(answer.message)
  throw Object.assign(invalid(line ?? field, words(answer)), { code: answer.errorCode })
}

const queues = new Map()
/** A session of the engine has one active order: calls of the same session wait for each other. */
function inTurn(session, work) {
  const turn = (queues.get(session) ?? Promise.resolve()).then(work)
  const ended = turn.catch(() => {}).then(() => queues.get(session) === ended && queues.delete(session))
  queues.set(session, ended)
  return turn
}

// ── The menu ────────────────────────────────────────────────────────────────

const variants = 'variants { id name price: priceWithTax stockLevel }'
/** What a channel sells: dishes with their choices and extras, delivery areas and ways to pay. */
async function catalogueOf({ channel }) {
  const { products, payments, methods } = await ask(
    { channel },
    `{ products(options: { take: 1000, filter: { kind: { eq: "dish" } } }) { items { id name description ${variants}
        facetValues { id name facet { code } } customFields { allergens groups { id name customFields { kind } ${variants} } } } }
      payments: activePaymentMethods { id code name }
      methods: activeShippingMethods { id name customFields { zipcode deliveryPrice minimumOrder freeDeliveryThreshold } } }`,
  )
  const dishes = products.items
  const sold = dishes.flatMap((item) => [item, ...item.customFields.groups]).flatMap((product) => product.variants)
  const areas = methods.map(({ customFields, ...method }) => ({ ...method, ...customFields })).filter(({ zipcode }) => zipcode)
  const pickup = methods.find(({ customFields }) => !customFields.zipcode)?.id
  return { dishes, onSale: new Set(sold.map(({ id }) => id)), payments, areas, pickup }
}
const byId = (list, id) => list.find((one) => String(one.id) === String(id))

// Prices have the tax in every channel, as consumers must see them; a channel with net prices only computes differently.
function dish({ id, name, description, variants, customFields: { groups, allergens } }) {
  const ofKind = (kind) => groups.filter(({ customFields }) => customFields.kind === kind)
  const extra = ({ id, name, price }) => ({ id, name, prices: variants.map((size) => ({ sizeId: size.id, price })) })
  const extras = ofKind('extras').flatMap((group) => group.variants.map(extra))
  const sizes = variants.map(({ stockLevel, ...size }) => ({ ...size, available: stockLevel !== 'OUT_OF_STOCK' }))
  // Not known is left out; an empty text says that there are none.
  const letters = allergens?.split(',').filter(Boolean)
  const known = letters && { allergens: letters.map((letter) => ({ name: letter })) }
  return { id, name, description, sizes, variants: ofKind('choice').map(choice), extras, ...known }
}
const choice = ({ id, name, variants }) => ({ id, name, type: 'select', required: true, options: variants.map(option) })
const option = ({ id, name, price }) => ({ id, name, price, hasChild: false })

/** The categories in their order, each with its dishes. */
async function categoriesOf(call) {
  const categories = new Map()
  for (const item of (await catalogueOf(call)).dishes)
    for (const { id, name, facet } of item.facetValues) {
      if (facet.code !== 'category') continue
      if (!categories.has(id)) categories.set(id, { id, name, dishes: [] })
      categories.get(id).dishes.push(dish(item))
    }
  return [...categories.values()].sort((a, b) => a.id - b.id)
}
async function categoryProducts(call) {
  const { dishes, ...category } = byId(await categoriesOf(call), call.id) ?? {}
  if (!dishes) throw notFound()
  return { data: dishes, meta: { category: { data: category } } }
}

// ── Orders ──────────────────────────────────────────────────────────────────

/** Puts a cart into the session's active order; the engine computes the price. */
async function fill(session, { onSale }, { cart, coupon }) {
  if (!cart?.items?.length) throw invalid('cart', 'The cart is empty.')
  const { couponCodes } = await change(session, 'removeAllOrderLines')
  for (const couponCode of couponCodes) await change(session, 'removeCouponCode', { couponCode }, 'code')
  if (coupon) await change(session, 'applyCouponCode', { couponCode: coupon })
  let filled
  for (const [i, { sizeId, qty, optionIds = [], extraIds = [] }] of cart.items.entries()) {
    const chosen = [...optionIds.map(({ value }) => value), ...extraIds.filter(({ selected }) => selected).map(({ extraId }) => extraId)]
    const known = [sizeId, ...chosen].every((id) => onSale.has(String(id)))
    if (!known) throw invalid(`cart.items.${i}`, 'This is no longer on the menu.')
    const line = { productVariantId: sizeId, quantity: qty, customFields: { extrasIds: chosen } }
    const result = `${order} ... on InsufficientStockError { quantityAvailable }`
    filled = await change(session, 'addItemToOrder', line, result, `cart.items.${i}`)
  }
  return filled
}
const ship = (session, id) => change(session, 'setOrderShippingMethod', { shippingMethodId: [id] })
/** Where an order goes: the customer's saved address, or what the order says. */
const destination = async (call) => (call.body.addressId ? byId(await addresses(call), call.body.addressId) : call.body) ?? {}

/** Quotes share one session of each channel, so that they neither change a customer's order nor leave orders behind. */
const quotes = Object.fromEntries(channels.map((channel) => [channel, { channel }]))
async function quote(call) {
  const session = quotes[call.channel]
  const [catalogue, { areaId }] = await Promise.all([catalogueOf(call), destination(call)])
  const method = call.body.deliverType === 'delivery' ? areaId : catalogue.pickup
  return inTurn(session, async () => {
    const filled = await fill(session, catalogue, call.body)
    return bill((method && (await ship(session, method).catch(belowMinimum))) || filled)
  })
}
/** The shop itself names the minimum of an area: until it is reached, a cart is quoted without delivery. */
function belowMinimum(error) {
  if (error.code !== 'INELIGIBLE_SHIPPING_METHOD_ERROR') throw error
}

/** What an order costs, for a bill and for the order itself. The amounts have the tax, with net prices too. */
const sums = ({ discounts, taxItems, total }) => ({
  discounts: discounts.map(({ name, value }) => ({ name, value: -value })),
  taxItems: taxItems.filter(({ value }) => value > 0).map(({ name, value }) => ({ name: taxNames[name] ?? name, value, included: true })),
  total,
})
const bill = (filled) => ({ ...sums(filled), lines: filled.lines.map(({ price }) => price), delivery: filled.delivery, coupons: true })

/** Makes an order ready to be paid. Whatever fails here, nothing was ordered. */
async function prepare(call, session) {
  const { body, token } = call
  const { deliverType, deliverDate: deliverAt, notes } = body
  if (token) {
    await customer(call)
    // A customer who chooses another way to pay goes on with the order that waits for its payment.
    const { activeOrder } = await ask(session, '{ activeOrder { state } }')
    if (activeOrder?.state === 'ArrangingPayment') await change(session, 'transitionOrderToState', { state: 'AddingItems' })
  }
  const [catalogue, to] = await Promise.all([catalogueOf(call), destination(call)])
  const method = byId(catalogue.payments, body.paymentType)
  if (!method) throw invalid('paymentType', 'This payment method is unknown.')
  await fill(session, catalogue, body)
  if (!token) {
    required(body, 'name', 'email', 'phone')
    await change(session, 'setCustomerForOrder', { input: { ...person(body), emailAddress: body.email } })
  }
  if (deliverType === 'delivery') required(to, 'areaId')
  await change(session, 'setOrderShippingAddress', { input: addressInput({ ...to, name: body.name }) })
  const filled = await ship(session, deliverType === 'delivery' ? to.areaId : catalogue.pickup)
  if (filled.total !== body.cart.total) throw invalid('cart', 'The prices have changed.', { bill: bill(filled) })
  await change(session, 'setOrderCustomFields', { input: { customFields: { deliverType, deliverAt, notes } } })
  await change(session, 'transitionOrderToState', { state: 'ArrangingPayment' })
  return { code: filled.code, method }
}

/** Places an order. What fails here, unless the engine refuses it, may have placed it: the answer doesn't have `placed: false`. */
async function pay(session, method) {
  try {
    return placed([method])(await change(session, 'addPaymentToOrder', { input: { method: method.code, metadata: {} } }))
  } catch (error) {
    if (error instanceof Refusal) throw error
    console.error(error)
    throw new Refusal(500, 'Server error.')
  }
}

async function placeOrder(call) {
  const session = { channel: call.channel, token: call.token }
  const { code, method } = await prepare(call, session)
  return pages[method.code] ? { code, url: `${pages[method.code]}?order=${code}` } : pay(session, method)
}

/** The customer is back from the payment page, perhaps without a login. Its provider knows whether the order is paid. */
async function checkPayment({ query }) {
  const [page, code] = [pages[query.get('payment')], query.get('sess')]
  const { paid } = page ? await (await fetch(`${page}?status&order=${encodeURIComponent(code)}`)).json() : {}
  if (!paid) throw new Refusal(402, 'The payment was declined.')
  return { code }
}

/** An order of the engine as the contract has it. */
const placed = (payments) => (from) => {
  const { deliverType, deliverAt } = from.customFields
  const discount = -sumOf(from.discounts.map(({ value }) => value))
  const price = sumOf([from.total, discount])
  const cartTotal = sumOf([price, -from.delivery])
  const method = payments.find(({ code }) => code === from.payments[0]?.method)?.name
  return {
    code: from.code,
    status: statuses[from.state] ?? 'approved',
    createdAt: from.orderPlacedAt ?? from.createdAt,
    deliverAt,
    takeaway: deliverType !== 'delivery',
    items: from.lines.map(placedLine),
    // Without what is added beside the prices: no tax and no tip.
    payment: { ...sums(from), price, cartTotal, discount, deliver: from.delivery, tax: 0, tip: 0, method },
    address: deliverType === 'delivery' ? `${from.shippingAddress.streetLine1}, ${from.shippingAddress.postalCode}` : '',
  }
}
function placedLine({ qty, price, customFields, productVariant: { name, product } }) {
  const ofKind = (kind) => customFields.extras.filter((extra) => extra.product.customFields.kind === kind)
  const extras = ofKind('extras').map((extra) => extra.name)
  const options = Object.fromEntries(ofKind('choice').map((option) => [option.product.name, [option.name]]))
  return { type: 'productItem', product: product.name, size: name, qty, price, extras, options }
}

// ── Accounts ────────────────────────────────────────────────────────────────

// The contract has one name, the engine two.
const person = ({ name, phone }) => ({ firstName: name, lastName: '', phoneNumber: phone })

async function login({ channel, body: { email = '', password = '' } }) {
  const session = { channel }
  await change(session, 'login', { username: email, password }, `__typename ${refused}`)
  return { token: session.token }
}
function register({ channel, body }) {
  required(body, 'name', 'email', 'password')
  const input = { ...person(body), emailAddress: body.email, password: body.password }
  return change({ channel }, 'registerCustomerAccount', { input }, `__typename ${refused}`)
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
async function orders(call) {
  const list = `orders(options: { take: 1000, sort: { orderPlacedAt: DESC }, filter: { active: { eq: false } } }) { items { ${orderFields} } }`
  const [{ payments }, found] = await Promise.all([catalogueOf(call), customer(call, list)])
  return found.orders.items.map(placed(payments))
}

// With the contract's names.
const addressFields = 'id name: fullName address: streetLine1 extras: streetLine2 zipcode: postalCode isDefault: defaultShippingAddress'
function addressInput({ name = '', address, extras = '', zipcode = '' }) {
  return { fullName: name, streetLine1: address || '–', streetLine2: extras, postalCode: zipcode, countryCode: 'DE' }
}
async function addresses(call) {
  const [{ areas }, found] = await Promise.all([catalogueOf(call), customer(call, `addresses { ${addressFields} }`)])
  const areaId = (address) => areas.find(({ zipcode }) => zipcode === address.zipcode)?.id ?? null
  return found.addresses.map((address) => ({ ...address, isDefault: address.isDefault === true, areaId: areaId(address) }))
}
async function saveAddress(call) {
  const { id, body } = call
  await customer(call)
  required(body, 'name', 'address')
  const zipcode = body.zipcode || byId((await catalogueOf(call)).areas, body.areaId)?.zipcode
  const input = { ...addressInput({ ...body, zipcode }), defaultShippingAddress: body.isDefault === true, ...(id && { id }) }
  const saved = await change(call, id ? 'updateCustomerAddress' : 'createCustomerAddress', { input }, 'id').catch(notTheirs)
  return byId(await addresses(call), saved.id)
}
async function removeAddress(call) {
  await customer(call)
  return change(call, 'deleteCustomerAddress', { id: call.id }, 'success').catch(notTheirs)
}
/** "Not found" is said only where a customer names a thing: of any other call the shop would take it for "no such feature". */
function notTheirs(error) {
  throw error.code === 'FORBIDDEN' ? notFound() : error
}

// ── The calls ───────────────────────────────────────────────────────────────

/** By the call's name, `{ channel, id, query, token, self, body }` -> the answer's `data`. */
const routes = {
  'GET settings': () => Object.entries(settings).map(([key, value]) => ({ key, value })),
  'GET branches': ({ self }) => channels.map((code) => ({ name: code[0].toUpperCase() + code.slice(1), url: `${self}/${code}` })),
  'GET products/categories': async (call) => (await categoriesOf(call)).map(({ id, name }) => ({ id, name })),
  'GET products/categories/:id/products': categoryProducts,
  'GET areas': async (call) => (await catalogueOf(call)).areas,
  'GET checkout/payment-providers': async (call) =>
    (await catalogueOf(call)).payments.map(({ id, code, name }) => ({ id, name, displayOption: pages[code] ? 'card' : 'direct' })),
  'POST checkout/quote': quote,
  'POST checkout/v2': (call) => (call.token ? inTurn(call.token, () => placeOrder(call)) : placeOrder(call)),
  'GET checkout/check': checkPayment,
  'POST login': login,
  'POST register': register,
  'GET me': me,
  'POST me/logout': (call) => change(call, 'logout', null, 'success'),
  'GET me/addresses': addresses,
  'POST me/addresses': saveAddress,
  'PUT me/addresses/:id': saveAddress,
  'DELETE me/addresses/:id': removeAddress,
  'GET me/orders': orders,
}

async function answer({ method, url, headers }, text) {
  const { pathname, searchParams: query } = new URL(url, 'http://adapter')
  const [, channel = channels[0], path] = /^(?:\/([a-z0-9-]+))?\/api\/(.*)$/.exec(pathname) ?? []
  const [first, second, id, ...rest] = path?.split('/') ?? []
  const route = routes[`${method} ${[first, second, id && ':id', ...rest].filter(Boolean).join('/')}`]
  // For every optional call that is not there: "no such feature".
  if (!route || !channels.includes(channel)) throw notFound()
  const token = headers.authorization?.replace(/^Bearer /, '')
  const data = await route({ channel, id, query, token, self: `http://${headers.host}`, body: JSON.parse(text || '{}') })
  return data.meta ? data : { data }
}

createServer(async (request, response) => {
  const send = (status, body) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  try {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    send(200, await answer(request, text))
  } catch (error) {
    if (error instanceof Refusal) return send(error.status, error.body)
    console.error(error)
    // Whatever it was, nothing was ordered: `pay` answers for itself.
    send(503, { message: 'The restaurant can’t be reached.', placed: false })
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`Adapter: http://127.0.0.1:${port}`))
