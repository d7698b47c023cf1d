/** Tag orders: the customer's orders and points. */
import { say } from '../../data/texts.ts'
import { amount } from '../money.ts'
import { ownOrders, placeOrder, toOrder } from '../orders.ts'
import { callOf, failure, type Runtime } from '../runtime.ts'
import { http } from './http.ts'

const PER_PAGE = 10

/** The handlers of the tag, by operation. */
export const ordersHandlers = (runtime: Runtime) => ({
  listOrders: http.get('/me/orders', ({ request, response }) => {
    const call = callOf(runtime, request)
    return response(200).json(ownOrders(call).map((order) => toOrder(call, order)))
  }),

  getOrder: http.get('/me/orders/{orderCode}', ({ request, params, response }) => {
    const call = callOf(runtime, request)
    const order = ownOrders(call).find(({ code }) => code === params.orderCode)
    if (!order) throw failure(404, call.say('Not found.'))
    return response(200).json(toOrder(call, order))
  }),

  createOrder: http.post('/me/orders', async ({ request, response }) => {
    const call = callOf(runtime, request)
    call.signedIn()
    return response(201).json(await placeOrder(runtime, call, request))
  }),

  listTransactions: http.get('/me/transactions', ({ request, query, response }) => {
    const call = callOf(runtime, request)
    const { id } = call.customer()
    const own = call.world.state.transactions.filter(({ accountId }) => accountId === id)
    const pages = Math.max(1, Math.ceil(own.length / PER_PAGE))
    const asked = Number.parseInt(query.get('page') ?? '1', 10)
    const page = Number.isInteger(asked) && asked >= 1 ? asked : 1
    return response(200).json({
      data: own.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ description, oldProfit, amount: moved, newProfit, date }) => ({
        description: say(description, call.lang),
        oldProfit: amount(oldProfit),
        amount: amount(moved),
        newProfit: amount(newProfit),
        date,
      })),
      meta: { pagination: { total: own.length, current_page: page, per_page: PER_PAGE, total_pages: pages } },
    })
  }),
})
