// A login that expires while a form of the account is filled in: nothing typed is lost (docs/specification.md section 10).
import type { Page } from '@playwright/test'
import { expectFieldError, password, visitAs } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { pressAndLook } from './story.ts'

const words = 'Your login has expired. Log in again; everything you typed stays.'

/** Follows the notice's link, and logs in again. */
async function logInAgain(page: Page, shop: Shop, email: string): Promise<void> {
  await page.locator('[data-notice=danger]').filter({ hasText: words }).getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await shop.upstream.scenario({})
  // The previous page stays until the login page is loaded, and has an e-mail field, too.
  const form = page.getByRole('form', { name: 'Login' })
  await form.locator('[name=email]').fill(email)
  await form.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
}

test('a new address: the place and every field are restored after logging in again', async ({ page, shop }) => {
  await visitAs(page, shop, 'neu@example.org', '/me/address-list/create?return=checkout')
  await page.fill('[name=q]', 'Rathausstraße 5')
  await page.getByRole('option', { name: /Rathausstraße 5/ }).click()
  await page.fill('main [name=name]', 'Home')
  await page.fill('main [name=address]', 'Rathausstraße 5, back yard')
  await page.fill('main [name=extras]', '3rd floor')
  await page.check('main [name=isDefault]')
  await shop.upstream.scenario({ names: ['session-expired'] })
  await page.getByRole('button', { name: 'Save the address' }).click()
  await logInAgain(page, shop, 'neu@example.org')
  await expect(page).toHaveURL('/me/address-list/create?return=checkout')
  await expect(page.locator('#root').getByText(/^We deliver to Rathausstraße 5: Mitte$/)).toBeVisible()
  await expect(page.locator('main [name=name]')).toHaveValue('Home')
  await expect(page.locator('main [name=address]')).toHaveValue('Rathausstraße 5, back yard')
  await expect(page.locator('main [name=extras]')).toHaveValue('3rd floor')
  await expect(page.locator('main [name=isDefault]')).toBeChecked()
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page).toHaveURL('/checkout')
  const sent = (await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/me/addresses')).at(-1)
  expect(sent?.body).toMatchObject({
    name: 'Home',
    address: 'Rathausstraße 5, back yard',
    extras: '3rd floor',
    isDefault: true,
    areaId: 1,
    zipcode: '10178',
  })
})

test('the profile: the form stays on the screen, and restored changes are marked as unsaved', async ({ page, shop }) => {
  await visitAs(page, shop, 'neu@example.org', '/me/my-profile')
  await page.fill('main [name=name]', 'Still Here')
  await shop.upstream.scenario({ names: ['session-expired'] })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.locator('[data-notice=danger]').filter({ hasText: words })).toBeVisible()
  await expect(page.locator('main [name=name]')).toHaveValue('Still Here')
  await logInAgain(page, shop, 'neu@example.org')
  await expect(page).toHaveURL('/me/my-profile')
  await expect(page.locator('#root').getByText('What you changed before is not saved yet.')).toBeVisible()
  await page.fill('main [name=name]', '')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectFieldError(page, 'name', 'Please fill in this field.')
  await page.fill('main [name=name]', 'Still Here')
  await pressAndLook(page.getByRole('button', { name: 'Save', exact: true }), () =>
    expect(page.locator('[data-toasts]').getByText('Your profile has been updated')).toBeVisible(),
  )
  await page.reload()
  await expect(page.locator('main [name=name]')).toHaveValue('Still Here')
  await expect(page.locator('#root').getByText('What you changed before is not saved yet.')).toHaveCount(0)
})
