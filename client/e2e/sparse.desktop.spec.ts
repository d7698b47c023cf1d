// A backend that sends only what the contract demands: no screen breaks, and nothing says what it does not know.
import { visit, visitAs } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import type { Page } from '@playwright/test'
import { addMargherita, fillGuest, menuIsThere, newOrders, placeOrder, toCheckout } from './story.ts'

/** Words that only a value that is not there can write. */
const broken = /undefined|\bnull\b|NaN|\[object|Invalid Date|\{\{/

/** Opens a screen and looks whether anything in it is broken. */
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
  await expect(page.getByText(/could not be shown|went wrong/i), path).toHaveCount(0)
}

async function sparse(page: Page, shop: Shop): Promise<string[]> {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
  await shop.upstream.scenario({ names: ['sparse'] })
  return errors
}

test('a guest walks through a shop that has only what is required, and orders', async ({ page, shop }) => {
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

  // The list does not say what can be chosen: the dish is added from its sheet, which knows.
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('button', { name: /^Add / })).toHaveCount(0)
  await addMargherita(page)
  await toCheckout(page)
  await fillGuest(page)
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).click()
  // The answer brought neither code nor id: the confirmation shows what the device knows, and no code that it made up.
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  await expect(page.getByText('The restaurant gave this order no code. Name yourself and the time when you call.')).toBeVisible()
  expect(await newOrders(shop)).toHaveLength(1)
  expect(await page.locator('main').innerText()).not.toMatch(/[0-9a-f]{32}/)
  expect(await page.locator('body').innerText()).not.toMatch(broken)
  expect(errors).toEqual([])
})

test('a customer walks through an account of which only what is required is known', async ({ page, shop }) => {
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
