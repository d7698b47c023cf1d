// The smallest backend on which a guest can order: the five required calls of contracts/upstream.yaml, in one file without dependencies.
//
//   node examples/smallest-backend.mjs        # http://127.0.0.1:8090; PORT for another port
//
// docs/backend.md goes from here to the first order. What a real backend adds is named where it belongs.
import { createServer } from 'node:http'

const settings = [
  { key: 'SITE_TITLE', value: 'Zur Linde' },
  { key: 'ALLOW_GUEST_CHECKOUT', value: '1' }, // who can order: guests
  { key: 'ALLOW_TAKEAWAY', value: '1' }, // how: collected
]
const categories = [{ id: 1, name: 'Pizza' }]
const products = [
  { id: 11, name: 'Margherita', sizes: [{ id: 1, name: '26 cm', price: 8.5 }] },
  {
    id: 12,
    name: 'Salami',
    sizes: [
      { id: 1, name: '26 cm', price: 9.5 },
      { id: 2, name: '32 cm', price: 12.5 },
    ],
  },
]
const providers = [{ id: 1, name: 'Cash', displayOption: 'direct' }] // paid on the spot

const orders = []
const answered = new Map() // by Idempotency-Key: a repeated key gets the answer of the order that was placed

const routes = {
  'GET /api/settings': () => [200, { data: settings }],
  'GET /api/products/categories': () => [200, { data: categories }],
  'GET /api/products/categories/1/products': () => [200, { data: products, meta: { category: { data: categories[0] } } }],
  'GET /api/checkout/payment-providers': () => [200, { data: providers }],
  'POST /api/checkout/v2': (body, key) => {
    if (answered.has(key)) return answered.get(key)
    const answer = place(body)
    // Only successes: what was refused may be sent again, corrected.
    if (key && answer[0] === 200) answered.set(key, answer)
    return answer
  },
}

/** Checks an order against the menu and stores it. */
function place(order) {
  let checked
  try {
    // All that can fail before the order exists: here the menu, in a real backend the calls of an engine.
    checked = check(order)
  } catch (error) {
    console.error(error)
    // "placed: false" says that nothing was done. Without it a 5xx means that nobody knows, and the shop orders nothing until the customer has asked.
    return [503, { message: 'The order could not be checked.', placed: false }]
  }
  const { errors, sum } = checked
  if (Object.keys(errors).length > 0) return [422, { message: 'The given data was invalid.', data: errors }]
  const code = `A-${1001 + orders.length}`
  orders.push({ code, ...order })
  // From here on the order exists: what throws now is answered with 500, and the customer is told to ask.
  console.log(`${code}: ${order.name}, ${order.phone}, ${order.cart.items.length} lines, ${(sum / 100).toFixed(2)} EUR`)
  return [200, { data: { code } }]
}

/** What is wrong with an order, by field, and its sum in cents. */
function check(order) {
  const errors = {}
  for (const field of ['name', 'phone', 'email']) if (!order[field]) errors[field] = ['This is required.']
  if (order.deliverType !== 'takeaway') errors.deliverType = ['We only offer takeaway.']
  if (!providers.some(({ id }) => String(id) === String(order.paymentType))) errors.paymentType = ['This payment method is unknown.']
  const sum = cents(order.cart?.items)
  // The shop sends the prices that it showed; the backend decides.
  if (sum === null || sum !== Math.round(order.cart.total * 100)) errors.cart = ['The prices have changed.']
  return { errors, sum }
}

/** What the lines cost by the menu; null if a dish or size is unknown. */
function cents(lines) {
  if (!Array.isArray(lines) || lines.length === 0) return null
  let sum = 0
  for (const { productId, sizeId, qty } of lines) {
    const size = products.find(({ id }) => String(id) === String(productId))?.sizes.find(({ id }) => String(id) === String(sizeId))
    if (!size || !Number.isInteger(qty) || qty < 1) return null
    sum += Math.round(size.price * 100) * qty
  }
  return sum
}

/** The body; empty if it is no JSON: then every field is missing. */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const server = createServer(async (request, response) => {
  let [status, body] = [404, { message: 'Not found.' }] // "no such feature", for every optional call
  const route = routes[`${request.method} ${request.url.split('?')[0]}`]
  try {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    if (route) [status, body] = route(parsed(text), request.headers['idempotency-key'])
  } catch (error) {
    console.error(error)
    ;[status, body] = [500, { message: 'Server error.' }]
  }
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
})
server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
