// Failures in a page: the rest of it stays, the customer sees a message, and the operator gets a report.
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { holdBack, menuIsThere, withMargheritas } from './story.ts'

/** Replaces an exported component by one that throws. */
const breakPart = (page: Page, name: string): Promise<unknown> =>
  page.route(new RegExp(`/assets/${name}-.*\\.js$`), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export const ${name} = () => { throw new TypeError('the dish of Ada is undefined') }`,
    }),
  )

const report = (page: Page): Promise<{ status: number; body: Record<string, unknown> }> =>
  page
    .waitForResponse((answer) => new URL(answer.url()).pathname === '/bff/error')
    .then((answer) => ({ status: answer.status(), body: answer.request().postDataJSON() as Record<string, unknown> }))

test('a failing screen shows an error, keeps header and cart, and is reported to the operator; the next screen works', async ({
  page,
  shop,
}) => {
  await breakPart(page, 'ContactPage')
  await visit(page, shop, '/')
  await menuIsThere(page)
  const told = report(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.locator('#root').getByText('This screen could not be shown. Your cart is kept.')).toBeVisible()
  const { status, body } = await told
  expect(status).toBe(204)
  expect(body).toMatchObject({ kind: 'screen', name: 'TypeError', screen: '/contact' })
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await menuIsThere(page)
})

test('a screen whose code can not be loaded shows an error', async ({ page, shop }) => {
  await page.route(/\/assets\/ContactPage-.*\.js$/, (route) => route.abort())
  await visit(page, shop, '/')
  await menuIsThere(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.locator('#root').getByText('This screen could not be loaded. Your cart is kept.')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

/** Lets the first requests for some files fail. */
async function failAtFirst(page: Page, files: RegExp, times: number): Promise<void> {
  let left = times
  await page.route(files, (route) => (left-- > 0 ? route.abort() : route.fallback()))
}

test('a script of the start and the style sheet that failed are loaded again; meanwhile a notice says so', async ({ page, shop }) => {
  // Wide windows show the cart beside the menu.
  await page.setViewportSize({ width: 800, height: 800 })
  // Each file is requested by a preload and by its import.
  await failAtFirst(page, /\/assets\/rolldown-runtime-.*\.js$/, 4)
  await failAtFirst(page, /\/assets\/look-.*\.css$/, 2)
  await page.clock.install()
  await visit(page, shop, '/')
  await expect(page.getByRole('alert').getByText('The shop could not be loaded completely.')).toBeVisible()
  // The pauses between the attempts pass at once.
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(page.getByRole('link', { name: 'Margherita', exact: true })).toBeVisible({ timeout: 500 })
  }).toPass({ intervals: [100] })
  await expect(page.getByText('The shop could not be loaded completely.')).toHaveCount(0)
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a cart whose code failed to load opens at the next press, without a reload', async ({ page, shop }) => {
  let network = false
  await page.route(/\/assets\/CartPanel-.*\.js$/, (route) => (network ? route.fallback() : route.abort()))
  // Wide windows show the cart beside the menu.
  await page.setViewportSize({ width: 800, height: 800 })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await page.evaluate(() => (document.documentElement.dataset['same'] = 'page'))
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(page.locator('#root').getByText('A part of this page could not be loaded. Your cart is kept.')).toBeVisible()
  network = true
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['same'])).toBe('page')
})

test('after a deploy, a screen whose code is gone is reloaded with the new build, and the cart is kept', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  let deployed = false
  await page.route(/\/assets\/ContactPage-.*\.js$/, (route) => (deployed ? route.fulfill({ status: 404, body: '' }) : route.fallback()))
  await visit(page, shop, '/')
  await menuIsThere(page)
  deployed = true
  await page.route(/\/$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/data-shop="[^"]+"/, 'data-shop="/assets/shop-next.js"') })
  })
  // The page that is loaded anew belongs to the new build.
  await page.route(/\/contact$/, async (route) => {
    deployed = false
    await route.fallback()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('cart'))).not.toBeNull()
  expect(deployed).toBe(false)
})

test('if the start fails, the links of the first paint work without scripts', async ({ page, shop }) => {
  await page.route(/\/assets\/shop-.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `throw new TypeError('broken')` }),
  )
  const told = report(page)
  await visit(page, shop, '/')
  expect(await told).toMatchObject({ status: 204, body: { kind: 'start', name: 'TypeError' } })
  await page.locator('[data-first-paint] main section h3 a').first().click()
  await expect(page).toHaveURL(/\?menu=/)
  await expect(page.locator('#first-sheet h2')).toBeVisible()
})

test('a click before a failed start is followed without scripts', async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await page.route(/\/assets\/shop-.*\.js$/, (route) => route.abort())
  await visit(page, shop, '/')
  await page.locator('[data-first-paint] main section h3 a').first().click()
  await expect(page).toHaveURL(/\/$/)
  release()
  await expect(page).toHaveURL(/\?menu=/)
})

test('leaving while the shop starts reports no error', async ({ page, shop }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('request', (request) => {
    if (request.url().endsWith('/bff/error')) errors.push(request.postData() ?? '')
  })
  await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await visit(page, shop, '/')
  await page.goto('/contact')
  await expect(page.locator('[data-first-paint] h1')).toHaveText('Contact Us')
  expect(errors).toEqual([])
})

test('the focus that was set in the first paint stays when the application replaces it', async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/shop-.*\.js$/)
  await visit(page, shop, '/')
  const link = page.locator('a[data-card]').nth(1)
  await link.focus()
  release()
  await menuIsThere(page)
  await expect(link).toBeFocused()
})
