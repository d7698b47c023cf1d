// Failures in a page: the rest of it stays, the customer sees a message, and the operator gets a report.
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { holdBack, menuIsThere } from './story.ts'

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
