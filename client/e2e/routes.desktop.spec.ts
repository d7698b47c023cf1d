// Every row of the route table (docs/specification.md section 2) for every kind of customer: the resulting path and its screen.
import type { Page } from '@playwright/test'
import { visit, visitAs, visitAsTable } from './customer.ts'
import { expect, test, withLanguage, type Shop } from './harness.ts'
import { goWithin } from './story.ts'

/** Path, resulting path, and its h1. */
type Row = readonly [path: string, leads: string, title: string | RegExp]

const menu = /Löffel/

/**
 * Visits the rows. A path that stays is loaded, which includes the server; one that redirects is navigated to within the application, which runs the
 * same guard. The first row is loaded in any case.
 */
async function visitRows(page: Page, rows: readonly Row[]): Promise<void> {
  for (const [at, [path, leads, title]] of rows.entries()) {
    await test.step(`${path} → ${leads}`, async () => {
      if (path === leads || at === 0) await page.goto(path, { waitUntil: 'commit' })
      else await goWithin(page, path)
      await expect(page).toHaveURL(leads)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
  }
}

const account = [
  '/me',
  '/me/my-profile',
  '/me/my-orders',
  '/me/my-orders/A-1000',
  '/me/my-transactions/transaction-history',
  '/me/my-addresses',
  '/me/my-addresses/create',
  '/me/my-addresses/1/update',
  '/me/address-list',
  '/me/address-list/create',
]

test('a visitor', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await visitRows(page, [
    ['/', '/', menu],
    ['/contact', '/contact', 'Contact Us'],
    ['/unavailable', '/', menu],
    ['/select-branch', '/select-branch', /branch/i],
    ['/login', '/login', 'Login'],
    ['/reset-password', '/reset-password', 'Reset password'],
    ['/register', '/register', 'Register'],
    ['/checkout', '/checkout', 'Checkout'],
    ...account.map((path): Row => [path, '/login', 'Login']),
    ['/me/there-is-no-such-page', '/', menu],
    ['/there/is/none', '/', menu],
  ])
})

test('a customer, with the new address system', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/contact')
  await visitRows(page, [
    ['/login', '/', menu],
    ['/reset-password', '/', menu],
    ['/register', '/', menu],
    ['/checkout', '/checkout', 'Checkout'],
    ['/me', '/me/my-profile', 'My Profile'],
    ['/me/my-profile', '/me/my-profile', 'My Profile'],
    ['/me/my-orders', '/me/my-orders', 'My Orders'],
    ['/me/my-orders/A-1000', '/me/my-orders/A-1000', /order/i],
    ['/me/my-transactions/transaction-history', '/me/my-transactions/transaction-history', 'Transaction History'],
    ['/me/my-addresses', '/me/address-list', 'My Addresses'],
    ['/me/my-addresses/create', '/me/address-list', 'My Addresses'],
    ['/me/my-addresses/1/update', '/me/address-list', 'My Addresses'],
    ['/me/address-list', '/me/address-list', 'My Addresses'],
    ['/me/address-list/create', '/me/address-list/create', 'Add an address'],
  ])
})

test('a customer, with the old address system', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['old-addresses'] })
  await visitAs(page, shop, 'ada@example.org', '/contact')
  await visitRows(page, [
    ['/me/address-list', '/me/my-addresses', 'My Addresses'],
    ['/me/address-list/create', '/me/my-addresses', 'My Addresses'],
    ['/me/my-addresses', '/me/my-addresses', 'My Addresses'],
    ['/me/my-addresses/create', '/me/my-addresses/create', 'Add an address'],
    ['/me/my-addresses/1/update', '/me/my-addresses/1/update', 'Update the address'],
  ])
})

test('guests at a table', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['guest-off'] })
  await visitAsTable(page, shop, 'T7-KLEE', '/contact')
  await visitRows(page, [...account.map((path): Row => [path, '/', menu]), ['/login', '/', menu], ['/checkout', '/checkout', 'Checkout']])
  // A table's login without the table may not enter the checkout; and login is closed to anyone logged in.
  await page.evaluate(() => sessionStorage.removeItem('table'))
  await visitRows(page, [['/checkout', '/', menu]])
})

test('what the settings close', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['guest-off', 'no-registration'] })
  await visit(page, shop, '/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0)
  await visitRows(page, [
    ['/register', '/', menu],
    ['/checkout', '/login?return=checkout', 'Login'],
  ])
  await shop.upstream.scenario({ names: ['inactive'] })
  await visitRows(page, [
    ['/', '/unavailable', /.+/],
    ['/unavailable', '/unavailable', /.+/],
    ['/contact', '/contact', 'Contact Us'],
  ])
})

test('a branch comes first where the shop has branches', async ({ page, shop }) => {
  await withoutBranch(page, shop)
  await visitRows(page, [
    ['/', '/select-branch', /branch/i],
    ['/contact', '/contact', 'Contact Us'],
  ])
  await shop.upstream.scenario({ names: ['no-branches'] })
  await visitRows(page, [['/', '/', menu]])
})

async function withoutBranch(page: Page, shop: Shop): Promise<void> {
  await withLanguage(page, shop, 'en')
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
}
