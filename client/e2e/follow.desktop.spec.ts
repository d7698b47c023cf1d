// An order's status is refetched until it is final, also in a hidden tab (docs/decisions/orders-followed.md).
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { confirmed, fillGuest, orderAsCustomer, placeOrder, withMargheritas } from './story.ts'

test.use({ serviceWorkers: 'allow' })

test('status, page title and notification follow each change of an order automatically', async ({ page, shop }) => {
  // The headless shell blocks all notifications: the permission is simulated here, and notifications of the worker's registration are recorded.
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => Promise.resolve((permission = 'granted'))
    const shown: unknown[] = []
    Object.assign(window, { shown })
    ServiceWorkerRegistration.prototype.showNotification = (title, { body, lang, data } = {}) =>
      Promise.resolve(void shown.push({ title, body, lang, data: data as unknown }))
  })
  await page.clock.install()
  await shop.upstream.scenario({ names: ['busy-kitchen'] })
  await orderAsCustomer(page, shop)
  const code = await confirmed(page)
  const main = page.getByRole('main')
  await expect(main.getByText('Waiting for confirmation')).toBeVisible()
  await expect(main.getByText(/It is confirmed only when this page says so/)).toBeVisible()
  // The worker is registered when the browser is idle: Chrome on Android supports notifications only from it.
  await page.clock.fastForward(12_000)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await main.getByRole('button', { name: 'Notify me of changes' }).click()
  await expect(main.getByText(/^You will be notified as long as this page is open/)).toBeVisible()
  await expectAccessible(page)
  const title = await page.title()

  // The customer looks at another tab.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }))
  const expected = new Date(Date.now() + 40 * 60_000).toISOString().replace(/\.\d+Z$/, '+00:00')
  await shop.upstream.order(code, 'approved', expected)
  // A request that is pending when the clock jumps is aborted: the next one follows after another interval.
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(page).toHaveTitle(`Confirmed, being prepared · Order ${code}`, { timeout: 3000 })
  }).toPass()
  const shown = () => page.evaluate(() => (window as unknown as { shown: unknown[] }).shown)
  const data = { address: `/me/my-orders/${code}` }
  await expect.poll(shown).toEqual([{ title: `Order ${code}`, body: 'Confirmed, being prepared', lang: 'en', data }])
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page).toHaveTitle(title)
  await expect(main.getByText('Expected', { exact: true })).toBeVisible()

  await shop.upstream.order(code, 'completed')
  await expect(async () => {
    await page.clock.fastForward(121_000)
    await expect(main.getByText('Your order is completed. Enjoy your meal.')).toBeVisible({ timeout: 3000 })
  }).toPass()
  await expect(main.getByRole('button', { name: 'Stop notifications' })).toHaveCount(0)
})

test('a guest sees the code first, and one sentence on what has become of the order', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await fillGuest(page)
  await placeOrder(page).click()
  const code = await confirmed(page)
  const main = page.getByRole('main')
  const card = main.getByRole('region', { name: `Order ${code}` })
  // The code is first in the card, with copy and call beside it.
  await expect(card.locator('p').nth(1)).toHaveText(code)
  await expect(card.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect(card.getByRole('link', { name: /^Call / })).toBeVisible()
  await expect(card.getByText(/^Your order has reached the restaurant, .* call the restaurant\.$/)).toBeVisible()
  await expect(main.getByText('Confirmed', { exact: true })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Notify me of changes' })).toHaveCount(0)
  // No documented call returns a guest's order: none is sent.
  const calls = (await shop.upstream.log()).map(({ path }) => path)
  expect(calls.filter((path) => path.includes('me/orders'))).toEqual([])
})
