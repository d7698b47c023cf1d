// A backend that sends only required data: no screen fails, and nothing shows a missing value.
import { visit, visitAs } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import type { Page } from '@playwright/test'
import { addMargherita, fillGuest, menuIsThere, newOrders, placeOrder, toCheckout, withMargheritas } from './story.ts'

/** Texts that only a missing value can produce. */
const broken = /undefined|\bnull\b|NaN|\[object|Invalid Date|\{\{/

/** Opens a screen and checks that no missing value is shown. */
async function looksWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const words = await page.locator('body').innerText()
  expect(words, path).not.toMatch(broken)
  expect(
    await page.locator('[aria-label]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '').join('\n')),
    path,
  ).not.toMatch(broken)
  await expect(page.locator('#root').getByText(/could not be shown|went wrong/i), path).toHaveCount(0)
}

async function sparse(page: Page, shop: Shop): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  await shop.upstream.scenario({ names: ['sparse'] })
  return errors
}

test('a guest orders in a shop with only the required data', async ({ page, shop }) => {
  const errors = await sparse(page, shop)
  await visit(page, shop, '/')
  await menuIsThere(page)
  for (const path of [
    '/',
    '/contact',
    '/login',
    '/register',
    '/reset-password',
    '/accessibility',
    '/select-branch',
    '/?reservation=1',
    '/?product=101',
    '/?menu=1',
  ])
    await looksWhole(page, path)

  // The list lacks the choices: the dish is added in its sheet, which loads them.
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('button', { name: /^Add / })).toHaveCount(0)
  await addMargherita(page)
  await toCheckout(page)
  await fillGuest(page)
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  // The response has neither code nor id: the confirmation shows what the device knows, and no code.
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  await expect(
    page.locator('#root').getByText('The restaurant gave this order no code. Give your name and the time when you call.'),
  ).toBeVisible()
  expect(await newOrders(shop)).toHaveLength(1)
  expect(await page.locator('main').innerText()).not.toMatch(/[0-9a-f]{32}/)
  expect(await page.locator('body').innerText()).not.toMatch(broken)
  expect(errors).toEqual([])
})

test('a customer uses an account with only the required data', async ({ page, shop }) => {
  const errors = await sparse(page, shop)
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  for (const path of [
    '/me/my-profile',
    '/me/my-orders',
    '/me/my-transactions/transaction-history',
    '/me/address-list',
    '/me/address-list/create',
    '/me/my-orders/A-1000',
  ])
    await looksWhole(page, path)
  await shop.upstream.scenario({ names: ['sparse', 'old-addresses'] })
  for (const path of ['/me/my-addresses', '/me/my-addresses/create']) await looksWhole(page, path)
  expect(errors).toEqual([])
})

test('a dish and an order of which too little can be read: the cart, the checkout and the orders are shown without it', async ({
  page,
  shop,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  const unread = { code: 'A-7', status: 'approved', createdAt: '2026-11-22T12:00:00+01:00' }
  const items = [{ type: 'productItem', qty: null, price: null, product: 'Margherita' }]
  await page.route('**/api/me/orders', (route) => route.fulfill({ json: [{ ...unread, items }] }))
  await page.route('**/api/me/orders/A-7', (route) => route.fulfill({ json: { ...unread, items } }))
  await page.route('**/api/products/categories/1/products/101', (route) => route.fulfill({ json: { title: 'Margherita' } }))
  await withMargheritas(page, shop)
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  const order = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A-7' })
  await expect(order).toContainText('Margherita')
  await expect(order).not.toContainText(broken)
  await order.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your order' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Margherita')
  await expect(page.getByRole('main')).not.toContainText(broken)
  await looksWhole(page, '/checkout')
  await expect(page.getByRole('main')).toContainText('Margherita')
  await expect(placeOrder(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('suggestions, a shared cart and the customer’s location with only the required data', async ({ page, shop, context }) => {
  await withMargheritas(page, shop)
  const errors = await sparse(page, shop)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 52.5185, longitude: 13.4073 })
  const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
  await page.addInitScript((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
  await visit(page, shop, '/')
  await menuIsThere(page)
  const cart = page.getByRole('complementary', { name: 'Cart' })
  await expect(cart.getByText(/to the minimum order/)).toBeVisible()

  await cart.getByRole('button', { name: 'Share cart' }).click()
  const link = await page.getByRole('dialog', { name: 'Share cart' }).locator('[name=link]').inputValue()
  await page.goto('/contact')
  await page.goto(link)
  const arrival = page.getByRole('dialog', { name: 'A shared cart' })
  await expect(arrival.getByText(/Margherita/)).toBeVisible()
  expect(await arrival.innerText()).not.toMatch(broken)
  await arrival.getByRole('button', { name: 'Close' }).click()
  // The menu is loaded, but no dish says whether it needs a choice: none is suggested.
  await expect(cart.getByText(/to the minimum order/)).toBeVisible()
  await expect(cart.getByText('You could add')).toHaveCount(0)
  expect(await cart.innerText()).not.toMatch(broken)

  // Areas without postal codes: the address is filled in, the area stays with the customer.
  await page.goto('/checkout')
  await page.locator('[name=deliverType][value=delivery]').check()
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.locator('#root').getByText(/We could not determine your delivery area/)).toBeVisible()
  await expect(page.locator('main [name=address]')).toHaveValue(/^Rathausstraße/)
  expect(await page.locator('body').innerText()).not.toMatch(broken)
  expect(errors).toEqual([])
})

test('guests at a table order in a shop with only the required data', async ({ page, shop }) => {
  const errors = await sparse(page, shop)
  await withMargheritas(page, shop)
  await visit(page, shop, '/?table=T7-KLEE')
  await menuIsThere(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).not.toBeNull()
  for (const path of ['/', '/contact', '/checkout']) await looksWhole(page, path)
  await page.locator('[name=paymentType][value=cash]').check()
  await page.locator('[name=terms]').check()
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(broken)
  await looksWhole(page, '/')
  expect(await newOrders(shop)).toHaveLength(1)
  expect(errors).toEqual([])
})
