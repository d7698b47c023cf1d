// My Account, independent of the width (docs/specification.md sections 2, 5).
import { expectFieldError, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { pressAndLook } from './story.ts'

test('without a loyalty system nothing links to the points', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-loyalty'] })
  await visitAs(page, shop, 'neu@example.org', '/me/my-profile')
  await expect(page.locator('[name=email]')).toHaveValue('neu@example.org')
  await expect(page.getByRole('main').getByRole('link', { name: 'Transaction History' })).toHaveCount(0)
})

test('without a loyalty system the header shows the points without a link', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-loyalty'] })
  await visitAs(page, shop, 'ada@example.org', '/me/my-profile')
  await expect(page.getByRole('banner')).toContainText(/Points\D*12[.,]50/)
  await expect(page.getByRole('banner').getByRole('link', { name: /Points/ })).toHaveCount(0)
})

test('profile: name, e-mail and phone are required, server errors are shown, and saved values appear everywhere', async ({
  page,
  shop,
}) => {
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
  await expectFieldError(page, 'password_confirmation', 'The passwords do not match.')
  await page.fill('[name=password_confirmation]', 'short')
  await page.fill('[name=email]', 'rosalind@example.org')
  await save.click()
  await expectFieldError(page, 'password', 'The password needs at least 8 characters.')
  await page.fill('[name=password]', '')
  await page.fill('[name=password_confirmation]', '')
  await pressAndLook(save, () => expect(page.locator('[data-toasts]').getByText('Your profile has been updated')).toBeVisible())

  const sent = (await shop.upstream.log()).filter((call) => call.method === 'PUT' && call.path.endsWith('/me')).at(-1)
  expect(sent?.body).toEqual({ name: 'Rosalind Franklin', email: 'rosalind@example.org', phone: '+442079460958' })
  // The cached user is updated: the next screen shows the new name without a request.
  await page.getByRole('main').getByRole('link', { name: 'My Addresses' }).click()
  await page.getByRole('main').getByRole('link', { name: 'My Profile' }).click()
  await expect(page.locator('[name=name]')).toHaveValue('Rosalind Franklin')
  await expect(page.locator('[name=phoneCountry]')).toHaveValue('GB')
})

test('a single page of points has no pagination; an empty history explains the points', async ({ page, shop }) => {
  await visitAs(page, shop, 'neu@example.org', '/me/my-transactions/transaction-history')
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
})
