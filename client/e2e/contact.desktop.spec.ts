// The contact page, independent of the width (docs/specification.md sections 2 and 5).
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'

test('today is in the restaurant’s time zone, and closed is shown with the next opening', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['closed'] })
  await visit(page, shop, '/contact')
  await expect(page.getByRole('main').getByText(/^Opens again: /)).toBeVisible()
})

test('hours that can’t be loaded are said in their place, and the rest of the page is shown', async ({ page, shop }) => {
  await shop.purge()
  await shop.upstream.fault({ match: 'GET /api/working-hours', kind: 'status', times: 50 })
  await visit(page, shop, '/contact')
  await expect(page.getByRole('region', { name: 'Working hours' })).toHaveText(/The working hours could not be loaded\.$/)
  await expect(page.getByRole('heading', { name: 'Write to us' })).toBeVisible()
  await expect(page.locator('main [class*=skeleton i]')).toHaveCount(0)
})

test('fills in the signed-in customer, also if the login is confirmed after the form is shown', async ({ page, shop }) => {
  await page.route('**/api/me', async (route) => {
    await page.locator('main [name=fname]').waitFor()
    await route.continue()
  })
  await visitAs(page, shop, 'ada@example.org', '/contact')
  await expect(page.locator('main [name=fname]')).toHaveValue('Ada')
  await expect(page.locator('main [name=email]')).toHaveValue('ada@example.org')
})
