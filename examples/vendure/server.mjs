// A Vendure server with a small restaurant: two branches with prices that include the tax, and one whose prices are net. The first start fills the database.
//
//   node server.mjs        # shop API at http://127.0.0.1:3000/shop-api; PORT and DATA set port and folder
//
// What a menu needs beyond Vendure's own fields: a product's `kind` and `groups` (its choices, extras and, of a combo, its slots, which are products too),
// an order line's `extras` (ids of variants that were chosen), and what the kitchen must know of an order.
import { mkdirSync } from 'node:fs'
import {
  bootstrap,
  defaultShippingEligibilityChecker,
  dummyPaymentHandler,
  LanguageCode,
  LogLevel,
  DefaultLogger,
  Product,
  ProductVariantService,
  ShippingCalculator,
} from '@vendure/core'
import { menu } from './menu.mjs'

const port = Number(process.env.PORT ?? 3000)
const folder = process.env.DATA ?? 'data'
mkdirSync(folder, { recursive: true })
const password = process.env.SUPERADMIN_PASSWORD ?? 'superadmin'
const de = (value) => [{ languageCode: LanguageCode.de, value }]

/** A line costs its variant and the extras and choices that were added to it. Dishes of a combo's slots are included. */
class PriceWithExtras {
  init(injector) {
    this.variants = injector.get(ProductVariantService)
  }
  async calculateUnitPrice(ctx, variant, custom) {
    const ids = (custom?.extras ?? '').split(',').filter(Boolean)
    let price = variant.listPrice
    for (const extra of ids.length > 0 ? await this.variants.findByIds(ctx, ids) : []) {
      const { customFields } = await this.variants.getProductForVariant(ctx, extra)
      if (['extras', 'choice'].includes(customFields.kind)) price += extra.listPrice
    }
    return {
      price,
      priceIncludesTax: variant.listPriceIncludesTax,
    }
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

const text = (name, more = {}) => ({ name, type: 'string', nullable: true, public: true, ...more })
const config = {
  apiOptions: { port, hostname: '127.0.0.1', shopApiPath: 'shop-api', adminApiPath: 'admin-api' },
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
  customFields: {
    Product: [
      text('kind', { defaultValue: 'dish' }),
      { name: 'groups', type: 'relation', list: true, entity: Product, public: true },
      text('allergens'),
    ],
    OrderLine: [text('extras')],
    Order: [text('attempt', { unique: true }), text('deliverType'), text('deliverAt'), { name: 'notes', type: 'text', nullable: true }],
    ShippingMethod: [
      text('zipcode'),
      { name: 'minimum', type: 'int', nullable: true },
      { name: 'fee', type: 'int', nullable: true },
      { name: 'freeFrom', type: 'int', nullable: true },
    ],
  },
}

const app = await bootstrap(config)
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
  for (const { code, net } of menu.channels) {
    const input = { code, token: code, sellerId: sellers.items[0].id, pricesIncludeTax: !net, availableLanguageCodes: ['de'], ...common }
    const { id } = await admin(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { ... on Channel { id } ... on ErrorResult { errorCode message } } }',
      { input },
    )
    channels.push({ id })
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
    values: menu.categories.map((name, i) => ({ code: String(i), translations: [{ languageCode: 'de', name }] })),
  })
  const { values } = await admin('query ($id: ID!) { facet(id: $id) { values { id name } } }', { id: facet.id })
  await assign('Facets', { facetIds: [facet.id] })

  const products = {}
  for (const { name, kind = 'dish', description, category, sizes, tax = 7, groups = [], allergens, stock } of menu.products) {
    const { id } = await create('Product', {
      enabled: true,
      translations: translated(name, description),
      facetValueIds: values.filter((value) => value.name === category).map((value) => value.id),
      customFields: { kind, groupsIds: groups.map((group) => products[group]), allergens },
    })
    products[name] = id
    const options = []
    if (sizes.length > 1) {
      const group = await create('ProductOptionGroup', {
        code: `${name}-size`,
        translations: [{ languageCode: 'de', name: 'Größe' }],
        options: sizes.map(([size]) => ({ code: size, translations: [{ languageCode: 'de', name: size }] })),
      })
      await admin('mutation ($product: ID!, $group: ID!) { addOptionGroupToProduct(productId: $product, optionGroupId: $group) { id } }', {
        product: id,
        group: group.id,
      })
      options.push(...(await admin('query ($id: ID!) { productOptionGroup(id: $id) { options { id name } } }', { id: group.id })).options)
    }
    await admin('mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }', {
      input: sizes.map(([size, price], i) => ({
        productId: id,
        sku: `${id}-${i + 1}`,
        price,
        taxCategoryId: taxes[tax],
        trackInventory: stock === undefined ? 'FALSE' : 'TRUE',
        stockOnHand: stock ?? 0,
        optionIds: options.filter((option) => option.name === size).map((option) => option.id),
        translations: [{ languageCode: 'de', name: size }],
      })),
    })
  }
  await Promise.all(
    channels.map(({ id: channelId }) =>
      admin('mutation ($input: AssignProductsToChannelInput!) { assignProductsToChannel(input: $input) { id } }', {
        input: { channelId, productIds: Object.values(products), priceFactor: 1 },
      }),
    ),
  )
  const { items: stock } = await admin('{ stockLocations { items { id } } }')
  await assign('StockLocations', { stockLocationIds: stock.map(({ id }) => id) })

  const shipping = []
  for (const { name, fee, ...customFields } of menu.shipping) {
    const args = [
      { name: 'fee', value: String(fee) },
      { name: 'freeFrom', value: String(customFields.freeFrom ?? 0) },
    ]
    const { id } = await create('ShippingMethod', {
      code: name.toLowerCase(),
      fulfillmentHandler: 'manual-fulfillment',
      checker: {
        code: 'default-shipping-eligibility-checker',
        arguments: [{ name: 'orderMinimum', value: String(customFields.minimum ?? 0) }],
      },
      calculator: { code: 'delivery-fee', arguments: args },
      translations: [{ languageCode: 'de', name, description: '' }],
      customFields: { fee, ...customFields },
    })
    shipping.push(id)
  }
  await assign('ShippingMethods', { shippingMethodIds: shipping })
  const promotions = []
  for (const { name, from, percent, couponCode } of menu.promotions) {
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
    promotions.push(
      (
        await admin(
          'mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } ... on ErrorResult { errorCode message } } }',
          { input: { enabled: true, couponCode, conditions, actions, translations: [{ languageCode: 'de', name }] } },
        )
      ).id,
    )
  }
  await assign('Promotions', { promotionIds: promotions })
  // Last: a shop with payment methods is complete.
  const payment = []
  for (const { code, name, settled } of menu.payments)
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
