// A backend that owns the price (docs/wire.md section 8): promotion, coupon, an order that is refused with its new bill, sold out.
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { confirmed, fillGuest, menuIsThere, newOrders, openCart, openDish, placeOrder, withMargheritas } from './story.ts'

test.beforeEach(({ shop }) => shop.upstream.scenario({ names: ['open', 'engine'] }))

/** A picture of the screen, beside the report. */
const picture = (page: { screenshot: (of: { path: string; fullPage: boolean }) => Promise<unknown> }, path: string) =>
  page.screenshot({ path, fullPage: true })

test(
  'a promotion: cart, checkout, order and confirmation show the total of the backend',
  { tag: '@phone' },
  async ({ page, shop }, info) => {
    await withMargheritas(page, shop, 4)
    await visit(page, shop, '/')
    await menuIsThere(page)
    const cart = await openCart(page)
    await expect(cart.getByRole('button', { name: /^Checkout/ })).toContainText('30.60')
    await expect(cart).toContainText(/10 % from €30/)
    await page.screenshot({ path: info.outputPath('cart.png') })
    await page.goto('/checkout')
    await fillGuest(page)
    await expect(placeOrder(page)).toContainText('30.60')
    await expect(placeOrder(page)).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(/incl\. 7 % VAT/)
    await picture(page, info.outputPath('checkout.png'))
    await placeOrder(page).click()
    const code = await confirmed(page)
    await expect(page.locator('#main')).toContainText('30.60')
    await expect(page.locator('#main')).toContainText(/10 % from €30/)
    await picture(page, info.outputPath('confirmation.png'))
    const [order] = await newOrders(shop)
    expect(order).toMatchObject({ code, submission: { cart: { total: 30.6 } }, amounts: { lines: 3400, discount: 340 } })
  },
)

test(
  'a price that changes at the last moment: both totals, and one press orders at the new one',
  { tag: '@phone' },
  async ({ page, shop }, info) => {
    await withMargheritas(page, shop, 4)
    await visit(page, shop, '/checkout')
    // The last quote is that with the payment.
    const quoted = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('"paymentType":"cash"'))
    await fillGuest(page)
    await quoted
    await expect(placeOrder(page)).toBeEnabled()
    await expect(placeOrder(page)).toContainText('30.60')
    await shop.upstream.scenario({ names: ['open', 'engine', 'menu-changed'] })
    await placeOrder(page).click()
    const notice = page.getByRole('region', { name: 'Validation Error' })
    await expect(notice).toContainText('34.20')
    await expect(notice).toContainText('30.60')
    await picture(page, info.outputPath('refused.png'))
    await notice.getByRole('button', { name: 'Accept and order' }).click()
    await confirmed(page)
    const orders = await newOrders(shop)
    expect(orders.map(({ submission }) => submission.cart.total)).toEqual([34.2])
  },
)

test(
  'sold out: on the card, in the sheet, and of a dish with a few left no more can be taken',
  { tag: '@phone' },
  async ({ page, shop }, info) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    await expect(page.getByText('Sold out', { exact: true }).first()).toBeVisible()
    await picture(page, info.outputPath('menu.png'))
    const sheet = await openDish(page, 'Margherita')
    await expect(sheet.getByRole('radio').last()).toBeVisible()
    await expect(sheet.getByText('Sold out', { exact: true })).toBeVisible()
  },
)
