// My Account: navigation, profile, points (docs/specification.md sections 2, 5); the guards are in routes.desktop.spec.ts.
import { visitAs } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'

test(
  '/me shows the profile; the navigation has all pages of the account and logout',
  { tag: ['@phone', '@laravel'] },
  async ({ page, shop, isMobile }) => {
    await visitAs(page, shop, 'emmy@example.org', '/me')
    await expect(page).toHaveURL('/me/my-profile')
    // On phones the account's pages, right below, say it.
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    if (isMobile) await expect(trail).toBeHidden()
    else await expect(trail).toContainText('My Account')
    const navigation = page.getByRole('main').getByRole('navigation', { name: 'My Account' })
    await expect(navigation.getByRole('link', { name: 'My Profile' })).toHaveAttribute('aria-current', 'page')
    await navigation.getByRole('link', { name: 'Transaction History' }).click()
    await expect(page).toHaveURL('/me/my-transactions/transaction-history')
    await navigation.getByRole('link', { name: 'My Addresses' }).click()
    await expect(page).toHaveURL('/me/address-list')
    await navigation.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  },
)

test.describe('points', () => {
  test('the history is paginated, with the balance as a chart and a text', { tag: ['@phone', '@laravel'] }, async ({ page, shop }) => {
    await visitAs(page, shop, 'grace@example.org', '/me/my-transactions/transaction-history')
    const table = page.getByRole('main').getByRole('table', { name: 'Transaction History' })
    await expect(table.getByRole('row')).not.toHaveCount(1)
    await expect(page.getByRole('img', { name: 'Balance on this page' })).toBeVisible()
    await expectAccessible(page)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    expect(await pages.getByRole('button', { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(7)
    const first = await table.innerText()
    await pages.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible()
    await expect(table).not.toHaveText(first)
    const asked = (await shop.upstream.log()).filter((call) => call.path.includes('/me/transactions')).map((call) => call.path)
    expect(asked.at(-1)).toContain('page=2')
    await page.goBack()
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()
  })
})
