// Every screen and dialog about a person, without a violation of WCAG 2.2 AA: German on wide screens, Arabic on phones, each in light and in dark.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, expectAccessible, test, type Shop } from './harness.ts'

const language = (page: Page): string => ((page.viewportSize()?.width ?? 0) < 900 ? 'ar' : 'de')

/** The whole of axe in light; colours again in dark, where nothing else differs. */
async function clean(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
  })
}

const come = (page: Page, shop: Shop, path: string, email?: string): Promise<void> =>
  email === undefined ? visit(page, shop, path, language(page)) : visitAs(page, shop, email, path, language(page))

const h1 = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()
const submit = (page: Page) => page.locator('main form, dialog[open] form').locator('button[type=submit]')

test('login, register, reset password, contact, reservation', async ({ page, shop }) => {
  await come(page, shop, '/login')
  for (const path of ['/login', '/register', '/reset-password']) {
    await page.goto(path)
    await submit(page).click()
    await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
    await clean(page, path)
  }
  await page.goto('/contact')
  await page.locator('main [name=fname]').focus()
  await page.locator('main [name=lname]').focus()
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
  await page
    .locator('main section')
    .filter({ has: page.locator('a[href^="https:"]') })
    .getByRole('button')
    .click()
  await expect(page.getByRole('application')).toBeVisible()
  await clean(page, '/contact')
  await page.goto('/contact?reservation=1')
  await submit(page).last().click()
  await expect(page.locator('dialog[open] [aria-invalid=true]').first()).toBeVisible()
  await clean(page, 'reservation')
})

test('the account', async ({ page, shop }) => {
  await come(page, shop, '/me/my-profile', 'ada@example.org')
  await expect(page.locator('main [name=email]')).toHaveValue('ada@example.org')
  await clean(page, '/me/my-profile')
  for (const path of ['/me/my-orders', '/me/my-orders/A-1000', '/me/my-transactions/transaction-history', '/me/address-list']) {
    await page.goto(path)
    await h1(page)
    await expect(page.locator('main h2, main table').first()).toBeVisible()
    await clean(page, path)
  }
  await page.locator('main li:has(h2) button').first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await clean(page, 'remove an address')
})

test('address forms of both systems', async ({ page, shop }) => {
  await come(page, shop, '/me/address-list/create', 'ada@example.org')
  const search = page.locator('[name=q]')
  await search.fill('Flughafen')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await clean(page, 'out of range')
  await search.fill('Rathausstraße 5')
  await page.getByRole('option').first().click()
  await expect(page.locator('main [name=extras]')).toBeVisible()
  await page.locator('main fieldset').first().getByRole('button').nth(1).click()
  await expect(page.getByRole('application')).toBeVisible()
  await clean(page, 'the map form')
  await shop.upstream.scenario({ names: ['old-addresses'] })
  for (const path of ['/me/my-addresses', '/me/my-addresses/create', '/me/my-addresses/1/update']) {
    await page.goto(path)
    await expect(page.locator('main [name=name], main h2').first()).toBeVisible()
    await clean(page, path)
  }
})
