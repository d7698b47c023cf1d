// My Account: guards, navigation, profile, points (SPEC.md sections 2, 5, 6).
import { expectFieldError, visit, visitAs, visitAsTable } from './customer.ts'
import { expect, expectAccessible, test } from './harness.ts'

test('visitors of the account area are sent to the login, unknown paths home', async ({ page, shop }) => {
  await visit(page, shop, '/me')
  await expect(page).toHaveURL('/login')
  for (const path of ['/me/my-profile', '/me/my-transactions/transaction-history', '/me/my-addresses', '/me/address-list']) {
    await page.goto(path)
    await expect(page).toHaveURL('/login')
  }
  await page.goto('/me/there-is-no-such-page')
  await expect(page).toHaveURL('/')
})

test('a table session is sent home from the account area', async ({ page, shop }) => {
  await visitAsTable(page, shop, 'T7-KLEE', '/me/my-profile')
  await expect(page).toHaveURL('/')
  await page.goto('/me/address-list')
  await expect(page).toHaveURL('/')
})

test('/me is the profile; the navigation leads through the account and out of it', async ({ page, shop }) => {
  await visitAs(page, shop, 'emmy@example.org', '/me')
  await expect(page).toHaveURL('/me/my-profile')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('My Account')
  const navigation = page.getByRole('main').getByRole('navigation', { name: 'My Account' })
  await expect(navigation.getByRole('link', { name: 'My Profile' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Transaction History' }).click()
  await expect(page).toHaveURL('/me/my-transactions/transaction-history')
  await navigation.getByRole('link', { name: 'My Addresses' }).click()
  await expect(page).toHaveURL('/me/address-list')
  await navigation.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('without a loyalty system there is no way to the points', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-loyalty'] })
  await visitAs(page, shop, 'neu@example.org', '/me/my-profile')
  await expect(page.locator('[name=email]')).toHaveValue('neu@example.org')
  await expect(page.getByRole('main').getByRole('link', { name: 'Transaction History' })).toHaveCount(0)
})

test.describe('profile', () => {
  test('name, e-mail and phone are required, the server has the last word, and what is saved shows everywhere', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/my-profile')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    for (const name of ['name', 'email', 'phone']) await page.fill(`[name=${name}]`, '')
    await save.click()
    await expectFieldError(page, 'name', 'Please fill in this field.')
    await expectFieldError(page, 'email', 'Please fill in this field.')
    await expectFieldError(page, 'phone', 'Please enter a valid telephone number.')

    await page.fill('[name=name]', 'Rosalind Franklin')
    await page.fill('[name=phone]', '+44 20 7946 0958')
    await page.fill('[name=email]', 'errors@example.org')
    await save.click()
    for (const name of ['name', 'email', 'phone', 'password']) await expectFieldError(page, name, 'This value is not accepted.')
    await page.fill('[name=email]', 'taken@example.org')
    await save.click()
    await expectFieldError(page, 'email', /taken/)
    await page.fill('[name=password]', 'short')
    await page.fill('[name=password_confirmation]', 'other')
    await save.click()
    await expectFieldError(page, 'password_confirmation', 'The two passwords are not the same.')
    await page.fill('[name=password_confirmation]', 'short')
    await page.fill('[name=email]', 'rosalind@example.org')
    await save.click()
    await expectFieldError(page, 'password', 'The password needs at least 8 characters.')
    await page.fill('[name=password]', '')
    await page.fill('[name=password_confirmation]', '')
    await save.click()
    await expect(page.getByRole('status').filter({ hasText: 'Your profile has been updated' })).toBeVisible()

    const sent = (await shop.upstream.log()).filter((call) => call.method === 'PUT' && call.path.endsWith('/me')).at(-1)
    expect(sent?.body).toEqual({ name: 'Rosalind Franklin', email: 'rosalind@example.org', phone: '+442079460958' })
    // The local user is updated: the next screen knows the new name without asking.
    await page.getByRole('main').getByRole('link', { name: 'My Addresses' }).click()
    await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click()
    await expect(page.locator('[name=name]')).toHaveValue('Rosalind Franklin')
    await expect(page.locator('[name=phoneCountry]')).toHaveValue('GB')
  })
})

test.describe('points', () => {
  test('the history comes by pages, with the balance drawn and told', async ({ page, shop }) => {
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

  test('one page has no footer, none at all says what they are for', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/me/my-transactions/transaction-history')
    await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  })

  test('the profit amount stands in the header as a price', async ({ page, shop }) => {
    await visitAs(page, shop, 'ada@example.org', '/contact')
    if ((page.viewportSize()?.width ?? 0) < 900) await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(page.getByRole('link', { name: /Points.*12[.,]50/ }).last()).toBeVisible()
  })
})

test('an expired login in the middle of the profile keeps what is typed on the screen and says so', async ({ page, shop }) => {
  await visitAs(page, shop, 'neu@example.org', '/me/my-profile')
  await page.fill('[name=name]', 'Still Here')
  await shop.upstream.scenario({ names: ['session-expired'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page.locator('[name=name]')).toHaveValue('Still Here')
})
