// Closed hours and the time of an order; the order's own page (SPEC.md sections 2, 4; UX.md, "After").
import { visit, visitAs } from './customer.ts'
import { expect, expectAccessible, test } from './harness.ts'
import { addMargherita, confirmed, fillGuest, menuIsThere, newOrders, placeOrder, toCheckout } from './story.ts'

test('closed: only a future order, in one tap', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['closed'] })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  await toCheckout(page)
  await fillGuest(page)
  await expect(placeOrder(page)).toBeDisabled()
  await page.getByRole('button', { name: /We are closed\. You can order for later, from/ }).click()
  await expect(page.locator('[name=deliverAt][value=later]')).toBeChecked()
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  await confirmed(page)
  expect((await newOrders(shop))[0]?.deliverAt).not.toBeNull()
})

test('an order’s page: the cart is emptied once by state=new, the status is live, order again fills the cart', async ({ page, shop }) => {
  await page.clock.install()
  await visitAs(page, shop, 'neu@example.org', '/')
  await menuIsThere(page)
  await addMargherita(page)
  await page.getByRole('status').getByRole('button', { name: 'Checkout', exact: true }).click()
  await page.locator('[name=deliverType][value=takeaway]').check()
  await page.locator('[name=paymentType][value=cash]').check()
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/me\/my-orders\/A-\d+$/)
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
  await expect(page.getByText('Waiting for confirmation')).toBeVisible()
  await expectAccessible(page)
  await shop.upstream.scenario({ now: new Date(Date.now() + 2 * 60_000).toISOString() })
  await page.clock.fastForward(31_000)
  await expect(page.getByText('Confirmed, being prepared')).toBeVisible()
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' })).toBeVisible()
})
