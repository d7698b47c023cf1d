// The restaurant's backend stops in the middle: the menu stays, the checkout says what is, and it goes on afterwards (docs/failures.md F1; issue 4).
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { confirmed, fillGuest, menuIsThere, newOrders, placeOrder, withMargheritas } from './story.ts'

test('the menu stays, the checkout is honest and loses nothing, and the order goes through once the backend is back', async ({
  page,
  shop,
}) => {
  test.slow()
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page)
  await expect(placeOrder(page)).toBeEnabled()
  await shop.upstream.stop()
  await placeOrder(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Validation Error' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', 'tel:+493023125042')
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
  await expectAccessible(page)

  const other = await page.context().newPage()
  await other.goto('/')
  await menuIsThere(other)
  await other.close()

  await shop.upstream.start()
  // The breaker lets calls through again after its pause; every press is one attempt with its own answer.
  await expect(async () => {
    if (await placeOrder(page).isVisible()) await placeOrder(page).click({ timeout: 1000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  const code = await confirmed(page)
  expect((await newOrders(shop)).map((order) => order.code)).toEqual([code])
  // The backend began anew: it has heard of this one order, once.
  expect((await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/checkout/v2'))).toHaveLength(1)
})
