// Payment by a provider's page: the way there, back approved or declined, again, in another browser, and by the Back button (docs/specification.md sections 2, 4, 8).
import type { Page } from '@playwright/test'
import { expectAlert, visit, visitAs } from './customer.ts'
import { expect, test, withLanguage, type Shop } from './harness.ts'
import { fillGuest, holdBack, newOrders, openCart, placeOrder, withMargheritas } from './story.ts'

async function toPaymentPage(page: Page, shop: Shop): Promise<void> {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page, { payment: 'card' })
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  await expect(page.getByText(/8[.,]50/)).toBeVisible()
}

test(
  'approved: shown once, the cart is empty, a second visit shows no message; also in another browser',
  { tag: ['@phone', '@laravel'] },
  async ({ page, shop, browser }) => {
    await toPaymentPage(page, shop)
    expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['open'])
    const returned = page.waitForRequest((request) => request.url().includes('payment=card'))
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    const address = (await returned).url()
    await expectAlert(page, 'Success', 'Your order approved')
    expect(new URL(page.url()).search).not.toContain('sess')
    expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['approved'])
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()

    await page.goto(address)
    await expect(page).not.toHaveURL(/sess=/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)

    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    // It has not chosen a branch: each is asked until one has the payment, and the customer goes on.
    await withLanguage(elsewhere, shop, 'en')
    await elsewhere.goto(address)
    await expectAlert(elsewhere, 'Success', 'Your order approved')
    await expect(elsewhere).toHaveURL('/select-branch')
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Choose a branch' })).toBeVisible()
    await context.close()
  },
)

test('a payment page that sends its customer back by a form', { tag: '@phone' }, async ({ page, shop }) => {
  await toPaymentPage(page, shop)
  // It pays, and posts the return's parameters instead of redirecting to them.
  await page.route(
    (url) => url.origin !== shop.url,
    async (route) => {
      const paid = await route.fetch({ maxRedirects: 0 })
      const { searchParams } = new URL(paid.headers()['location'] ?? '', shop.url)
      const fields = ['payment', 'sess'].map((name) => `<input name="${name}" value="${searchParams.get(name) ?? ''}">`).join('')
      await route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${shop.url}/">${fields}<button>Back to the shop</button></form>`,
      })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Back to the shop' }).click()
  await expectAlert(page, 'Success', 'Your order approved')
  expect(new URL(page.url()).search).not.toContain('sess')
  expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['approved'])
})

test('declined: an error, the cart stays, and the checkout can be tried again', { tag: '@phone' }, async ({ page, shop }) => {
  await toPaymentPage(page, shop)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const alert = page.getByRole('alertdialog', { name: 'Error' })
  await expect(alert).toContainText('There is a problem with your payment. Please try again')
  await alert.getByRole('button', { name: 'Ok' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { name: /^The payment of your order A-\d+ was declined$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Another way to pay' }).click()
  await expect(page.locator('[name=email]')).toHaveValue(/mary/)
  await page.locator('[name=paymentType][value=cash]').check()
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['declined', 'direct'])
})

test(
  'the return of the payment is lost: the order waits on menu, cart and checkout, in each tab, until it is paid',
  { tag: '@phone' },
  async ({ page, shop, context }) => {
    await toPaymentPage(page, shop)
    await page.goBack()
    const panel = page.getByRole('region', { name: /^Your order A-\d+ waits for its payment$/ })
    await expect(panel).toBeVisible()
    await expect(placeOrder(page)).toHaveCount(0)

    // Another tab, and with its session storage a restart of the browser.
    const other = await context.newPage()
    await other.goto(shop.url)
    const bar = other
      .locator('#root')
      .getByText(/^Your order A-\d+ waits for its payment$/)
      .first()
    await expect(bar).toBeVisible()
    await expect((await openCart(other)).getByText(/waits for its payment$/).first()).toBeVisible()
    await other.goto(`${shop.url}/checkout`)
    await expect(other.getByRole('button', { name: 'I did not order' })).toBeVisible()
    await expect(placeOrder(other)).toHaveCount(0)

    await panel.getByRole('link', { name: 'Pay now' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expectAlert(page, 'Success', 'Your order approved')
    await expect(other.getByRole('button', { name: 'I did not order' })).toHaveCount(0)
    expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['approved'])
  },
)

test(
  'Back from the payment page: nothing typed is lost, and another way to pay is one press and one question away',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await toPaymentPage(page, shop)
    await page.goBack()
    await page.getByRole('button', { name: 'Another way to pay' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Another way to pay' }).click()
    await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
    await expect(page.locator('[name=paymentType][value=card]')).toBeFocused()
    await expect(placeOrder(page)).toBeEnabled()
    expect(await newOrders(shop)).toHaveLength(1)
  },
)

test(
  'from its first paint a return shows one screen, also where the shop takes no orders any more',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await toPaymentPage(page, shop)
    const answered = await holdBack(page, /checkout\/check/)
    await shop.upstream.scenario({ names: ['inactive'] })
    const returned = page.waitForResponse((response) => response.url().includes('payment=card'))
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    const html = await (await returned).text()
    expect(html).toMatch(/<h1[^>]*>We are checking your payment<\/h1>/)
    await expect(page.getByRole('heading', { level: 1, name: 'We are checking your payment' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveCount(0)
    answered()
    await expectAlert(page, 'Success', 'Your order approved')
  },
)

test('a signed-in customer returns to the orders', { tag: '@phone' }, async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'neu@example.org', '/checkout')
  await page.locator('[name=deliverType][value=takeaway]').check()
  await page.locator('[name=paymentType][value=wallet]').check()
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectAlert(page, 'Success', 'Your order approved')
  await expect(page).toHaveURL('/me/my-orders')
  const [order] = await newOrders(shop)
  await expect(page.getByText(order?.code ?? 'no order').first()).toBeVisible()
})
