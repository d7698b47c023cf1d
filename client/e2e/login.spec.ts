// Login, register, reset password and social login (SPEC.md sections 2, 4, 5, 6, 8).
import { expectAlert, expectFieldError, password, visit, visitAs } from './customer.ts'
import { expect, expectAccessible, test } from './harness.ts'

const required = 'Please fill in this field.'

test.describe('guards', () => {
  test('a customer who is logged in is sent home from login, register and reset password', async ({ page, shop }) => {
    await visitAs(page, shop, 'neu@example.org', '/login')
    await expect(page).toHaveURL('/')
    for (const path of ['/register', '/reset-password']) {
      await page.goto(path)
      await expect(page).toHaveURL('/')
    }
  })

  test('register is closed when ALLOW_REGISTRATION is empty', async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['no-registration'] })
    await visit(page, shop, '/register')
    await expect(page).toHaveURL('/')
    await page.goto('/login')
    await expect(page.getByRole('main').getByRole('link', { name: 'Register' })).toHaveCount(0)
  })

  test('a visitor of the account area logs in and is where they wanted to be', async ({ page, shop }) => {
    await visit(page, shop, '/me/my-profile')
    await expect(page).toHaveURL('/login')
    await page.fill('[name=email]', 'neu@example.org')
    await page.fill('[name=password]', password)
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/me/my-profile')
  })
})

test.describe('login', () => {
  test('needs both fields, shows server errors under the e-mail field, and leads home', async ({ page, shop }) => {
    await visit(page, shop, '/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await expectAccessible(page)
    const send = page.getByRole('main').getByRole('button', { name: 'Login', exact: true })
    await send.click()
    await expectFieldError(page, 'email', required)
    await expectFieldError(page, 'password', required)
    await expect(page.locator('[name=email]')).toBeFocused()

    await page.fill('[name=email]', 'ada@example.org')
    await page.fill('[name=password]', 'wrong-horse')
    await send.click()
    await expectFieldError(page, 'email', /credentials/)
    await expectAccessible(page)

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

  test('says what a failing server says, and keeps what is typed', async ({ page, shop }) => {
    await visit(page, shop, '/login')
    await page.fill('[name=email]', 'fail@example.org')
    await page.fill('[name=password]', 'x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page.locator('[name=email]')).toHaveValue('fail@example.org')
  })

  test('from the checkout it leads back there', async ({ page, shop }) => {
    await visit(page, shop, '/login?return=checkout')
    await expect(page.getByRole('link', { name: 'Checkout as Guest' })).toBeVisible()
    await page.fill('[name=email]', 'ada@example.org')
    await page.fill('[name=password]', password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/checkout')
  })
})

test('reset password: the field, the answer, and on to the login', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await page.fill('[name=email]', 'ada@example.org')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expectAccessible(page)
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

test.describe('register', () => {
  test('every field is required, the phone field takes numbers only, the terms open over the form', async ({ page, shop }) => {
    await visit(page, shop, '/register')
    await expectAccessible(page)
    const send = page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
    await send.click()
    for (const name of ['name', 'email', 'password', 'password_confirmation']) await expectFieldError(page, name, required)
    await expectFieldError(page, 'phone', 'Please enter a valid telephone number.')
    await expectFieldError(page, 'terms', 'Please accept the terms to continue.')

    await expect(page.locator('[name=phoneCountry]')).toHaveValue('DE')
    expect(
      await page.locator('[name=phoneCountry] option').evaluateAll((all) => all.slice(0, 2).map((one) => (one as HTMLOptionElement).value)),
    ).toEqual(['US', 'GB'])
    await page.fill('[name=phone]', '12345')
    await page.locator('[name=phone]').blur()
    await expect(page.locator('[name=phone]')).toHaveValue('')
    await expectFieldError(page, 'phone', '“12345” is no valid telephone number, so the field was cleared.')

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

  test('server errors stand beside their fields, the first message of each', async ({ page, shop }) => {
    await visit(page, shop, '/register')
    await page.fill('[name=name]', 'Mary Jackson')
    await page.fill('[name=email]', 'errors@example.org')
    await page.fill('[name=phone]', '030 23125150')
    await page.fill('[name=password]', 'long enough')
    await page.fill('[name=password_confirmation]', 'not the same')
    await page.check('[name=terms]')
    const send = page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
    await send.click()
    await expectFieldError(page, 'password_confirmation', 'The two passwords are not the same.')
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

test.describe('social login', () => {
  test('fetches no script before the press; a known Google account is logged in, and out again', async ({ page, shop }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/providers/')) asked.push(request.url())
    })
    await visit(page, shop, '/login')
    await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toBeVisible()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page
      .getByRole('dialog', { name: 'Sign in with Google' })
      .getByRole('button', { name: /Ada Lovelace/ })
      .click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
    expect(asked.some((url) => url.endsWith('/providers/google.js'))).toBe(true)
    expect(asked.some((url) => url.endsWith('/providers/facebook.js'))).toBe(false)

    await page.goto('/me/my-profile')
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('tablefront:social')])).toEqual([null, null])
  })

  test('an unknown account goes to register, prefilled and without e-mail and password', async ({ page, shop }) => {
    await visit(page, shop, '/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page
      .getByRole('dialog', { name: 'Sign in with Google' })
      .getByRole('button', { name: /Katherine/ })
      .click()
    await expect(page).toHaveURL('/register')
    await expect(page.locator('[name=name]')).toHaveValue('Katherine Johnson')
    await expect(page.locator('[name=email]')).toHaveCount(0)
    await expect(page.locator('[name=password]')).toHaveCount(0)
    await expect(page.locator('[name=socialName]')).toHaveValue('google')
    await expectAccessible(page)
    await page.fill('[name=phone]', '030 23125151')
    await page.check('[name=terms]')
    await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByRole('alertdialog', { name: 'Success' })).toContainText(
      "You've successfully registered. You can login to continue",
    )
    const sent = (await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith('/register')).at(-1)
    expect(sent?.body).toMatchObject({ name: 'Katherine Johnson', email: 'katherine@example.net', socialName: 'google' })
  })

  test('a cancelled login says so, and an account without e-mail address registers too', async ({ page, shop }) => {
    await visit(page, shop, '/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('dialog', { name: 'Sign in with Google' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'User cancelled login or did not fully authorize' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Facebook' }).click()
    await page.getByRole('dialog', { name: 'Log in with Facebook' }).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'User cancelled login or did not fully authorize' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue with Facebook' }).click()
    await page
      .getByRole('dialog', { name: 'Log in with Facebook' })
      .getByRole('button', { name: /Dorothy/ })
      .click()
    await expect(page).toHaveURL('/register')
    await expect(page.locator('[name=name]')).toHaveValue('Dorothy Vaughan')
  })

  test('a script that does not come is told in words', async ({ page, shop }) => {
    await page.route('**/providers/facebook.js', (route) => route.abort())
    await visit(page, shop, '/login')
    await page.getByRole('button', { name: 'Continue with Facebook' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Login providers not ready yet' })).toBeVisible()
  })

  test('is not offered when ALLOW_SOCIAL_LOGIN is empty', async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['no-social'] })
    await visit(page, shop, '/login')
    await expect(page.locator('[name=email]')).toBeVisible()
    await expect(page.getByRole('button', { name: /Continue with/ })).toHaveCount(0)
  })
})
