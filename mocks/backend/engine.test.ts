// @vitest-environment node
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Bill, Product } from '../../contracts/types.ts'
import { customerAt, dish, submissionOf, type Came, type Customer } from '../runtimes/customer.ts'
import { startUpstream, type Upstream } from '../runtimes/upstream.ts'
import { contractOperations, deviations } from './schemas.ts'

let upstream: Upstream
let customer: Customer
beforeAll(async () => {
  upstream = await startUpstream({ port: 0 })
})
afterAll(() => upstream.close())
beforeEach(() => {
  upstream.world.reset()
  upstream.world.setScenario({ names: ['open', 'engine'] })
  customer = customerAt(upstream)
})

const contract = new Map(contractOperations().map((operation) => [operation.name, operation]))
const checked = (name: string, { status, body }: Came): unknown => {
  const inner = status < 400 ? (body as { data: unknown }).data : body
  expect(deviations(contract.get(name)!, status, inner)).toEqual([])
  return inner
}
const margherita = (qty: number) => dish(101, 0, qty, [{ variantId: 10, value: 1001 }])
const quote = (body: object) => customer.send('POST', '/checkout/quote', body)
const order = (body: object) => customer.send('POST', '/checkout/v2', body)
/** An order with the total of this bill. */
const agreed = (submission: ReturnType<typeof submissionOf>, { total }: Bill) => ({
  ...submission,
  cart: { ...submission.cart, total },
})

describe('the scenario engine owns the price', () => {
  it('a promotion, the tax inside, and an order at the quoted total only, answered with the order', async () => {
    const submission = submissionOf(upstream.world, 'main', [margherita(4)])
    const bill = checked('quoteCheckout', await quote({ cart: submission.cart })) as Bill
    expect(bill).toMatchObject({ lines: [34], discounts: [{ name: '10 % ab 30 €', value: 3.4 }], total: 30.6, coupons: true })
    expect(bill.taxItems).toEqual([{ name: '7 % MwSt.', value: 2, included: true }])

    const refused = await order(submission)
    expect(refused.status).toBe(422)
    expect(checked('createCheckoutV2', refused)).toMatchObject({ data: { cart: [expect.any(String)] }, bill: { total: 30.6 } })
    const placed = checked('createCheckoutV2', await order(agreed(submission, bill)))
    expect(placed).toMatchObject({
      code: expect.any(String) as string,
      payment: { cartTotal: 34, discount: 3.4, discounts: bill.discounts },
    })
    expect(upstream.world.state.orders.at(-1)?.amounts.discount).toBe(340)
  })

  it('rounds the added taxes for each line', async () => {
    customer = customerAt(upstream, 'kreuzberg')
    const lines = [dish(1202, 0, 1, [{ variantId: 20, optionId: 2001 }]), dish(1202, 0, 1, [{ variantId: 20, optionId: 2002 }])]
    const submission = submissionOf(upstream.world, 'kreuzberg', lines)
    const bill = checked('quoteCheckout', await quote({ cart: submission.cart })) as Bill
    expect(bill.total).not.toBe(submission.cart.total)
    expect(Math.abs(bill.total - submission.cart.total)).toBeLessThan(0.05)
    expect((await order(agreed(submission, bill))).status).toBe(201)
  })

  it('takes a coupon, and says at its field that one is not valid', async () => {
    const submission = submissionOf(upstream.world, 'main', [margherita(2)])
    const bill = checked('quoteCheckout', await quote({ cart: submission.cart, coupon: 'loeffel5' })) as Bill
    expect(bill).toMatchObject({ discounts: [{ value: 5 }], total: 12 })
    const refused = await quote({ cart: submission.cart, coupon: 'nichts' })
    expect(checked('quoteCheckout', refused)).toMatchObject({ data: { coupon: ['Dieser Gutschein gilt nicht.'] } })
    expect((await order({ ...agreed(submission, bill), coupon: 'LOEFFEL5' })).status).toBe(201)
  })

  it('names the line that is sold out, and of which there are not enough', async () => {
    const { body } = await customer.get('/products/categories/1/products')
    const { data } = body as { data: Product[] }
    const [few, gone] = data.slice(-2)
    expect(gone?.available).toBe(false)
    expect(few?.maxQty).toBe(3)
    const choices = (product: Product | undefined) =>
      (product?.variants ?? [])
        .filter(({ required }) => required)
        .map(({ id, options }) => ({ variantId: Number(id), value: Number(options[0]?.id) }))
    const lines = [margherita(1), dish(Number(gone?.id), 0, 1, choices(gone)), dish(Number(few?.id), 0, 4, choices(few))]
    const submission = submissionOf(upstream.world, 'main', lines)
    for (const came of [await quote({ cart: submission.cart }), await order(submission)]) {
      expect(came.status).toBe(422)
      expect(Object.keys((came.body as { data: object }).data).filter((name) => name !== 'cart')).toEqual(['cart.items.1', 'cart.items.2'])
    }
  })
})
