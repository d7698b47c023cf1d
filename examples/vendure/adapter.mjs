// The adapter between Tablefront's contract (contracts/upstream.yaml) and Vendure's shop API, in one file without dependencies.
//
//   node adapter.mjs       # http://127.0.0.1:8090; PORT, ENGINE (the shop API) and CHANNELS (the first one is the main host's) set the rest
//
// It has no menu, no price and no order of its own: each call asks the engine. Amounts are cents in the engine and decimal numbers in the contract.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'

const {
  ENGINE: engine = 'http://127.0.0.1:3000/shop-api',
  PORT: port = '8090',
  CHANNELS: channels = 'mitte,wedding',
  SECRET: secret = randomBytes(32).toString('hex'),
} = process.env
const codes = channels.split(',')

// What the engine does not know and a restaurant decides (README.md).
const settings = {
  SITE_TITLE: 'Trattoria Vendure',
  PHONE: '+493012345678',
  ADDRESS: 'Ackerstraße 1, 10115 Berlin',
  HAS_BRANCH: codes.length > 1,
  ALLOW_GUEST_CHECKOUT: true,
  ALLOW_REGISTRATION: true,
  ALLOW_TAKEAWAY: true,
  ALLOW_DELIVERY: true,
}
const hours = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, [{ start: '00:00', end: '24:00' }]]),
)
const allergens = { A: 'Gluten', C: 'Eier', G: 'Milch' }
const onPage = new Set(['online']) // payment methods with a payment page
const statuses = { Cancelled: 'rejected', Delivered: 'completed', PaymentAuthorized: 'pending_approval' }

/** An answer that is no success. What the customer may correct is under `data`, by field. */
class Refusal extends Error {
  constructor(status, message, body = {}) {
    super(message)
    Object.assign(this, { status, body: { message, ...body } })
  }
}
const invalid = (data, more) => new Refusal(422, 'The given data was invalid.', { data, ...more })
const amount = (cents) => cents / 100

// ── The engine ──────────────────────────────────────────────────────────────

/** A session of the engine in one channel. The engine names a new token in its answer. */
const sessionOf = (channel, token = '') => ({ channel, token })

/** Asks the engine. An error of the engine's own (`errorCode`) is returned as a result; anything else is thrown. */
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
const failure = '... on ErrorResult { errorCode message }'
const orderFields = `... on Order { code state orderPlacedAt createdAt couponCodes totalWithTax subTotalWithTax shippingWithTax discounts { description amountWithTax }
  taxSummary { taxRate taxTotal } lines { quantity linePriceWithTax customFields { extras } productVariant { id name product { id name customFields { kind } } } }
  shippingAddress { streetLine1 streetLine2 postalCode } payments { method } customFields { deliverAt deliverType attempt } }`

/** Makes a change of the active order and returns the order; `explain` makes a refusal of the engine's errors. */
async function change(session, mutation, variables, types, explain) {
  const stock = mutation.startsWith('addItem') ? '... on InsufficientStockError { quantityAvailable }' : ''
  const { result } = await ask(session, `mutation (${types}) { result: ${mutation} { ${orderFields} ${failure} ${stock} } }`, variables)
  if (result.errorCode) throw explain?.(result) ?? new Error(result.message)
  return result
}

const queues = new Map()
/** A session of the engine has one active order: callers with the same session wait for each other. */
function inTurn(key, work) {
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work)
  queues.set(
    key,
    turn.catch(() => {}),
  )
  return turn
}

// ── The menu ────────────────────────────────────────────────────────────────

const productQuery = `query ($skip: Int!) { activeChannel { pricesIncludeTax } products(options: { take: 100, skip: $skip }) { totalItems items { id name description facetValues { name code facet { code } }
  customFields { kind allergens groups { id } } variants { id name price priceWithTax stockLevel taxRateApplied { value } } } } }`

/** The products of a channel by id; `kind` says which are dishes, and which the choices, extras and slots of others. */
async function menuOf(channel) {
  const items = []
  let page
  do {
    page = await ask(sessionOf(channel), productQuery, { skip: items.length })
    items.push(...page.products.items)
  } while (items.length < page.products.totalItems)
  const gross = page.activeChannel.pricesIncludeTax
  return {
    gross,
    price: (variant) => amount(gross ? variant.priceWithTax : variant.price),
    items,
    byId: new Map(items.map((item) => [item.id, item])),
  }
}
const ofKind = (menu, kind) => menu.items.filter(({ customFields }) => customFields.kind === kind)
const groupsOf = (menu, item, kind) =>
  item.customFields.groups.map(({ id }) => menu.byId.get(id)).filter((group) => group?.customFields.kind === kind)
const inStock = ({ stockLevel }) => stockLevel !== 'OUT_OF_STOCK'

const dish = (menu) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  available: item.variants.some(inStock),
  sizes: item.variants.map((variant) => ({ id: variant.id, name: variant.name, price: menu.price(variant), available: inStock(variant) })),
  variants: groupsOf(menu, item, 'choice').map((group) => ({
    id: group.id,
    name: group.name,
    type: 'select',
    required: true,
    options: group.variants.map((option) => ({ id: option.id, name: option.name, price: menu.price(option), hasChild: false })),
  })),
  extras: groupsOf(menu, item, 'extras').flatMap(({ variants }) =>
    variants.map((extra) => ({
      id: extra.id,
      name: extra.name,
      prices: item.variants.map(({ id }) => ({ sizeId: id, price: menu.price(extra) })),
    })),
  ),
  additives: [],
  ...(item.customFields.allergens !== null && {
    allergens: item.customFields.allergens
      .split(',')
      .filter(Boolean)
      .map((code) => ({ name: code, description: allergens[code] ?? code })),
  }),
})
const combo = (menu) => (item) => ({
  id: item.id,
  name: item.name,
  description: item.description,
  price: menu.price(item.variants[0]),
  discount: 0,
  available: inStock(item.variants[0]),
  items: groupsOf(menu, item, 'slot').map((slot) => ({
    id: slot.id,
    size: { name: slot.name, categoryName: slot.name },
    products: groupsOf(menu, slot, 'dish').map(dish(menu)),
    extras: [],
    variants: [],
  })),
})
function categories(menu) {
  const all = new Map()
  for (const { facetValues } of menu.items)
    for (const { name, code, facet } of facetValues) if (facet.code === 'category') all.set(code, { id: code, name })
  return [...all.values()].sort((a, b) => a.id - b.id)
}
const inCategory = (menu, id) =>
  menu.items.filter(({ facetValues }) => facetValues.some(({ code, facet }) => facet.code === 'category' && code === id)).map(dish(menu))
function find(list, id) {
  const found = list.find((one) => String(one.id) === String(id))
  if (!found) throw new Refusal(404, 'Not found.')
  return found
}
async function areas(channel) {
  const { activeShippingMethods } = await ask(
    sessionOf(channel),
    '{ activeShippingMethods { id name customFields { zipcode fee minimum freeFrom } } }',
  )
  return activeShippingMethods
    .filter(({ customFields }) => customFields.zipcode)
    .map(({ id, name, customFields: { zipcode, fee, minimum, freeFrom } }) => ({
      id,
      name,
      zipcode,
      deliveryPrice: amount(fee),
      minimumOrder: amount(minimum ?? 0),
      freeDeliveryThreshold: amount(freeFrom ?? 0),
    }))
}
const paymentMethods = async (channel) => (await ask(sessionOf(channel), '{ activePaymentMethods { id code name } }')).activePaymentMethods
async function taxes(channel) {
  const menu = await menuOf(channel)
  const rates = new Set(ofKind(menu, 'dish').flatMap(({ variants }) => variants.map(({ taxRateApplied }) => taxRateApplied.value)))
  return [...rates].map((value) => ({ name: `MwSt. ${value} %`, value, included: menu.gross }))
}

// ── Orders ──────────────────────────────────────────────────────────────────

/** The ids of a line's variant and of what was added to it: extras and choices, or the dishes of a combo's slots. */
function chosen(menu, line) {
  const options = (list) => (list ?? []).map(({ value, optionId }) => String(value ?? optionId))
  const extras = (list) => (list ?? []).filter(({ selected }) => selected).map(({ extraId, id }) => String(extraId ?? id))
  if (line.type !== 'menuItem') return { variant: String(line.sizeId), added: [...options(line.optionIds), ...extras(line.extraIds)] }
  const slots = line.items.map(({ productId }) => menu.byId.get(String(productId))?.variants[0].id)
  return { variant: menu.byId.get(String(line.menuId))?.variants[0].id ?? '', added: slots.filter(Boolean) }
}

/** Puts a cart into the session's active order; the engine computes the price. */
async function fill(session, menu, { cart, coupon, deliverType, areaId, address, zipcode, name }) {
  if (!cart?.items?.length) throw invalid({ cart: ['The cart is empty.'] })
  await ask(session, 'mutation { removeAllOrderLines { __typename } }')
  let order
  for (const [i, line] of cart.items.entries()) {
    const { variant, added } = chosen(menu, line)
    order = await change(
      session,
      'addItemToOrder(productVariantId: $variant, quantity: $qty, customFields: { extras: $extras })',
      { variant, qty: line.qty, extras: added.join(',') },
      '$variant: ID!, $qty: Int!, $extras: String',
      ({ errorCode, message, quantityAvailable }) =>
        invalid({
          [`cart.items.${i}`]: [
            errorCode !== 'INSUFFICIENT_STOCK_ERROR' ? message : quantityAvailable > 0 ? `Only ${quantityAvailable} left.` : 'Sold out.',
          ],
        }),
    )
  }
  for (const code of order.couponCodes)
    if (code !== coupon) await ask(session, 'mutation ($code: String!) { removeCouponCode(couponCode: $code) { code } }', { code })
  if (coupon)
    order = await change(session, 'applyCouponCode(couponCode: $coupon)', { coupon }, '$coupon: String!', () =>
      invalid({ coupon: ['This coupon is not valid.'] }),
    )
  if (deliverType === 'delivery' && areaId === undefined) return order
  const { activeShippingMethods } = await ask(session, '{ activeShippingMethods { id customFields { zipcode } } }')
  const method = deliverType === 'delivery' ? String(areaId) : activeShippingMethods.find(({ customFields }) => !customFields.zipcode)?.id
  const input = { fullName: name ?? '', streetLine1: address || '–', postalCode: zipcode ?? '', city: '', countryCode: 'DE' }
  await change(session, 'setOrderShippingAddress(input: $input)', { input }, '$input: CreateAddressInput!')
  return change(session, 'setOrderShippingMethod(shippingMethodId: [$method])', { method }, '$method: ID!', () =>
    invalid({ areaId: ['We don’t deliver there, or the order is below the minimum.'] }),
  )
}

/** The tax by rate. The engine's totals have it, with net prices too. */
function taxItems(order) {
  const rates = new Map()
  for (const { taxRate, taxTotal } of order.taxSummary) rates.set(taxRate, (rates.get(taxRate) ?? 0) + taxTotal)
  return [...rates].filter(([, sum]) => sum > 0).map(([rate, sum]) => ({ name: `MwSt. ${rate} %`, value: amount(sum), included: true }))
}
const bill = (order, menu) => ({
  ...(menu.gross && { lines: order.lines.map(({ linePriceWithTax }) => amount(linePriceWithTax)) }),
  delivery: amount(order.shippingWithTax),
  discounts: order.discounts.map(({ description, amountWithTax }) => ({ name: description, value: amount(-amountWithTax) })),
  taxItems: taxItems(order),
  total: amount(order.totalWithTax),
  coupons: true,
})

/** A placed order as the contract has it. */
function placed(order, menu) {
  const lineOf = ({ quantity, linePriceWithTax, customFields, productVariant: { name, product } }) => {
    const added = (customFields.extras ?? '')
      .split(',')
      .flatMap((id) =>
        menu.items.flatMap((group) => group.variants.filter((variant) => variant.id === id).map((variant) => ({ group, variant }))),
      )
    const named = (kind) => added.filter(({ group }) => group.customFields.kind === kind)
    const base = {
      qty: quantity,
      price: amount(linePriceWithTax),
      extras: named('extras').map(({ variant }) => variant.name),
      options: Object.fromEntries(named('choice').map(({ group, variant }) => [group.name, [variant.name]])),
    }
    return product.customFields.kind === 'combo'
      ? {
          ...base,
          type: 'menuItem',
          menu: product.name,
          items: named('dish').map(({ group }) => ({
            type: 'productItem',
            qty: 1,
            price: 0,
            product: group.name,
            extras: [],
            options: {},
          })),
        }
      : { ...base, type: 'productItem', product: product.name, size: name }
  }
  const { streetLine1, postalCode } = order.shippingAddress ?? {}
  const discount = order.discounts.reduce((sum, { amountWithTax }) => sum - amountWithTax, 0)
  return {
    code: order.code,
    status: statuses[order.state] ?? 'approved',
    createdAt: order.orderPlacedAt ?? order.createdAt,
    deliverAt: order.customFields.deliverAt || null,
    takeaway: order.customFields.deliverType !== 'delivery',
    items: order.lines.map(lineOf),
    payment: {
      price: amount(order.totalWithTax + discount),
      cartTotal: amount(order.subTotalWithTax + discount),
      discount: amount(discount),
      deliver: amount(order.shippingWithTax),
      tax: 0,
      taxItems: taxItems(order),
      tip: 0,
      method: order.payments?.[0]?.method,
    },
    address: order.customFields.deliverType === 'delivery' ? [streetLine1, postalCode].filter(Boolean).join(', ') : '',
  }
}

const isCustomer = async (session) => (await ask(session, '{ activeCustomer { id } }')).activeCustomer !== null

/** Quotes of guests share one session of a channel, so that a quote leaves no abandoned order behind. */
const guests = new Map(codes.map((code) => [code, sessionOf(code)]))
function quote({ channel, token, body }) {
  const session = token ? sessionOf(channel, token) : (guests.get(channel) ?? sessionOf(channel))
  return inTurn(token || channel, async () => {
    const menu = await menuOf(channel)
    return { status: 200, data: bill(await fill(session, menu, body), menu) }
  })
}

function order({ channel, token, body, key, shop }) {
  return inTurn(token || randomBytes(8).toString('hex'), async () => {
    const session = sessionOf(channel, token)
    let paying = false
    try {
      // An engine whose session has expired answers as an anonymous one: the order would be a guest's.
      if (token && !(await isCustomer(session))) throw new Refusal(401, 'Unauthenticated.')
      const [menu, methods] = [await menuOf(channel), await paymentMethods(channel)]
      const method = find(methods, body.paymentType)
      const filled = await fill(session, menu, body)
      const shown = Math.round(body.cart.total * 100)
      if (filled.totalWithTax !== shown) throw invalid({ cart: ['The prices have changed.'] }, { bill: bill(filled, menu) })
      const [firstName = '', ...rest] = String(body.name ?? '')
        .trim()
        .split(/\s+/)
      const input = { firstName, lastName: rest.join(' ') || '–', emailAddress: body.email, phoneNumber: body.phone }
      if (!token)
        await change(session, 'setCustomerForOrder(input: $input)', { input }, '$input: CreateCustomerInput!', ({ message }) =>
          invalid({ email: [message] }),
        )
      const customFields = {
        attempt: key,
        deliverType: body.deliverType,
        deliverAt: body.deliverAt === 'later' ? body.deliverDate : '',
        notes: body.notes ?? '',
      }
      await change(
        session,
        'setOrderCustomFields(input: { customFields: $customFields })',
        { customFields },
        '$customFields: UpdateOrderCustomFieldsInput!',
      )
      await change(session, 'transitionOrderToState(state: $state)', { state: 'ArrangingPayment' }, '$state: String!')
      if (onPage.has(method.code)) {
        const sess = seal({ channel, token: session.token, code: filled.code, method: method.code, shop })
        return { status: 200, data: { code: filled.code, url: `${shop.self}/pay?sess=${sess}` } }
      }
      paying = true
      return { status: 200, data: placed(await pay(session, method.code), menu) }
    } catch (error) {
      if (error instanceof Refusal || paying) throw error
      // Nothing was done so far, whatever went wrong: the customer may try again (docs/backend.md).
      console.error(error)
      throw new Refusal(503, 'The order could not be placed.', { placed: false })
    }
  })
}
const pay = (session, method) =>
  change(session, 'addPaymentToOrder(input: { method: $method, metadata: {} })', { method }, '$method: String!')

// ── The payment page ────────────────────────────────────────────────────────

// `sess` is the sealed session of the engine, so that the adapter stores nothing and may restart while a customer pays.
const sealingKey = createHash('sha256').update(secret).digest()
function seal(value) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}
function open(sess) {
  try {
    const raw = Buffer.from(sess ?? '', 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, raw.subarray(0, 12)).setAuthTag(raw.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]))
  } catch {
    throw new Refusal(404, 'Not found.')
  }
}
/** A page in place of a payment provider's. Pay returns with an order that is paid, the other button with one that is not. */
async function paymentPage(query, method) {
  const { channel, token, method: code, shop } = open(query.get('sess'))
  if (method === 'GET')
    return {
      html: `<!doctype html><meta name=viewport content="width=device-width"><title>Payment</title><form method=post><button name=pay value=1>Pay</button> <button name=pay value=0>Decline</button></form>`,
    }
  if (query.get('pay') === '1') await pay(sessionOf(channel, token), code)
  return { location: `${shop.public}/?payment=${code}&sess=${query.get('sess')}` }
}
async function checkPayment({ query }) {
  const { channel, token, code } = open(query.get('sess'))
  const { orderByCode } = await ask(sessionOf(channel, token), 'query ($code: String!) { orderByCode(code: $code) { state } }', {
    code,
  }).catch(() => ({}))
  if (!['PaymentSettled', 'PaymentAuthorized'].includes(orderByCode?.state)) throw invalid({ payment: ['The payment was declined.'] })
  return { status: 200, data: { code } }
}

// ── Accounts ────────────────────────────────────────────────────────────────

async function login({ channel, body }) {
  const session = sessionOf(channel)
  const { result } = await ask(
    session,
    `mutation ($user: String!, $password: String!) { result: login(username: $user, password: $password, rememberMe: true) { __typename ${failure} } }`,
    { user: body.email ?? '', password: body.password ?? '' },
  )
  if (result.errorCode) throw invalid({ email: ['These credentials do not match our records.'] })
  return { status: 200, data: { token: session.token } }
}
async function register({ channel, body }) {
  const [firstName, ...rest] = String(body.name ?? '')
    .trim()
    .split(/\s+/)
  const input = { emailAddress: body.email, password: body.password, firstName, lastName: rest.join(' ') || '–', phoneNumber: body.phone }
  const { result } = await ask(
    sessionOf(channel),
    `mutation ($input: RegisterCustomerInput!) { result: registerCustomerAccount(input: $input) { __typename ${failure} } }`,
    { input },
  )
  if (result.errorCode) throw invalid({ password: [result.message] })
  return { status: 201, data: {} }
}
const customerFields =
  'firstName lastName emailAddress phoneNumber addresses { id fullName streetLine1 streetLine2 postalCode defaultShippingAddress }'
async function customer({ channel, token }, fields = customerFields) {
  const { activeCustomer } = token ? await ask(sessionOf(channel, token), `{ activeCustomer { ${fields} } }`) : {}
  if (!activeCustomer) throw new Refusal(401, 'Unauthenticated.')
  return activeCustomer
}
const user = ({ firstName, lastName, emailAddress, phoneNumber }) => ({
  name: [firstName, lastName].filter((part) => part !== '–').join(' '),
  email: emailAddress,
  phone: phoneNumber ?? '',
  profit: 0,
  is_generated: false,
})
async function addressOf(call) {
  const all = await areas(call.channel)
  return ({ id, fullName, streetLine1, streetLine2, postalCode, defaultShippingAddress }) => {
    const area = all.find(({ zipcode }) => zipcode === postalCode)
    return {
      id,
      name: fullName,
      address: streetLine1,
      extras: streetLine2 ?? '',
      zipcode: postalCode,
      isDefault: defaultShippingAddress === true,
      ...(area && { areaId: area.id, area }),
    }
  }
}
async function saveAddress(call, id) {
  await customer(call)
  const { name, address, extras, zipcode, areaId, isDefault } = call.body
  const area = (await areas(call.channel)).find((one) => String(one.id) === String(areaId))
  if (!name || !address)
    throw invalid({ ...(!name && { name: ['This is required.'] }), ...(!address && { address: ['This is required.'] }) })
  const input = {
    fullName: name,
    streetLine1: address,
    streetLine2: extras ?? '',
    postalCode: zipcode || area?.zipcode || '',
    city: '',
    countryCode: 'DE',
    defaultShippingAddress: isDefault === true,
    ...(id && { id }),
  }
  const verb = id ? 'update' : 'create'
  const saved = await ask(
    sessionOf(call.channel, call.token),
    `mutation ($input: ${id ? 'Update' : 'Create'}AddressInput!) { address: ${verb}CustomerAddress(input: $input) { id fullName streetLine1 streetLine2 postalCode defaultShippingAddress } }`,
    { input },
  )
  return { status: id ? 200 : 201, data: (await addressOf(call))(saved.address) }
}
async function orders(call) {
  const fields = `orders(options: { take: 100, sort: { orderPlacedAt: DESC }, filter: { active: { eq: false } } }) { items { ${orderFields} } }`
  const [{ orders: all }, menu] = [await customer(call, fields), await menuOf(call.channel)]
  return all.items.map((one) => placed(one, menu))
}

// ── The calls ───────────────────────────────────────────────────────────────

const ok = (data, meta) => ({ status: 200, data, meta })
const routes = {
  'GET settings': () =>
    ok(Object.entries(settings).map(([key, value]) => ({ key, value: typeof value === 'boolean' ? (value ? '1' : '') : value }))),
  'GET branches': ({ shop }) =>
    ok(codes.length > 1 ? codes.map((code) => ({ name: code[0].toUpperCase() + code.slice(1), url: `${shop.self}/${code}` })) : []),
  'GET languages': () => ok([{ name: 'de' }]),
  'GET working-hours': () => ok(hours, { isOpenNow: true, nextOpen: null, isActive: true }),
  'GET products/categories': async ({ channel }) => ok(categories(await menuOf(channel))),
  'GET products/categories/:id/products': async ({ channel, ids: [id] }) => {
    const menu = await menuOf(channel)
    return ok(inCategory(menu, id), { category: { data: find(categories(menu), id) } })
  },
  'GET products/categories/:id/products/:id': async ({ channel, ids: [category, id] }) =>
    ok(find(inCategory(await menuOf(channel), category), id)),
  'GET products/menus': async ({ channel }) => menuOf(channel).then((menu) => ok(ofKind(menu, 'combo').map(combo(menu)))),
  'GET products/menus/:id': async ({ channel, ids: [id] }) =>
    menuOf(channel).then((menu) => ok(combo(menu)(find(ofKind(menu, 'combo'), id)))),
  'GET areas': async ({ channel }) => ok(await areas(channel)),
  'GET taxes': async ({ channel }) => ok(await taxes(channel)),
  'GET checkout/payment-providers': async ({ channel }) =>
    ok((await paymentMethods(channel)).map(({ id, code, name }) => ({ id, name, displayOption: onPage.has(code) ? 'card' : 'direct' }))),
  'POST checkout/quote': quote,
  'POST checkout/v2': order,
  'GET checkout/check': checkPayment,
  'POST login': login,
  'POST register': register,
  'POST reset-password': async ({ channel, body }) =>
    ask(sessionOf(channel), 'mutation ($email: String!) { requestPasswordReset(emailAddress: $email) { __typename } }', {
      email: body.email ?? '',
    }).then(() => ({ status: 204 })),
  'GET me': async (call) => ok(user(await customer(call))),
  'PUT me': async (call) => {
    await customer(call)
    const [firstName, ...rest] = String(call.body.name ?? '')
      .trim()
      .split(/\s+/)
    const input = { firstName, lastName: rest.join(' ') || '–', phoneNumber: call.body.phone }
    return ok(
      user(
        (
          await ask(
            sessionOf(call.channel, call.token),
            'mutation ($input: UpdateCustomerInput!) { customer: updateCustomer(input: $input) { firstName lastName emailAddress phoneNumber } }',
            { input },
          )
        ).customer,
      ),
    )
  },
  'POST me/logout': async ({ channel, token }) =>
    ask(sessionOf(channel, token), 'mutation { logout { success } }').then(() => ({ status: 204 })),
  'GET me/addresses': async (call) => ok((await customer(call)).addresses.map(await addressOf(call))),
  'POST me/addresses': (call) => saveAddress(call),
  'GET me/addresses/:id/edit': async (call) => ok(find((await customer(call)).addresses.map(await addressOf(call)), call.ids[0])),
  'PUT me/addresses/:id': (call) => saveAddress(call, call.ids[0]),
  'DELETE me/addresses/:id': async (call) => {
    find((await customer(call)).addresses, call.ids[0])
    await ask(sessionOf(call.channel, call.token), 'mutation ($id: ID!) { deleteCustomerAddress(id: $id) { success } }', {
      id: call.ids[0],
    })
    return { status: 204 }
  },
  'GET me/orders': async (call) => ok(await orders(call)),
  'GET me/orders/:id': async (call) =>
    ok(
      find(
        (await orders(call)).map((one) => ({ ...one, id: one.code })),
        call.ids[0],
      ),
    ),
}
const table = Object.entries(routes).map(([name, handle]) => ({ pattern: new RegExp(`^${name.replace(/:id/g, '([^/]+)')}$`), handle }))

async function answer(request) {
  const url = new URL(request.url, 'http://adapter')
  let text = ''
  for await (const part of request) text += part
  if (url.pathname === '/pay') {
    for (const [name, value] of new URLSearchParams(text)) url.searchParams.set(name, value)
    return paymentPage(url.searchParams, request.method)
  }
  const [, branch = codes[0], path] = /^(?:\/([a-z0-9-]+))?\/api\/(.*)$/.exec(url.pathname) ?? []
  const route = codes.includes(branch) && table.find(({ pattern }) => pattern.test(`${request.method} ${path}`))
  if (!route) throw new Refusal(404, 'Not found.') // "no such feature", for every optional call
  const header = (name) => request.headers[name] ?? ''
  return route.handle({
    channel: branch,
    ids: route.pattern.exec(`${request.method} ${path}`).slice(1).map(decodeURIComponent),
    query: url.searchParams,
    token: header('authorization').replace(/^Bearer /, ''),
    key: header('idempotency-key'),
    // The shop names its own address; where customers may reach the adapter directly, set it instead of believing a header.
    shop: { self: `http://${request.headers.host}`, public: `${header('x-forwarded-proto') || 'http'}://${header('x-forwarded-host')}` },
    body: text === '' ? {} : JSON.parse(text),
  })
}

createServer(async (request, response) => {
  const send = (status, headers, body) => response.writeHead(status, headers).end(body)
  const json = (status, body) => send(status, { 'Content-Type': 'application/json' }, status === 204 ? undefined : JSON.stringify(body))
  try {
    const { html, location, status, data, meta } = await answer(request)
    if (location) return send(303, { Location: location })
    if (html) return send(200, { 'Content-Type': 'text/html; charset=utf-8' }, html)
    json(status, meta ? { data, meta } : { data })
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, error.body)
    console.error(error)
    json(500, { message: 'Server error.' })
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`Adapter: http://127.0.0.1:${port}`))
