// States beyond the plain screens: forms with errors, the map with its results, confirmations. No violation of WCAG 2.2 AA, in right-to-left text, in
// light and dark.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'

/** All axe rules in light; only the colour rules in dark. */
async function clean(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
  })
}

/** Submits the empty form in this part of the page and waits for its errors. */
async function sendEmpty(page: Page, part: 'main' | 'dialog[open]'): Promise<void> {
  await page.locator(`${part} form button[type=submit]`).click()
  await expect(page.locator(`${part} [aria-invalid=true]`).first()).toBeVisible()
}

/** The first place of the list below the search. */
const firstPlace = (page: Page) => page.getByRole('listbox').getByRole('option').first()

test('forms with errors: register, contact with its map, reservation', async ({ page, shop }) => {
  await visit(page, shop, '/register', 'ar')
  await sendEmpty(page, 'main')
  await clean(page, 'register')
  await page.goto('/contact?reservation=1')
  await sendEmpty(page, 'dialog[open]')
  await clean(page, 'reservation')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await page.locator('main [name=fname]').fill('A')
  await page.locator('main [name=fname]').fill('')
  await page.locator('main [name=lname]').focus()
  await expect(page.locator('main [aria-invalid=true]').first()).toBeVisible()
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByRole('application')).toBeVisible()
  await clean(page, 'contact')
})

test('the map form: out of range, then covered; a confirmation before an address is removed', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/me/address-list/create', 'ar')
  const search = page.locator('[name=q]')
  await search.fill('Flughafen')
  await firstPlace(page).click()
  await expect(page.locator('main [data-notice=danger]')).toBeVisible()
  await clean(page, 'out of range')
  await search.fill('Rathausstraße 5')
  await firstPlace(page).click()
  await expect(page.locator('main [name=extras]')).toBeVisible()
  await page.locator('main fieldset').first().getByRole('button').nth(1).click()
  await expect(page.getByRole('application')).toBeVisible()
  await clean(page, 'covered, on the map')
  await page.goto('/me/address-list')
  await page.locator('main li:has(h2) button').first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await clean(page, 'remove an address')
})
