// Login, register and reset password, independent of the width (docs/specification.md sections 2, 4, 5, 8).
import { expectAlert, expectFieldError, password, visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { fontsAreThere, holdBack } from './story.ts'

const required = 'Please fill in this field.'

test('a visitor of the account area logs in and returns to the requested page', async ({ page, shop }) => {
  await visit(page, shop, '/me/my-profile')
  await expect(page).toHaveURL('/login')
  await page.fill('[name=email]', 'neu@example.org')
  await page.fill('[name=password]', password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/me/my-profile')
})

test('shows the message of a failing server, and keeps what is typed', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await page.fill('[name=email]', 'fail@example.org')
  await page.fill('[name=password]', 'x')
  await page.keyboard.press('Enter')
  await expect(page.locator('main [data-notice=danger]')).toBeVisible()
  await expect(page.locator('[name=email]')).toHaveValue('fail@example.org')
})

test('from the checkout it returns there', async ({ page, shop }) => {
  await visit(page, shop, '/login?return=checkout')
  await expect(page.getByRole('link', { name: 'Checkout as Guest' })).toBeVisible()
  await page.fill('[name=email]', 'ada@example.org')
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
})

test('reset password: the field, the confirmation, and back to the login', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await page.fill('[name=email]', 'ada@example.org')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('button', { name: 'Send a new password' })).toBeVisible()
  // The typed address is passed on.
  await expect(page.locator('[name=email]')).toHaveValue('ada@example.org')
  await page.fill('[name=email]', '')
  await page.getByRole('button', { name: 'Send a new password' }).click()
  await expectFieldError(page, 'email', required)
  await page.fill('[name=email]', 'errors@example.org')
  await page.keyboard.press('Enter')
  await expectFieldError(page, 'email', 'This value is not accepted.')
  await page.fill('[name=email]', 'ada@example.org')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expectAlert(page, 'Success', 'Your new password has been sent. Please check your inbox')
  await expect(page.locator('[name=email]')).toHaveValue('ada@example.org')
})

test('every field is required, the phone field takes numbers only, the terms open over the form', async ({ page, shop }) => {
  // The number metadata is loaded after the page; the field's value stays.
  const come = await holdBack(page, '**/assets/max-*.js')
  await visit(page, shop, '/register')
  const phone = page.locator('[name=phone]')
  await expect(phone).toBeVisible()
  await fontsAreThere(page)
  const code = page.getByText('+49', { exact: true })
  await expect(code).toHaveCount(0)
  const place = await phone.boundingBox()
  come()
  await expect(code).toBeVisible()
  expect(await phone.boundingBox()).toEqual(place)

  const send = page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
  await send.click()
  for (const name of ['name', 'email', 'password', 'password_confirmation']) await expectFieldError(page, name, required)
  await expectFieldError(page, 'phone', 'Please enter a valid telephone number.')
  await expectFieldError(page, 'terms', 'Please accept the terms to continue.')

  await expect(page.locator('[name=phoneCountry]')).toHaveValue('DE')
  expect(
    await page.locator('[name=phoneCountry] option').evaluateAll((all) => all.slice(0, 2).map((one) => (one as HTMLOptionElement).value)),
  ).toEqual(['US', 'GB'])
  await phone.fill('12345')
  await phone.blur()
  await expect(phone).toHaveValue('')
  await expectFieldError(page, 'phone', '“12345” is not a valid telephone number, so the field was cleared.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[name=phone]')).toHaveValue('12345')
  await expect(page.locator('[name=phone]')).toBeFocused()

  await page.fill('[name=name]', 'Mary Jackson')
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Datenschutz' })
    .or(page.getByRole('main').getByRole('link', { name: /privacy/i }))
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.locator('[name=name]')).toHaveValue('Mary Jackson')
})
