// A Vendure server with a small restaurant: two branches with prices that include the tax, and one whose prices are net. The first start fills the database.
//
//   node server.mjs        # shop API at http://127.0.0.1:3000/shop-api; PORT, DATA (the folder) and SHOP (where a payment page returns to) set the rest
import { mkdirSync } from 'node:fs'
import {
  bootstrap,
  defaultShippingEligibilityChecker,
  dummyPaymentHandler,
  DefaultLogger,
  LanguageCode,
  LogLevel,
  OrderService,
  Product,
  ProductVariant,
  ProductVariantService,
  RequestContextService,
  ShippingCalculator,
  TransactionalConnection,
} from '@vendure/core'

const { PORT = 3000, DATA: folder = 'data', SHOP: shop = 'http://127.0.0.1:8080' } = process.env
const port = Number(PORT)
mkdirSync(folder, { recursive: true })
const password = process.env.SUPERADMIN_PASSWORD ?? 'superadmin'
const de = (value) => [{ languageCode: LanguageCode.de, value }]

// The restaurant. Prices are cents including tax; `groups` names products defined above.
const branches = [{ code: 'mitte' }, { code: 'wedding', priceFactor: 1.1 }, { code: 'netto', net: true }]
const categories = ['Pizza', 'Pasta', 'Getränke']
const products = [
  { name: 'Teig', kind: 'choice', sizes: { dünn: 0, dick: 100 } },
  { name: 'Belag', kind: 'extras', sizes: { Mozzarella: 120, Oliven: 90, Sardellen: 150 } },
  {
    name: 'Margherita',
    category: 'Pizza',
    description: 'Tomaten, Mozzarella, Basilikum',
    sizes: { '26 cm': 850, '32 cm': 1120 },
    groups: ['Teig', 'Belag'],
    allergens: 'A,G',
  },
  {
    name: 'Salami',
    category: 'Pizza',
    description: 'Tomaten, Mozzarella, Salami',
    sizes: { '26 cm': 990, '32 cm': 1270 },
    groups: ['Teig', 'Belag'],
    allergens: 'A,G',
  },
  {
    name: 'Trüffel',
    category: 'Pizza',
    description: 'Trüffel, Rucola, Parmesan',
    sizes: { '26 cm': 1490 },
    groups: ['Teig'],
    stock: 0,
    allergens: 'A,G',
  },
  { name: 'Lasagne', category: 'Pasta', description: 'Rind, Béchamel, überbacken', sizes: { Portion: 1190 }, allergens: 'A,C,G' },
  { name: 'Penne all’arrabbiata', category: 'Pasta', sizes: { Portion: 940 }, groups: ['Belag'], allergens: 'A' },
  { name: 'Tiramisù', category: 'Pasta', sizes: { Glas: 560 }, stock: 3, allergens: 'A,C,G' },
  { name: 'Apfelschorle', category: 'Getränke', sizes: { '0,33 l': 290, '0,5 l': 390 }, tax: 19, allergens: '' },
  { name: 'Wasser', category: 'Getränke', sizes: { '0,5 l': 250 }, tax: 19, allergens: '' },
]
const shippingMethods = [
  { name: 'Abholung', deliveryPrice: 0 },
  { name: 'Mitte', zipcode: '10115', deliveryPrice: 250, minimumOrder: 1200, freeDeliveryThreshold: 4000 },
  { name: 'Wedding', zipcode: '13347', deliveryPrice: 350, minimumOrder: 1500 },
]
const paymentMethods = [
  { code: 'cash', name: 'Bar', settled: false },
  { code: 'online', name: 'Karte', settled: true },
]
const promotions = [
  { name: '10 % ab 30 €', from: 3000, percent: 10 },
  { name: 'Gutschein LECKER', percent: 5, couponCode: 'LECKER' },
]

/** A line costs its variant and what was added to it. */
class PriceWithExtras {
  init(injector) {
    this.variants = injector.get(ProductVariantService)
  }
  async calculateUnitPrice(ctx, { listPrice, listPriceIncludesTax }, { extras = [] }) {
    const ids = extras.map(({ id }) => id)
    const added = ids.length > 0 ? await this.variants.findByIds(ctx, ids) : [] // with the prices of the channel
    return { price: added.reduce((sum, extra) => sum + extra.listPrice, listPrice), priceIncludesTax: listPriceIncludesTax }
  }
}

/** The fee of a delivery area; nothing from a sum of the dishes on. */
const deliveryFee = new ShippingCalculator({
  code: 'delivery-fee',
  description: de('Delivery fee'),
  args: { fee: { type: 'int' }, freeFrom: { type: 'int' } },
  calculate: (ctx, order, { fee, freeFrom }) => {
    const price = freeFrom > 0 && order.subTotalWithTax >= freeFrom ? 0 : fee
    return { price, priceIncludesTax: true, taxRate: 7 }
  },
})

const text = (name) => ({ name, type: 'string', nullable: true })
const cents = (name) => ({ name, type: 'int', nullable: true })
const config = {
  apiOptions: {
    port,
    hostname: '127.0.0.1',
    shopApiPath: 'shop-api',
    adminApiPath: 'admin-api',
    shopListQueryLimit: 1000, // a whole menu in one list
    middleware: [{ route: 'payment', handler: (request, response, next) => paymentPage(request, response).catch(next) }],
  },
  authOptions: {
    tokenMethod: 'bearer',
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password },
  },
  dbConnectionOptions: { type: 'sqljs', location: `${folder}/vendure.sqlite`, autoSave: true, synchronize: true, logging: false },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  defaultLanguageCode: LanguageCode.de,
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  shippingOptions: { shippingCalculators: [deliveryFee], shippingEligibilityCheckers: [defaultShippingEligibilityChecker] },
  orderOptions: { orderItemPriceCalculationStrategy: new PriceWithExtras() },
  // What a menu needs beyond Vendure's own fields, and what the kitchen must know of an order.
  customFields: {
    Product: [
      { ...text('kind'), defaultValue: 'dish' },
      { name: 'groups', type: 'relation', list: true, entity: Product }, // choices and extras are products too
      text('allergens'),
    ],
    OrderLine: [{ name: 'extras', type: 'relation', list: true, entity: ProductVariant, eager: true }],
    Order: [text('deliverType'), text('deliverAt'), { ...text('notes'), type: 'text' }],
    ShippingMethod: [text('zipcode'), cents('deliveryPrice'), cents('minimumOrder'), cents('freeDeliveryThreshold')],
  },
}

const app = await bootstrap(config)

/** In place of a payment provider: a page that pays an order or not, and returns to the shop; with `status` it says whether the order is paid. */
async function paymentPage({ method, query }, response) {
  const context = await app.get(RequestContextService).create({ apiType: 'admin' })
  const orders = app.get(OrderService)
  const order = await orders.findOneByCode(context, String(query.order))
  if (query.status !== undefined) return response.json({ paid: order?.active === false })
  if (!order) return response.sendStatus(404)
  const button = (label, pay) => `<button formaction="?order=${order.code}&amp;pay=${pay}">${label}</button>`
  if (method !== 'POST')
    return response.send(`<!doctype html><title>Payment</title><form method=post>${button('Pay', 1)} ${button('Decline', 0)}</form>`)
  const pay = (transaction) => orders.addPaymentToOrder(transaction, order.id, { method: 'online', metadata: {} })
  if (query.pay === '1') await app.get(TransactionalConnection).withTransaction(context, pay)
  response.redirect(303, `${shop}/?payment=online&sess=${order.code}`)
}

const url = `http://127.0.0.1:${port}/admin-api`
let token = ''

/** Calls the admin API; throws its errors. */
async function admin(query, variables = {}, channel) {
  const headers = {
    'Content-Type': 'application/json',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(channel && { 'vendure-token': channel }),
  }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  token ||= response.headers.get('vendure-auth-token') ?? ''
  const { data, errors } = await response.json()
  const result = Object.values(data ?? {})[0]
  if (errors || result?.errorCode) throw new Error(JSON.stringify(errors ?? result))
  return result
}

const orError = (type) => `... on ${type} { id } ... on ErrorResult { errorCode message }`
/** Creates a thing; returns its id. */
const create = async (type, input, result = 'id') =>
  (await admin(`mutation ($input: Create${type}Input!) { create${type}(input: $input) { ${result} } }`, { input })).id
const called = (name, more) => [{ languageCode: 'de', name, ...more }]
const argumentsOf = (values) => Object.entries(values).map(([name, value]) => ({ name, value: String(value) }))

/** Fills an empty database with the menu. */
async function seed() {
  const country = await create('Country', { code: 'DE', enabled: true, translations: called('Deutschland') })
  const zoneId = await create('Zone', { name: 'Deutschland', memberIds: [country] })
  const taxes = {}
  for (const value of [7, 19]) {
    taxes[value] = await create('TaxCategory', { name: `MwSt. ${value} %`, isDefault: value === 7 })
    await create('TaxRate', { name: `MwSt. ${value} %`, enabled: true, value, categoryId: taxes[value], zoneId })
  }
  const common = { defaultLanguageCode: 'de', defaultCurrencyCode: 'EUR', defaultTaxZoneId: zoneId, defaultShippingZoneId: zoneId }
  const { items: sellers } = await admin('{ sellers { items { id } } }')
  const { items: existing } = await admin('{ channels { items { id } } }')
  await admin(`mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${orError('Channel')} } }`, {
    input: { id: existing[0].id, ...common, pricesIncludeTax: true },
  })
  const channels = []
  for (const { code, net, priceFactor = 1 } of branches) {
    const input = { code, token: code, sellerId: sellers[0].id, pricesIncludeTax: !net, availableLanguageCodes: ['de'], ...common }
    channels.push({ id: await create('Channel', input, orError('Channel')), priceFactor })
  }
  /** Makes things available in every branch. */
  const assign = (what, assigned) =>
    Promise.all(
      channels.map(({ id: channelId, priceFactor }) =>
        admin(`mutation ($input: Assign${what}ToChannelInput!) { assign${what}ToChannel(input: $input) { id } }`, {
          input: { channelId, ...assigned, ...(what === 'Products' && { priceFactor }) },
        }),
      ),
    )

  const facet = await create('Facet', {
    code: 'category',
    isPrivate: false,
    translations: called('Kategorie'),
    values: categories.map((name, i) => ({ code: String(i), translations: called(name) })),
  })
  const { values } = await admin('query ($id: ID!) { facet(id: $id) { values { id name } } }', { id: facet })
  await assign('Facets', { facetIds: [facet] })

  const ids = {}
  for (const { name, kind = 'dish', description, category, sizes, tax = 7, groups = [], allergens, stock } of products) {
    const names = Object.keys(sizes)
    const id = await create('Product', {
      enabled: true,
      translations: called(name, { slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), description: description ?? '' }),
      facetValueIds: values.filter((value) => value.name === category).map((value) => value.id),
      customFields: { kind, groupsIds: groups.map((group) => ids[group]), allergens },
    })
    ids[name] = id
    const options = []
    if (names.length > 1) {
      const group = await create('ProductOptionGroup', {
        code: `${name}-size`,
        translations: called('Größe'),
        options: names.map((size) => ({ code: size, translations: called(size) })),
      })
      await admin('mutation ($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }', {
        product: id,
        group,
      })
      options.push(...(await admin('query ($id: ID!) { productOptionGroup(id: $id) { options { id name } } }', { id: group })).options)
    }
    await admin('mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }', {
      input: names.map((size, i) => ({
        productId: id,
        sku: `${id}-${i + 1}`,
        price: sizes[size],
        taxCategoryId: taxes[tax],
        trackInventory: stock === undefined ? 'FALSE' : 'TRUE',
        stockOnHand: stock ?? 0,
        optionIds: options.filter((option) => option.name === size).map((option) => option.id),
        translations: called(size),
      })),
    })
  }
  await assign('Products', { productIds: Object.values(ids) })
  const { items: stock } = await admin('{ stockLocations { items { id } } }')
  await assign('StockLocations', { stockLocationIds: stock.map(({ id }) => id) })

  const shippingMethodIds = []
  for (const { name, ...customFields } of shippingMethods) {
    const { deliveryPrice: fee, minimumOrder: orderMinimum = 0, freeDeliveryThreshold: freeFrom = 0 } = customFields
    const input = {
      code: name.toLowerCase(),
      fulfillmentHandler: 'manual-fulfillment',
      checker: { code: 'default-shipping-eligibility-checker', arguments: argumentsOf({ orderMinimum }) },
      calculator: { code: 'delivery-fee', arguments: argumentsOf({ fee, freeFrom }) },
      translations: called(name, { description: '' }),
      customFields,
    }
    shippingMethodIds.push(await create('ShippingMethod', input))
  }
  await assign('ShippingMethods', { shippingMethodIds })

  const promotionIds = []
  for (const { name, from: amount, percent: discount, couponCode } of promotions) {
    const minimum = { code: 'minimum_order_amount', arguments: argumentsOf({ amount, taxInclusive: true }) }
    const actions = [{ code: 'order_percentage_discount', arguments: argumentsOf({ discount }) }]
    const input = { enabled: true, couponCode, conditions: amount ? [minimum] : [], actions, translations: called(name) }
    promotionIds.push(await create('Promotion', input, orError('Promotion')))
  }
  await assign('Promotions', { promotionIds })

  // Last: a shop with payment methods is complete.
  const paymentMethodIds = []
  for (const { code, name, settled: automaticSettle } of paymentMethods) {
    const handler = { code: dummyPaymentHandler.code, arguments: argumentsOf({ automaticSettle }) }
    paymentMethodIds.push(await create('PaymentMethod', { code, enabled: true, handler, translations: called(name, { description: '' }) }))
  }
  await assign('PaymentMethods', { paymentMethodIds })
}

await admin(
  `mutation { login(username: "superadmin", password: ${JSON.stringify(password)}) { ... on CurrentUser { id } ... on ErrorResult { errorCode message } } }`,
)
if ((await admin('{ products { totalItems } }')).totalItems === 0) await seed()
console.log(`Vendure: http://127.0.0.1:${port}/shop-api`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close().finally(() => process.exit(0)))
