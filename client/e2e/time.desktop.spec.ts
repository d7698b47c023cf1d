// Closed hours and the time of an order; the order's own page (docs/specification.md sections 2, 4; docs/specification.md section 10).
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, withBranch, withLanguage } from './harness.ts'
import {
  confirmed,
  fillGuest,
  holdBack,
  menuIsThere,
  newOrders,
  orderAsCustomer,
  placeOrder,
  toCheckout,
  withMargheritas,
} from './story.ts'

test('closed: later with the first time is preselected, now explains why it is disabled', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['closed'] })
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await expect(page.locator('[name=deliverAt][value=later]')).toBeChecked()
  await expect(page.locator('[name=deliverDate]')).not.toHaveValue('')
  await expect(page.locator('[name=deliverAt][value=now]')).toBeDisabled()
  await expect(
    page.locator('#root').getByText(/^Our restaurant is out of working hours right now\. You can only place a future order/),
  ).toHaveCount(1)
  await expectAccessible(page)
  await fillGuest(page)
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  await confirmed(page)
  expect((await newOrders(shop))[0]?.deliverAt).not.toBeNull()
})

test('fonts that arrive late leave every day of an order for later where it is', async ({ page, shop }) => {
  // The names of these days fill the line: in the fallback font they fit, in the shop's they do not.
  const evening = '2026-11-28T22:25:00+01:00'
  await page.clock.install({ time: new Date(evening) })
  await shop.upstream.scenario({ names: ['closed'], now: evening })
  await withMargheritas(page, shop)
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  const release = await holdBack(page, /\.woff2$/)
  // A page waits for the fonts that it has requested before it is loaded.
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' })
  const days = page.locator('label:has([name=deliverDay])')
  await expect(days.last()).toHaveText('Fri, 4 Dec')
  const lines = (): Promise<number[]> => days.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().y)))
  const before = await lines()
  release()
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Inter Variable"/)
  expect(await lines()).toEqual(before)
})

test('half an hour before closing a warning is shown on the menu, in the cart and in the checkout', async ({ page, shop }) => {
  const evening = '2026-11-24T22:05:00+01:00'
  await page.clock.install({ time: new Date(evening) })
  await shop.upstream.scenario({ names: ['honest-hours'], now: evening })
  await page.route(
    (url) => ['/', '/checkout'].includes(url.pathname),
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/"now":"[^"]+"/, `"now":"${evening}"`) })
    },
  )
  await withMargheritas(page, shop)
  await visit(page, shop, '/')
  await expect(page.getByText(/^Closing soon, at 22:30/).first()).toBeVisible()
  await expect(page.getByText(/^The kitchen closes at 22:30.*Order soon, or choose a later time\.$/).first()).toBeVisible()
  await page.goto('/checkout')
  await expect(page.getByText(/^The kitchen closes at 22:30/).first()).toBeVisible()
  await page.locator('[name=deliverAt][value=later]').check()
  await expect(page.getByRole('main').getByText(/^The kitchen closes at 22:30/)).toHaveCount(0)
})

test.describe('on the screen and on paper', () => {
  // The story prints the page.
  test.use({ steady: false })

  test('an order’s page: the cart is emptied once by state=new, the status is current, order again fills the cart', async ({
    page,
    shop,
  }) => {
    await page.clock.install()
    await orderAsCustomer(page, shop)
    await expect(page).toHaveURL(/\/me\/my-orders\/A-\d+$/)
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
    await expect(page.getByText('Waiting for confirmation')).toBeVisible()
    await expectAccessible(page)
    // Printed, it is a receipt: the order and the restaurant, without controls and navigation.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('button')).toHaveCount(0)
    // The receipt's header has the restaurant's address, once.
    await expect(page.getByRole('main').getByText('Rosenthaler Straße 40, 10178 Berlin').filter({ visible: true })).toHaveCount(1)
    await expect(page.getByRole('main').getByText('030 23125042').filter({ visible: true })).toHaveCount(1)
    await expect(
      page
        .getByRole('main')
        .locator('dl > div')
        .filter({ hasText: /^Total/ }),
    ).toContainText(/8[.,]50/)
    await expect(
      page
        .getByRole('main')
        .getByText(/^today/)
        .filter({ visible: true }),
    ).toHaveCount(0)
    // Nothing of the screen's head remains, such as its picture.
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    expect(
      await page
        .locator('main, main *')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility() && getComputedStyle(one).backgroundImage !== 'none').length),
    ).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    await shop.upstream.scenario({ now: new Date(Date.now() + 2 * 60_000).toISOString() })
    await page.clock.fastForward(31_000)
    await expect(page.getByText('Confirmed, being prepared')).toBeVisible()
    // Offered from the second visit on.
    await expect(page.getByRole('button', { name: 'Order again' })).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' })).toBeVisible()
    // A toast is not on the receipt.
    const toast = page.locator('[data-toasts]').getByText('Your order is in the cart again.')
    await expect(toast).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(toast).toBeHidden()
  })
})

test('open past midnight at the end of summer time: the repeated hour is distinguished, also in the order', async ({ page, shop }) => {
  // Saturday's hours end on Sunday at four; at three the clock goes back to two.
  const night = '2026-10-25T01:20:00+02:00'
  await page.clock.install({ time: new Date(night) })
  await shop.upstream.scenario({ now: night })
  // The page carries the server's clock; here it is set to that night.
  await page.route(
    (url) => ['/', '/checkout'].includes(url.pathname),
    async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/"now":"[^"]+"/, `"now":"${night}"`) })
    },
  )
  await visit(page, shop, '/', 'en', 1)
  await expect(page.getByText('Open until 04:00').first()).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: /^Add / }).first().click()
  await toCheckout(page)
  await fillGuest(page)
  await page.locator('[name=deliverAt][value=later]').check()
  await page.locator('[name=deliverDay]').first().check()
  const times = page.locator('[name=deliverTime] option:not([disabled])')
  await expect(times.first()).toHaveText(/^02:00/)
  const offered = await times.allTextContents()
  // The quarter-hours of the repeated hour, each distinguishable, up to a quarter to four, and from noon on again.
  expect(offered.filter((time) => /^02:/.test(time))).toHaveLength(8)
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered).toContain('03:45')
  expect(offered).not.toContain('04:00')
  expect(offered).toContain('12:00')
  await page.locator('[name=deliverTime]').selectOption({ index: 1 + offered.findIndex((time) => time.startsWith('02:30')) + 4 })
  await placeOrder(page).click()
  await confirmed(page)
  expect((await newOrders(shop))[0]?.submission.deliverDate).toBe('2026-10-25T02:30:00+01:00')
})

test('a menu that stays visible for an hour is asked for again: the price is the present one', async ({ page, shop }) => {
  await page.clock.install()
  await visit(page, shop, '/')
  await menuIsThere(page)
  const price = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Margherita', exact: true }) })
  await expect(price).toContainText(/8[.,]50/)
  await shop.upstream.scenario({ names: ['menu-changed'] })
  await page.clock.fastForward('01:00:00')
  // Nobody has touched the page or come back to it.
  await expect(async () => {
    await page.clock.fastForward('00:10')
    await expect(price).toContainText(/9[.,]50/, { timeout: 1000 })
  }).toPass()
})
