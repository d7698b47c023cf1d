// Every row of the route table (docs/specification.md section 2), for everybody who may come: where an address leads, and the screen that is there.
import type { Page } from '@playwright/test'
import { visit, visitAs, visitAsTable } from './customer.ts'
import { expect, test, withLanguage, type Shop } from './harness.ts'
import { goWithin } from './story.ts'

/** Address, where it leads, and the h1 there. */
type Row = readonly [path: string, leads: string, title: string | RegExp]

const menu = /Löffel/

/**
 * Walks the rows. An address that stays is typed, so that the server's part is in it too; one that leads elsewhere is gone to within the shop, which
 * asks the same guard. The first row is typed in any case.
 */
async function walk(page: Page, rows: readonly Row[]): Promise<void> {
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
  await walk(page, [
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
  await walk(page, [
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
  await walk(page, [
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
  await walk(page, [...account.map((path): Row => [path, '/', menu]), ['/login', '/', menu], ['/checkout', '/checkout', 'Checkout']])
  // Without its table the session is no way into the checkout; and who is logged in has no login to do.
  await page.evaluate(() => sessionStorage.removeItem('table'))
  await walk(page, [['/checkout', '/', menu]])
})

test('what the settings close', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['guest-off', 'no-registration'] })
  await visit(page, shop, '/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0)
  await walk(page, [
    ['/register', '/', menu],
    ['/checkout', '/login?return=checkout', 'Login'],
  ])
  await shop.upstream.scenario({ names: ['inactive'] })
  await walk(page, [
    ['/', '/unavailable', /.+/],
    ['/unavailable', '/unavailable', /.+/],
    ['/contact', '/contact', 'Contact Us'],
  ])
})

test('a branch comes first where the shop has branches', async ({ page, shop }) => {
  await withoutBranch(page, shop)
  await walk(page, [
    ['/', '/select-branch', /branch/i],
    ['/contact', '/contact', 'Contact Us'],
  ])
  await shop.upstream.scenario({ names: ['no-branches'] })
  await walk(page, [['/', '/', menu]])
})

async function withoutBranch(page: Page, shop: Shop): Promise<void> {
  await withLanguage(page, shop, 'en')
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
}
