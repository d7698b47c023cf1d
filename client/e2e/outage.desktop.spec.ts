// The restaurant's backend stops during a visit: the menu stays available, the checkout reports the outage and works again afterwards (docs/failures.md F1).
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Shop } from './harness.ts'
import { confirmed, fillGuest, holdBack, menuIsThere, newOrders, placeOrder, withMargheritas } from './story.ts'

// What is older meets the outage.
test.use({ fresh: '1s' })

/** A guest at the checkout who has seen the menu: what nobody has seen is not there during an outage. */
async function readyToOrder(page: Page, shop: Shop): Promise<void> {
  await withMargheritas(page, shop)
  await visit(page, shop, '/')
  await menuIsThere(page)
  await page.goto('/checkout')
  await fillGuest(page)
}

/** Presses until the order is taken: the circuit breaker closes after its pause, and every press is one attempt with its own response. */
async function ordersAgain(page: Page, shop: Shop): Promise<void> {
  await expect(async () => {
    if (await placeOrder(page).isVisible()) await placeOrder(page).click({ timeout: 1000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  expect((await newOrders(shop)).map((order) => order.code)).toEqual([await confirmed(page)])
}

test('during an outage the menu stays, the checkout reports it and loses nothing, and the order succeeds afterwards', async ({
  page,
  shop,
}) => {
  await readyToOrder(page, shop)
  await expect(placeOrder(page)).toBeEnabled()
  await shop.upstream.stop()
  await placeOrder(page).click()
  const notice = page.getByRole('region', { name: 'Validation Error' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', 'tel:+493023125042')
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
  await expectAccessible(page)

  const other = await page.context().newPage()
  await other.goto('/')
  await menuIsThere(other)
  await other.close()

  await shop.upstream.start()
  await ordersAgain(page, shop)
  // The restarted backend has received exactly this order.
  expect((await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/checkout/v2'))).toHaveLength(1)
})

test('stale prices are marked until the shown menu is fresh, and are refreshed automatically', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const price = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Margherita', exact: true }) })
  await expect(price).toContainText(/8[.,]50/)
  await shop.upstream.stop()
  await expect
    .poll(async () => {
      await page.request.get('/api/working-hours', { headers: { 'X-Branch': shop.upstream.branches[0] ?? '' } })
      return (await page.request.get('/')).text()
    })
    .toContain('"stale":')
  const release = await holdBack(page, /\/api\/products\//)
  await page.clock.install()
  await page.goto('/')
  const bar = page.locator('#root').getByText(/^The restaurant can't be reached right now. Prices from/)
  await expect(bar).toBeVisible()

  await shop.upstream.start()
  await fetch(`${shop.upstream.url}/__scenario`, { method: 'POST', body: JSON.stringify({ names: ['menu-changed'] }) })
  // Another call than the menu's is answered again.
  await expect
    .poll(
      async () => (await page.request.get('/api/areas', { headers: { 'X-Branch': shop.upstream.branches[0] ?? '' } })).headers()['x-cache'],
    )
    .toMatch(/hit|miss/)
  await expect(price).toContainText(/8[.,]50/)
  await expect(bar).toBeVisible()
  release()
  // Minutes on a page that nobody touches, which pass at once.
  await expect(async () => {
    await page.clock.fastForward(60_000)
    await expect(bar).toBeHidden({ timeout: 500 })
  }).toPass({ intervals: [100] })
  await expect(price).toContainText(/9[.,]50/)
})

test('a proxy that answers for a restarting backend takes nothing away: menu, prices, imprint and checkout stay, and the order succeeds afterwards', async ({
  page,
  shop,
}) => {
  await readyToOrder(page, shop)
  await expect(placeOrder(page)).toContainText(/8[.,]50/)
  await shop.upstream.turn('proxy')
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/working-hours', {
        headers: { 'X-Branch': shop.upstream.branches[0] ?? '', Lang: 'en' },
      })
      return answer.headers()['x-cache']
    })
    .toBe('stale')
  await page.goto('/')
  await menuIsThere(page)
  const dish = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Margherita', exact: true }) })
  await expect(dish).toContainText(/8[.,]50/)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Imprint|Impressum/ })).toBeVisible()
  await page.goto('/checkout')
  await expect(placeOrder(page)).toContainText(/8[.,]50/)
  await shop.upstream.turn()
  await ordersAgain(page, shop)
})
