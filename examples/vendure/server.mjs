// A Vendure server with a small restaurant: two branches with prices that include the tax, and one whose prices are net. The first start fills the database.
//
//   node server.mjs        # shop API at http://127.0.0.1:3000/shop-api; PORT, DATA (the folder) and SHOP (where a payment page returns to) set the rest
import { mkdirSync } from 'node:fs'
import {
  bootstrap,
  defaultShippingEligibilityChecker,
  dummyPaymentHandler,
  LanguageCode,
  DefaultLogger,
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
    // With the prices of the channel.
    const added =
      extras.length > 0
        ? await this.variants.findByIds(
            ctx,
            extras.map(({ id }) => id),
          )
        : []
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

const translated = (name, description = '') => [
  { languageCode: 'de', name, slug: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), description },
]
const create = (type, input) => admin(`mutation ($input: Create${type}Input!) { create${type}(input: $input) { id } }`, { input })

/** Fills an empty database with the menu. */
async function seed() {
  const country = await admin(
    'mutation { createCountry(input: { code: "DE", enabled: true, translations: [{ languageCode: de, name: "Deutschland" }] }) { id } }',
  )
  const zone = await admin('mutation ($member: ID!) { createZone(input: { name: "Deutschland", memberIds: [$member] }) { id } }', {
    member: country.id,
  })
  const taxes = {}
  for (const value of [7, 19]) {
    taxes[value] = (await create('TaxCategory', { name: `MwSt. ${value} %`, isDefault: value === 7 })).id
    await create('TaxRate', { name: `MwSt. ${value} %`, enabled: true, value, categoryId: taxes[value], zoneId: zone.id })
  }
  const common = { defaultLanguageCode: 'de', defaultCurrencyCode: 'EUR', defaultTaxZoneId: zone.id, defaultShippingZoneId: zone.id }
  const sellers = await admin('{ sellers { items { id } } }')
  const [main] = await admin('{ channels { items { id } } }').then(({ items }) => items)
  await admin(
    'mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } ... on ErrorResult { errorCode message } } }',
    {
      input: { id: main.id, ...common, pricesIncludeTax: true },
    },
  )
  const channels = []
  for (const { code, net, priceFactor = 1 } of branches) {
    const input = { code, token: code, sellerId: sellers.items[0].id, pricesIncludeTax: !net, availableLanguageCodes: ['de'], ...common }
    const { id } = await admin(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } ... on ErrorResult { errorCode message } } }',
      { input },
    )
    channels.push({ id, priceFactor })
  }
  const assign = (what, ids) =>
    Promise.all(
      channels.map(({ id: channelId }) =>
        admin(`mutation ($input: Assign${what}ToChannelInput!) { assign${what}ToChannel(input: $input) { id } }`, {
          input: { channelId, ...ids },
        }),
      ),
    )

  const facet = await create('Facet', {
    code: 'category',
    isPrivate: false,
    translations: [{ languageCode: 'de', name: 'Kategorie' }],
    values: categories.map((name, i) => ({ code: String(i), translations: [{ languageCode: 'de', name }] })),
  })
  const { values } = await admin('query ($id: ID!) { facet(id: $id) { values { id name } } }', { id: facet.id })
  await assign('Facets', { facetIds: [facet.id] })

  const ids = {}
  for (const { name, kind = 'dish', description, category, sizes, tax = 7, groups = [], allergens, stock } of products) {
    const names = Object.keys(sizes)
    const { id } = await create('Product', {
      enabled: true,
      translations: translated(name, description),
      facetValueIds: values.filter((value) => value.name === category).map((value) => value.id),
      customFields: { kind, groupsIds: groups.map((group) => ids[group]), allergens },
    })
    ids[name] = id
    const options = []
    if (names.length > 1) {
      const group = await create('ProductOptionGroup', {
        code: `${name}-size`,
        translations: [{ languageCode: 'de', name: 'Größe' }],
        options: names.map((size) => ({ code: size, translations: [{ languageCode: 'de', name: size }] })),
      })
      await admin('mutation ($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }', {
        product: id,
        group: group.id,
      })
      options.push(...(await admin('query ($id: ID!) { productOptionGroup(id: $id) { options { id name } } }', { id: group.id })).options)
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
        translations: [{ languageCode: 'de', name: size }],
      })),
    })
  }
  await Promise.all(
    channels.map(({ id: channelId, priceFactor }) =>
      admin('mutation ($input: AssignProductsToChannelInput!) { assignProductsToChannel(input: $input) { id } }', {
        input: { channelId, productIds: Object.values(ids), priceFactor },
      }),
    ),
  )
  const { items: stock } = await admin('{ stockLocations { items { id } } }')
  await assign('StockLocations', { stockLocationIds: stock.map(({ id }) => id) })

  const shipping = []
  for (const { name, ...customFields } of shippingMethods) {
    const { deliveryPrice, minimumOrder = 0, freeDeliveryThreshold = 0 } = customFields
    const args = Object.entries({ fee: deliveryPrice, freeFrom: freeDeliveryThreshold })
    const { id } = await create('ShippingMethod', {
      code: name.toLowerCase(),
      fulfillmentHandler: 'manual-fulfillment',
      checker: {
        code: 'default-shipping-eligibility-checker',
        arguments: [{ name: 'orderMinimum', value: String(minimumOrder) }],
      },
      calculator: { code: 'delivery-fee', arguments: args.map(([arg, value]) => ({ name: arg, value: String(value) })) },
      translations: [{ languageCode: 'de', name, description: '' }],
      customFields,
    })
    shipping.push(id)
  }
  await assign('ShippingMethods', { shippingMethodIds: shipping })
  const promotionIds = []
  for (const { name, from, percent, couponCode } of promotions) {
    const conditions =
      from === undefined
        ? []
        : [
            {
              code: 'minimum_order_amount',
              arguments: [
                { name: 'amount', value: String(from) },
                { name: 'taxInclusive', value: 'true' },
              ],
            },
          ]
    const actions = [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: String(percent) }] }]
    promotionIds.push(
      (
        await admin(
          'mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } ... on ErrorResult { errorCode message } } }',
          { input: { enabled: true, couponCode, conditions, actions, translations: [{ languageCode: 'de', name }] } },
        )
      ).id,
    )
  }
  await assign('Promotions', { promotionIds })
  // Last: a shop with payment methods is complete.
  const payment = []
  for (const { code, name, settled } of paymentMethods)
    payment.push(
      (
        await create('PaymentMethod', {
          code,
          enabled: true,
          handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: String(settled) }] },
          translations: [{ languageCode: 'de', name, description: '' }],
        })
      ).id,
    )
  await assign('PaymentMethods', { paymentMethodIds: payment })
}

await admin(
  `mutation { login(username: "superadmin", password: ${JSON.stringify(password)}) { ... on CurrentUser { id } ... on ErrorResult { errorCode message } } }`,
)
if ((await admin('{ products { totalItems } }')).totalItems === 0) await seed()
console.log(`Vendure: http://127.0.0.1:${port}/shop-api`)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.close().finally(() => process.exit(0)))
