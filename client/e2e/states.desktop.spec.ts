// What a sweep over the screens does not meet: forms with mistakes, the map with its answers, a question before something is removed. Without a violation of
// WCAG 2.2 AA, from right to left, in light and in dark.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, expectAccessible, test } from './harness.ts'

/** The whole of axe in light; colours again in dark, where nothing else differs. */
async function clean(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
  })
}

const submit = (page: Page) => page.locator('main form, dialog[open] form').locator('button[type=submit]').last()
const mistake = (page: Page) => page.locator('main [aria-invalid=true], dialog[open] [aria-invalid=true]').last()

test('forms with mistakes: register, contact with its map, reservation', async ({ page, shop }) => {
  await visit(page, shop, '/register', 'ar')
  await submit(page).click()
  await expect(mistake(page)).toBeVisible()
  await clean(page, 'register')
  await page.goto('/contact?reservation=1')
  await submit(page).click()
  await expect(mistake(page)).toBeVisible()
  await clean(page, 'reservation')
  await page.keyboard.press('Escape')
  await page.locator('main [name=fname]').focus()
  await page.locator('main [name=lname]').focus()
  await expect(mistake(page)).toBeVisible()
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByRole('application')).toBeVisible()
  await clean(page, 'contact')
})

test('the map form: out of range, then covered; and a question before an address goes', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/me/address-list/create', 'ar')
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
  await clean(page, 'covered, on the map')
  await page.goto('/me/address-list')
  await page.locator('main li:has(h2) button').first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await clean(page, 'remove an address')
})
