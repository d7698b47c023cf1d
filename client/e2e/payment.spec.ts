// Payment by a provider's page: the way there, back approved or declined, again, in another browser, and by the Back button (docs/specification.md sections 2, 4, 8).
import type { Page } from '@playwright/test'
import { expectAlert, visit, visitAs } from './customer.ts'
import { expect, test, withBranch, withLanguage, type Shop } from './harness.ts'
import { fillGuest, newOrders, placeOrder, withMargheritas } from './story.ts'

async function toPaymentPage(page: Page, shop: Shop): Promise<void> {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page, { payment: 'card' })
  await placeOrder(page).click()
  await page.waitForURL(/\/pay\//)
  await expect(page.getByText(/9[.,]10/)).toBeVisible()
}

test(
  'approved: shown once, the cart is empty, a second visit shows no message; also in another browser',
  { tag: '@phone' },
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
    await withBranch(elsewhere, shop)
    await withLanguage(elsewhere, shop, 'en')
    await elsewhere.goto(address)
    await expectAlert(elsewhere, 'Success', 'Your order approved')
    await context.close()
  },
)

test('declined: an error, the cart stays, and the checkout can be tried again', { tag: '@phone' }, async ({ page, shop }) => {
  await toPaymentPage(page, shop)
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectAlert(page, 'Error', 'There is a problem with your payment. Please try again')
  await expect(page).toHaveURL('/checkout')
  await expect(page.locator('[name=email]')).toHaveValue(/mary/)
  await page.locator('[name=paymentType][value=cash]').check()
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  expect((await newOrders(shop)).map((order) => order.payment)).toEqual(['declined', 'direct'])
})

test('Back from the payment page: the checkout is usable, nothing typed is lost', { tag: '@phone' }, async ({ page, shop }) => {
  await toPaymentPage(page, shop)
  await page.goBack()
  await expect(page).toHaveURL('/checkout')
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
  await expect(placeOrder(page)).toBeEnabled()
  expect(await newOrders(shop)).toHaveLength(1)
})

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
