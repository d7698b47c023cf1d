/** Tag checkout: payment, taxes, areas and the order itself. */
import { say } from '../../data/texts.ts'
import { bodyOf, failure, callOf, type Runtime } from '../runtime.ts'
import { placeOrder, quoteOrder, settlePayment } from '../orders.ts'
import { http } from './http.ts'

/** The handlers of the tag, by operation. */
export const checkoutHandlers = (runtime: Runtime) => ({
  listPaymentProviders: http.get('/checkout/payment-providers', ({ request, response }) => {
    const { shop, lang } = callOf(runtime, request)
    return response(200).json(shop.data.providers.map(({ id, name, displayOption }) => ({ id, name: say(name, lang), displayOption })))
  }),

  createCheckout: http.post('/checkout', async ({ request, response }) =>
    response(201).json(await placeOrder(runtime, callOf(runtime, request), request)),
  ),

  createCheckoutV2: http.post('/checkout/v2', async ({ request, response }) =>
    response(201).json(await placeOrder(runtime, callOf(runtime, request), request)),
  ),

  quoteCheckout: http.post('/checkout/quote', async ({ request, response }) => {
    const call = callOf(runtime, request)
    if (!call.world.is('engine', call.shop)) throw failure(404, call.say('Not found.'))
    return response(200).json(quoteOrder(call, await bodyOf(request)))
  }),

  checkPayment: http.get('/checkout/check', ({ request, query, response }) => {
    const call = callOf(runtime, request)
    const order = settlePayment(runtime, call, query.get('payment'), query.get('sess'))
    if (!order)
      throw failure(422, call.say('The payment was not approved.'), { data: { payment: [call.say('The payment was not approved.')] } })
    return response(200).json({ code: order.code })
  }),

  listAreas: http.get('/areas', ({ request, response }) => {
    const { world, shop } = callOf(runtime, request)
    return response(200).json(world.areas(shop))
  }),

  listTaxes: http.get('/taxes', ({ request, response }) => {
    const { world, shop, lang } = callOf(runtime, request)
    const added = world.taxes(shop).map(([name, value]) => ({ name: say(name, lang), value }))
    const included = world.includedTaxes(shop).map(([name, value]) => ({ name: say(name, lang), value, included: true }))
    return response(200).json([...added, ...included])
  }),
})
