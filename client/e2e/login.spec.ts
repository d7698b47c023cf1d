// Login, register and reset password (docs/specification.md sections 2, 4, 5, 8); the guards are in routes.desktop.spec.ts, social logins in social.desktop.spec.ts.
import { expectAlert, expectFieldError, password, visit } from './customer.ts'
import { expect, test } from './harness.ts'

const required = 'Please fill in this field.'

test.describe('login', () => {
  test('requires both fields, shows server errors at the e-mail field, and goes home', { tag: '@phone' }, async ({ page, shop }) => {
    await visit(page, shop, '/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    const send = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
    await send.click()
    await expectFieldError(page, 'email', required)
    await expectFieldError(page, 'password', required)
    await expect(page.locator('[name=email]')).toBeFocused()

    await page.fill('[name=email]', 'ada@example.org')
    await page.fill('[name=password]', 'wrong-horse')
    await send.click()
    await expectFieldError(page, 'email', /credentials/)

    await page.fill('[name=email]', 'locked@example.org')
    await send.click()
    await expectFieldError(page, 'email', /locked/)
    await expect(page.locator('[name=password]')).toHaveValue('wrong-horse')

    await page.fill('[name=email]', 'ada@example.org')
    await page.fill('[name=password]', password)
    await page.getByRole('main').getByRole('button', { name: 'Show the password' }).click()
    await expect(page.locator('[name=password]')).toHaveAttribute('type', 'text')
    await send.click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  })
})

test.describe('register', () => {
  test('server errors are shown at their fields, the first message of each', { tag: ['@phone', '@laravel'] }, async ({ page, shop }) => {
    await visit(page, shop, '/register')
    await page.fill('[name=name]', 'Mary Jackson')
    await page.fill('[name=email]', 'errors@example.org')
    await page.fill('[name=phone]', '030 23125150')
    await page.fill('[name=password]', 'long enough')
    await page.fill('[name=password_confirmation]', 'not the same')
    await page.check('[name=terms]')
    const send = page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
    await send.click()
    await expectFieldError(page, 'password_confirmation', 'The passwords do not match.')
    await page.fill('[name=password_confirmation]', 'long enough')
    await send.click()
    for (const name of ['name', 'email', 'phone', 'password', 'terms']) await expectFieldError(page, name, 'This value is not accepted.')
    await expect(page.getByText('This is the second message of the field.')).toHaveCount(0)
    await expect(page.locator('[name=name]')).toBeFocused()

    await page.fill('[name=email]', 'mary@example.org')
    await send.click()
    await expect(page).toHaveURL('/login')
    await expectAlert(page, 'Success', "You've successfully registered. You can login to continue")
    await page.fill('[name=password]', 'long enough')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
  })
})
