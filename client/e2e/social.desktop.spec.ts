// Social login (docs/specification.md sections 4 and 8): the mock providers' pages, and the real BFF that verifies their proof.
import type { Page } from '@playwright/test'
import { expectAlert, expectFieldError, visit } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { goWithin } from './story.ts'

const provider = { google: 'Sign in with Google', facebook: 'Log in with Facebook' } as const

/** Signs in: presses a provider's button, and a person (or Cancel) on its page. */
async function signIn(page: Page, name: keyof typeof provider, who: string | RegExp): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: name === 'google' ? 'Continue with Google' : 'Continue with Facebook' })
    .click()
  await choose(page, name, who)
}

async function choose(page: Page, name: keyof typeof provider, who: string | RegExp): Promise<void> {
  await page.getByRole('dialog', { name: provider[name] }).getByRole('button', { name: who }).click()
}

/** Logs out from the menu in the header, so that the page with the provider's script stays. */
async function logout(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /My Account/ })
    .click()
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('tablefront:social')])).toEqual([null, null])
}

/** Fills in what the provider does not supply: phone number and terms. */
async function fillRest(page: Page, number: string): Promise<void> {
  await page.fill('main [name=phone]', number)
  await page.check('main [name=terms]')
}

const register = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Register', exact: true })
const failure = (page: Page, words: string) => page.locator('main [data-notice=danger]').filter({ hasText: words })
const registered = "You've successfully registered. You can login to continue"

const received = async (shop: Shop, path: string) =>
  (await shop.upstream.log()).filter((call) => call.method === 'POST' && call.path.endsWith(path))

test('Google: no script before the press; a known account is logged in, and signed out there too', async ({ page, shop }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/providers/') && pathname.endsWith('.js')) asked.push(pathname)
  })
  await visit(page, shop, '/login')
  await expect(page.getByRole('button', { name: 'Continue with Facebook' })).toBeVisible()
  expect(asked).toEqual([])
  await signIn(page, 'google', /Ada Lovelace/)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Ada/ })).toBeVisible()
  expect(asked).toEqual(['/providers/google.js'])
  // The BFF does not forward the proof.
  expect((await received(shop, '/social')).at(-1)?.body).toEqual({
    socialId: '118400000000000000001',
    socialName: 'google',
    email: 'ada@example.org',
  })

  await page.evaluate(() => {
    const id = window.google?.accounts.id
    if (id === undefined) return
    const disable = id.disableAutoSelect
    id.disableAutoSelect = () => {
      document.body.dataset['signedOut'] = 'google'
      disable()
    }
  })
  await logout(page)
  await expect(page.locator('body')).toHaveAttribute('data-signed-out', 'google')
})

test('Facebook: a known account is logged in, and signed out there too', async ({ page, shop }) => {
  const status = () => page.evaluate(() => new Promise((told) => window.FB?.getLoginStatus((answer) => told(answer.status))))
  await visit(page, shop, '/login')
  await signIn(page, 'facebook', /Ada Lovelace/)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Ada/ })).toBeVisible()
  expect((await received(shop, '/social')).at(-1)?.body).toMatchObject({ socialId: '1184001', socialName: 'facebook' })
  expect(await status()).toBe('connected')
  await logout(page)
  await expect.poll(status).toBe('unknown')
  // The provider may hand out the same token again.
  await goWithin(page, '/login')
  await signIn(page, 'facebook', /Ada Lovelace/)
  await expect(page.getByRole('banner').getByRole('button', { name: /^Ada/ })).toBeVisible()
})

test('Google: an unknown account registers, with expired proof refreshed, and is known from then on', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await signIn(page, 'google', /Katherine/)
  await expect(page).toHaveURL('/register')
  await expect(page.locator('main [name=name]')).toHaveValue('Katherine Johnson')
  await expect(page.locator('main [name=email]')).toHaveCount(0)
  await expect(page.locator('main [name=password]')).toHaveCount(0)
  await expect(page.locator('main [name=socialName]')).toHaveValue('google')
  await fillRest(page, '030 23125151')

  // The proof expires: a credential of the same person that expired an hour ago is sent.
  await page.route(
    '**/api/register',
    async (route) => {
      const body = route.request().postDataJSON() as { nonce: string }
      const page = await fetch(
        `${shop.upstream.url}/providers/google/sign?expired&account=katherine&client_id=tablefront-mock&nonce=${body.nonce}&origin=${shop.url}`,
      )
      const idToken = /credential: '([^']+)'/.exec(await page.text())?.[1]
      await route.continue({ postData: JSON.stringify({ ...body, idToken }) })
    },
    { times: 1 },
  )
  await register(page).click()
  await choose(page, 'google', /Katherine/)
  await expect(page).toHaveURL('/login')
  await expectAlert(page, 'Success', registered)
  const sent = await received(shop, '/register')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({
    name: 'Katherine Johnson',
    email: 'katherine@example.net',
    phone: '+493023125151',
    terms: true,
    socialId: '118400000000000000002',
    socialName: 'google',
  })
  await signIn(page, 'google', /Katherine/)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Katherine/ })).toBeVisible()
})

test('Google: a registration that the backend rejects is corrected without another sign-in', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await signIn(page, 'google', /Katherine/)
  await fillRest(page, '030 23125151')
  const body = { message: 'The phone has already been taken.', errors: { phone: ['The phone has already been taken.'] } }
  await shop.upstream.fault({ match: 'POST /api/register', kind: 'status', status: 422, body, times: 1 })
  await register(page).click()
  await expectFieldError(page, 'phone', 'The phone has already been taken.')
  await page.fill('main [name=phone]', '030 23125153')
  await register(page).click()
  await expect(page).toHaveURL('/login')
  await expectAlert(page, 'Success', registered)
})

test('Facebook: an account without e-mail registers; expired proof requires another sign-in', async ({ page, shop }) => {
  await visit(page, shop, '/login')
  await signIn(page, 'facebook', /Dorothy/)
  await expect(page).toHaveURL('/register')
  await expect(page.locator('main [name=name]')).toHaveValue('Dorothy Vaughan')
  await expect(page.locator('main [name=email]')).toHaveCount(0)
  await fillRest(page, '030 23125152')
  await page.route(
    '**/api/register',
    (route) => route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), accessToken: 'fb-expired' }) }),
    { times: 1 },
  )
  await register(page).click()
  await expect(failure(page, 'Chosen login provider is not supported for refreshing a token')).toBeVisible()
  await expect(page.locator('main [name=phone]')).toHaveValue('030 23125152')
  // Proof of another person is rejected.
  await signIn(page, 'facebook', /Ada Lovelace/)
  await expect(failure(page, 'Not logged in')).toBeVisible()
  await signIn(page, 'facebook', /Dorothy/)
  await expect(page).toHaveURL('/login')
  await expectAlert(page, 'Success', registered)
  expect((await received(shop, '/register')).map(({ body }) => body)).toEqual([
    { name: 'Dorothy Vaughan', phone: '+493023125152', terms: true, socialId: '1184002', socialName: 'facebook' },
  ])
})

test('a missing script and a cancelled login show a message, and can be tried again', async ({ page, shop }) => {
  const cancelled = 'User cancelled login or did not fully authorize'
  await page.route('**/providers/facebook.js', (route) => route.abort(), { times: 1 })
  await visit(page, shop, '/login')
  await page.getByRole('button', { name: 'Continue with Facebook' }).click()
  await expect(failure(page, 'Login providers not ready yet')).toBeVisible()
  await signIn(page, 'facebook', 'Cancel')
  await expect(failure(page, cancelled)).toBeVisible()
  await signIn(page, 'google', 'Cancel')
  await expect(failure(page, cancelled)).toBeVisible()
  // Google's own button stays for browsers without its prompt.
  await expect(page.locator('#root').getByText("Use Google's button to continue.")).toBeVisible()
})
