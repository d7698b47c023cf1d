// What breaks in a page: the rest of it stays, the customer is told in words, and so is the operator.
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { holdBack, menuIsThere } from './story.ts'

/** Puts a component that fails in the place of one that a file exports. */
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

test('a screen that breaks leaves header and cart, says so, and is told to the operator; the next screen is whole', async ({
  page,
  shop,
}) => {
  await breakPart(page, 'ContactPage')
  await visit(page, shop, '/')
  await menuIsThere(page)
  const told = report(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('This screen could not be shown. Your cart is kept.')).toBeVisible()
  const { status, body } = await told
  expect(status).toBe(204)
  expect(body).toMatchObject({ kind: 'screen', name: 'TypeError', screen: '/contact' })
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await menuIsThere(page)
})

test('a screen whose code can not be loaded says that', async ({ page, shop }) => {
  await page.route(/\/assets\/ContactPage-.*\.js$/, (route) => route.abort())
  await visit(page, shop, '/')
  await menuIsThere(page)
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByText('This screen could not be loaded. Your cart is kept.')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
})

test('a shop that does not start gives clicks back: links of the first paint lead where they lead', async ({ page, shop }) => {
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

test('what was pressed before the start failed is done without scripts', async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await page.route(/\/assets\/shop-.*\.js$/, (route) => route.abort())
  await visit(page, shop, '/')
  await page.locator('[data-first-paint] main section h3 a').first().click()
  await expect(page).toHaveURL(/\/$/)
  release()
  await expect(page).toHaveURL(/\?menu=/)
})

test('who leaves while the shop starts leaves no error behind', async ({ page, shop }) => {
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
