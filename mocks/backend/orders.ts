/** Places orders, validating everything (docs/specification.md sections 4, 5, 9), and returns them (docs/wire.md section 4). */
import type { Area, Bill, CheckoutResult, CheckoutSubmission, Order, OrderItem } from '../../contracts/types.ts'
import { isoWithOffset } from './clock.ts'
import { LANGUAGES, say, type Lang, type Texts } from '../data/texts.ts'
import { couponOf, engineSums, missing, toBill } from './engine.ts'
import { fieldsOf, type Fields } from './fields.ts'
import { areaOf, pointOf } from './handlers/addresses.ts'
import { isOpen } from './hours.ts'
import { amount, cents } from './money.ts'
import { once } from './once.ts'
import { addUp, deliveryFee, readLine, reckonLine, Refused, taxPercent, type Sums } from './ordering.ts'
import { bodyOf, failure, textOf, type Call, type Runtime } from './runtime.ts'
import { after, before } from './sentinels.ts'
import type { OrderRecord } from './state.ts'

const MINUTE = 60 * 1000
/** How long after its submission an order is approved, and when it is completed. */
const APPROVED_AFTER = 0.75 * MINUTE
const COMPLETED_AFTER = 40 * MINUTE
/** The share of the dishes' price that comes back as points, in percent. */
const EARNED_PERCENT = 5

const STATUS_TEXT: Readonly<Record<Order['status'], Texts>> = {
  pending_approval: ['Wartet auf Bestätigung', 'Waiting for confirmation', 'Onay bekliyor', 'بانتظار التأكيد'],
  approved: ['Bestätigt, wird zubereitet', 'Confirmed, being prepared', 'Onaylandı, hazırlanıyor', 'تم التأكيد وقيد التحضير'],
  completed: ['Abgeschlossen', 'Completed', 'Tamamlandı', 'مكتمل'],
  rejected: ['Abgelehnt', 'Rejected', 'Reddedildi', 'مرفوض'],
}
const UNPAID: Texts = ['Wartet auf Zahlung', 'Waiting for payment', 'Ödeme bekleniyor', 'بانتظار الدفع']
const DECLINED: Texts = ['Zahlung abgelehnt', 'Payment declined', 'Ödeme reddedildi', 'تم رفض الدفع']

const statusOf = (call: Pick<Call, 'world' | 'shop' | 'now'>, order: OrderRecord): { status: Order['status']; text: Texts } => {
  if (order.decided !== undefined) return { status: order.decided, text: STATUS_TEXT[order.decided] }
  if (order.payment === 'declined') return { status: 'rejected', text: DECLINED }
  if (order.payment === 'open') return { status: 'pending_approval', text: UNPAID }
  const { world, shop, now } = call
  const age = now.getTime() - Date.parse(order.createdAt)
  const [approved, completed] = world.is('busy-kitchen', shop)
    ? [Infinity, Infinity]
    : world.is('quick-kitchen', shop)
      ? [APPROVED_AFTER / 9, COMPLETED_AFTER / 160]
      : [APPROVED_AFTER, COMPLETED_AFTER]
  const status = age < approved ? 'pending_approval' : order.rejected ? 'rejected' : age < completed ? 'approved' : 'completed'
  return { status, text: STATUS_TEXT[status] }
}

/** The statuses that the operator can give an order. */
export const ORDER_STATUSES = Object.keys(STATUS_TEXT) as Order['status'][]

/** An order as the customer sees it. */
export const toOrder = (call: Call, order: OrderRecord): Order => {
  const { status, text } = statusOf(call, order)
  const { lines, delivery, discount, discounts, tax, tip, taxItems } = order.amounts
  return {
    code: order.code,
    status,
    statusText: say(text, call.lang),
    createdAt: order.createdAt,
    deliverAt: order.deliverAt,
    takeaway: order.submission.takeaway,
    issueInvoice: order.submission.issueInvoice,
    items: order.items[call.lang],
    payment: {
      price: amount(lines + delivery),
      cartTotal: amount(lines),
      discount: amount(discount),
      ...(discounts ? { discounts: discounts.map(({ name, value }) => ({ name: say(name, call.lang), value: amount(value) })) } : {}),
      deliver: amount(delivery),
      tax: amount(tax),
      taxItems: taxItems.map(({ name, value, included }) => ({
        name: say(name, call.lang),
        value: amount(value),
        ...(included === true ? { included } : {}),
      })),
      tip: amount(tip),
      method: say(order.method, call.lang),
    },
    address: order.address,
  }
}

/** The orders of the signed-in customer, or of the table, newest first. */
export const ownOrders = (call: Call): OrderRecord[] => {
  const session = call.signedIn()
  return call.world.state.orders
    .filter((order) =>
      'table' in session
        ? order.table?.code === session.table.code && order.host === session.table.host
        : order.accountId === session.accountId,
    )
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id)
}

const moveProfit = (call: Call, accountId: number | null, moved: number, description: Texts): void => {
  const account = call.world.state.accounts.find(({ id }) => id === accountId)
  if (!account || moved === 0) return
  const oldProfit = account.profit
  account.profit += moved
  call.world.state.transactions.unshift({
    accountId: account.id,
    description,
    oldProfit,
    amount: moved,
    newProfit: account.profit,
    date: isoWithOffset(call.now),
  })
}

/** The cart of a body; empty if there is none. */
const cartOf = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof body['cart'] === 'object' && body['cart'] !== null ? (body['cart'] as Record<string, unknown>) : {}

/**
 * The prices of a cart's lines by the menu, and how the order shows them. What can't be ordered is reported: at the line where the backend owns the prices
 * (`cart.items.1`), else at the cart. `told`: the prices that the shop sends must be these.
 */
const reckonCart = (call: Call, fields: Fields, cart: Readonly<Record<string, unknown>>, told: boolean) => {
  const { world, shop } = call
  const engine = world.is('engine', shop)
  const sent: unknown[] = Array.isArray(cart['items']) ? cart['items'] : []
  const lines = sent.map(readLine)
  const items = Object.fromEntries(LANGUAGES.map((lang) => [lang, [] as OrderItem[]])) as Record<Lang, OrderItem[]>
  const prices: number[] = []
  if (lines.length === 0) fields.add('cart', 'The cart is empty.')
  for (const [at, line] of lines.entries()) {
    try {
      if (line === null) throw new Refused('A dish in your cart is no longer available.')
      let price = 0
      for (const lang of LANGUAGES) {
        const reckoned = reckonLine(world.catalogue(shop, lang), line)
        price = reckoned.price
        items[lang].push(reckoned.item)
      }
      prices.push(price)
      const catalogue = world.catalogue(shop, call.lang)
      const found =
        line.type === 'productItem' ? { product: catalogue.product(String(line.productId)) } : { menu: catalogue.menu(String(line.menuId)) }
      const stock = engine ? missing(line, lines, found) : null
      if (stock !== null) throw new Refused(stock.message, stock.values)
      if (told && !engine && cents(line.price) !== price) fields.add('cart', 'The prices have changed. Please check your cart.')
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      fields.add(engine ? `cart.items.${at}` : 'cart', refused.message, refused.values)
    }
  }
  return { items, prices, engine }
}

/** The sums of an order, with points, tip and coupon; what is wrong with these is reported. */
const sumsOf = (
  call: Call,
  fields: Fields,
  body: Readonly<Record<string, unknown>>,
  of: { prices: readonly number[]; fee: number; account: ReturnType<Call['customer']> | null },
): Sums => {
  const { world, shop } = call
  const lines = of.prices.reduce((all, price) => all + price, 0)
  const { account, fee: delivery } = of
  let points = 0
  if (body['useProfit'] === true) {
    if (!account || !world.on(shop, 'LOYALTY_SYSTEM') || account.profit <= 0) fields.add('useProfit', 'You have no points to use.')
    else if (lines + delivery < account.profit + 100)
      fields.add('useProfit', "Cart total has to be greater or equal then your points' amount")
    else points = account.profit
  }
  const sent = cartOf(body)['tip']
  const tip = sent === undefined ? 0 : cents(sent)
  if (!(tip >= 0)) fields.add('tip', 'This is not a tip.')
  else if (tip > 0 && !world.on(shop, 'ALLOW_TIP')) fields.add('tip', 'Tips are not offered.')
  const typed = fields.text('coupon')
  const coupon = couponOf(typed)
  const taxes = world.taxes(shop)
  if (!world.is('engine', shop)) return addUp(taxes, { lines, delivery, discount: points, tip: tip >= 0 ? tip : 0 })
  if (typed !== '' && coupon === null) fields.add('coupon', 'This coupon is not valid.')
  return engineSums(taxes, world.includedTaxes(shop), { lines: of.prices, delivery, points, tip: tip >= 0 ? tip : 0, coupon })
}

/** What a cart costs (POST checkout/quote). What the customer has not chosen yet counts as nothing. Throws the 422 for lines and coupon. */
export const quoteOrder = (call: Call, body: Readonly<Record<string, unknown>>): Bill => {
  const { world, shop, session } = call
  const fields = fieldsOf(call, body)
  const account = session && 'accountId' in session ? call.customer() : null
  const { prices } = reckonCart(call, fields, cartOf(body), false)
  const lines = prices.reduce((all, price) => all + price, 0)
  const own = world.state.addresses.find(({ id, accountId }) => accountId === account?.id && String(id) === textOf(body['addressId']))
  const point = pointOf(body['coordinates'])
  const area =
    body['deliverType'] !== 'delivery'
      ? null
      : own
        ? areaOf(call, own)
        : (world.areas(shop).find(({ id }) => String(id) === textOf(body['areaId'])) ?? (point ? world.areaAt(shop, point) : null))
  const sums = sumsOf(call, fields, body, { prices, fee: area ? deliveryFee(area, lines) : 0, account })
  fields.check()
  return toBill(sums, prices, call.lang)
}

/** A valid order: its sums and its destination. */
interface Accepted {
  submission: CheckoutSubmission
  items: Record<Lang, OrderItem[]>
  sums: Sums
  account: ReturnType<Call['customer']> | null
  table: OrderRecord['table']
  address: string | null
  deliverAt: string | null
  provider: Call['shop']['data']['providers'][number]
}

const WAYS = { delivery: 'ALLOW_DELIVERY', takeaway: 'ALLOW_TAKEAWAY', curbside: 'ALLOW_CURBSIDE', table: null } as const

const accept = (call: Call, body: Readonly<Record<string, unknown>>): Accepted => {
  const { world, shop, session, now } = call
  const fields = fieldsOf(call, body)
  const account = session && 'accountId' in session ? call.customer() : null
  const atTable = session && 'table' in session ? session.table : null
  if (session === null && !world.on(shop, 'ALLOW_GUEST_CHECKOUT')) throw failure(401, call.say('Please log in to order.'))

  // Who.
  if (account === null && atTable === null) {
    fields.required('name')
    fields.email('email')
    fields.phone('phone')
  } else {
    if (fields.text('email') !== '') fields.email('email')
    if (fields.text('phone') !== '') fields.phone('phone')
  }

  // How.
  const way = fields.text('deliverType')
  const known = way in WAYS ? (way as keyof typeof WAYS) : null
  let table: OrderRecord['table'] = null
  if (known === null) fields.add('deliverType', 'This field is required.')
  else if (known === 'table') {
    if (!atTable || atTable.host !== shop.host || (body['table'] !== undefined && textOf(body['table']) !== String(atTable.id)))
      fields.add('table', 'There is no such table.')
    else table = { id: atTable.id, code: atTable.code }
  } else if (!world.on(shop, WAYS[known])) fields.add('deliverType', 'This is not offered at the moment.')

  // Where.
  let area: Area | null = null
  let address: string | null = null
  let areaField = 'areaId'
  if (known === 'delivery') {
    if (body['addressId'] !== undefined && body['addressId'] !== '') {
      areaField = 'addressId'
      const own = account
        ? world.state.addresses.find(({ id, accountId }) => accountId === account.id && String(id) === String(body['addressId']))
        : undefined
      if (!own) fields.add('addressId', 'This address is not known.')
      else {
        area = areaOf(call, own)
        address = [own.address, own.extras].filter(Boolean).join(', ')
        if (!area) fields.add('addressId', 'We do not deliver to this address.')
      }
    } else {
      const point = pointOf(body['coordinates'])
      area = world.areas(shop).find(({ id }) => String(id) === String(body['areaId'])) ?? (point ? world.areaAt(shop, point) : null)
      if (!area)
        fields.add(
          'areaId',
          body['areaId'] === undefined || body['areaId'] === '' ? 'This field is required.' : 'We do not deliver to this area.',
        )
      address = fields.required('address', 500)
    }
  }

  // When.
  let deliverAt: string | null = null
  const week = world.week(shop)
  if (body['deliverAt'] === 'now') {
    if (world.is('inactive', shop)) fields.add('deliverAt', 'Restaurant is not available right now. Please try again later')
    else if (!isOpen(week, now)) fields.add('deliverAt', 'We are closed at this time.')
  } else if (body['deliverAt'] === 'later') {
    const text = fields.required('deliverDate')
    const at = new Date(text)
    if (text !== '') {
      if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(text)) fields.add('deliverDate', 'This is not a date.')
      else if (at < now) fields.add('deliverDate', 'This time is in the past.')
      else if (!isOpen(week, at) && !isOpen(week, new Date(at.getTime() - 1))) fields.add('deliverDate', 'We are closed at this time.')
      else deliverAt = isoWithOffset(at)
    }
  } else fields.add('deliverAt', 'This field is required.')

  // How it is paid.
  const provider = shop.data.providers.find(({ id }) => id === textOf(body['paymentType']))
  if (!provider) fields.add('paymentType', 'Please choose how to pay.')
  fields.accepted('terms')
  if (body['issueInvoice'] === true && !world.on(shop, 'ALLOW_ISSUE_INVOICE')) fields.add('issueInvoice', 'Invoices are not offered.')

  // What, and for how much.
  const cart = cartOf(body)
  const { items, prices, engine } = reckonCart(call, fields, cart, true)
  const sum = prices.reduce((all, price) => all + price, 0)
  const fee = area ? deliveryFee(area, sum) : 0
  const sums = sumsOf(call, fields, body, { prices, fee, account })
  if (area && sum < cents(area.minimumOrder) && !fields.has('cart'))
    fields.add(areaField, 'The minimum order for this area is {{amount}}.', { amount: area.minimumOrder.toFixed(2) })
  const taxes = world.taxes(shop)
  if (prices.length > 0 && !['cart', 'useProfit', 'tip', 'coupon', areaField].some((name) => fields.has(name))) {
    const told: [unknown, number][] = engine
      ? [[cart['total'], sums.total]]
      : [
          [cart['price'], sums.price],
          [cart['delivery'], sums.delivery],
          [cart['discount'], sums.discount],
          [cart['tax'], sums.tax],
          [cart['total'], sums.total],
        ]
    const percent = !engine && Math.abs(Number(cart['taxPercent']) - taxPercent(taxes)) > 1e-9
    if (percent || told.some(([value, right]) => cents(value) !== right))
      fields.add('cart', 'The prices have changed. Please check your cart.')
  }

  fields.check(engine && fields.has('cart') && prices.length > 0 ? { bill: toBill(sums, prices, call.lang) } : {})
  if (!provider) throw failure(422, call.say('The given data was invalid.'), { data: {} })
  const submission = {
    ...body,
    name: fields.text('name') || (account?.name ?? ''),
    takeaway: body['takeaway'] === true,
    issueInvoice: body['issueInvoice'] === true,
  } as unknown as CheckoutSubmission
  return { submission, items, sums, account, table, address, deliverAt, provider }
}

/** The order as an answer to its submission has it where the backend owns the prices. */
const whole = (call: Call, order: OrderRecord): Partial<Order> => (call.world.is('engine', call.shop) ? toOrder(call, order) : {})

/** Places an order, once for its key. Throws the refusals of docs/specification.md section 8. */
export const placeOrder = async (runtime: Runtime, call: Call, request: Request): Promise<CheckoutResult> => {
  const { world, shop } = call
  const body = await bodyOf(request)
  const email = body['email'] === '' || body['email'] === undefined ? null : body['email']
  await before(call, email, ['name', 'email', 'phone', 'areaId', 'addressId', 'terms', 'issueInvoice', 'useProfit'])
  const result = await once(runtime, call, request, (): CheckoutResult => {
    const { submission, items, sums, account, table, address, deliverAt, provider } = accept(call, body)
    if (provider.online && world.is('payment-down', shop)) throw failure(500, call.say('Server error.'))
    world.state.lastId.order += 1
    const id = world.state.lastId.order
    const code = `A-${id}`
    const order: OrderRecord = {
      id,
      code,
      host: shop.host,
      accountId: account?.id ?? null,
      table,
      createdAt: isoWithOffset(call.now),
      deliverAt,
      submission,
      items,
      amounts: {
        lines: sums.lines,
        delivery: sums.delivery,
        discount: sums.discount,
        points: sums.points,
        ...(sums.discounts ? { discounts: sums.discounts } : {}),
        tax: sums.tax,
        tip: sums.tip,
        taxItems: sums.taxItems,
      },
      method: provider.name,
      address,
      payment: provider.online ? 'open' : 'direct',
      rejected: email === 'reject@example.org' || /\babgelehnt\b/i.test(textOf(submission.notes)),
      earned: account && world.on(shop, 'LOYALTY_SYSTEM') ? Math.floor((sums.lines * EARNED_PERCENT) / 100) : 0,
    }
    world.state.orders.push(order)
    moveProfit(call, order.accountId, -sums.points, [
      `Eingelöst mit ${code}`,
      `Redeemed with ${code}`,
      `${code} ile kullanıldı`,
      `مستخدمة مع ${code}`,
    ])
    if (!provider.online) {
      moveProfit(call, order.accountId, order.earned, [`Bestellung ${code}`, `Order ${code}`, `Sipariş ${code}`, `الطلب ${code}`])
      return { ...whole(call, order), id, code }
    }
    const sess = `s-${crypto.randomUUID()}`
    const { url, shop: back } = runtime.payment(shop, sess, call.lang, request)
    world.state.payments[sess] = { orderId: id, provider: provider.id, shop: back }
    return { ...whole(call, order), id, code, url }
  })
  await after(runtime, email)
  return result
}

/** Records the payment page's decision about a session; only the first one counts. */
export const decidePayment = (call: Pick<Call, 'world' | 'now'>, sess: string, approved: boolean): OrderRecord | null => {
  const { world } = call
  const payment = Object.hasOwn(world.state.payments, sess) ? world.state.payments[sess] : undefined
  const order = world.state.orders.find(({ id }) => id === payment?.orderId)
  if (!payment || !order) return null
  if (order.payment !== 'open') return order
  order.payment = approved ? 'approved' : 'declined'
  const { code } = order
  if (approved)
    moveProfit(call as Call, order.accountId, order.earned, [`Bestellung ${code}`, `Order ${code}`, `Sipariş ${code}`, `الطلب ${code}`])
  else
    moveProfit(call as Call, order.accountId, order.amounts.points, [
      `Zurück aus ${code}`,
      `Returned from ${code}`,
      `${code} iadesi`,
      `مستردة من ${code}`,
    ])
  return order
}

/** The order of an approved payment; null when it was declined, is still open, or does not exist at this host. Asking twice changes nothing. */
export const settlePayment = (runtime: Runtime, call: Call, payment: string | null, sess: string | null): OrderRecord | null => {
  const known = sess !== null && Object.hasOwn(call.world.state.payments, sess) ? call.world.state.payments[sess] : undefined
  if (sess === null || !known || known.provider !== payment) return null
  const order = call.world.state.orders.find(({ id }) => id === known.orderId)
  if (order?.host !== call.shop.host) return null
  const outcome = runtime.outcome?.(sess) ?? null
  if (outcome) {
    decidePayment(call, sess, outcome === 'approved')
    runtime.changed?.()
  }
  return order.payment === 'approved' ? order : null
}
