// Back and a reload restore the scroll position; the whole menu is in the document once the browser is idle.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { holdBack, menuIsThere, pressAndLook, scrollToEnd } from './story.ts'

/** The height of the header and the bar of categories, in pixels. */
const stickyHeight = 125

/** The distance of a dish from the top of the viewport; null if it is not in the document. */
const topOf = (page: Page, name: string): Promise<number | null> =>
  page.evaluate((words) => {
    const link = [...document.querySelectorAll('main section a[data-card]')].find((one) => one.textContent === words)
    return link === undefined ? null : Math.round(link.getBoundingClientRect().top)
  }, name)

/** Scrolls until a dish is 300 px below the top of the window. */
async function scrollToDish(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.evaluate((words) => {
      const link = [...document.querySelectorAll('main section a[data-card]')].find((one) => one.textContent === words)
      if (link === undefined) scrollBy(0, innerHeight)
      else scrollBy(0, link.getBoundingClientRect().top - 300)
    }, name)
    // Content rendered meanwhile may shift it.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    expect(Math.abs(((await topOf(page, name)) ?? -10_000) - 300)).toBeLessThanOrEqual(1)
  }).toPass({ intervals: [100] })
}

async function expectDishAt(page: Page, name: string, top: number): Promise<void> {
  await expect.poll(async () => Math.abs(((await topOf(page, name)) ?? -10_000) - top), { message: name }).toBeLessThanOrEqual(2)
}

test('Back and a reload restore the scroll position at the same dish', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  for (const dish of ['Caesar Salad', 'Tiramisù']) {
    await scrollToDish(page, dish)
    // A click would scroll there first.
    await page.locator('footer a[href="/contact"]').dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expectDishAt(page, dish, 300)
    await page.reload()
    await expectDishAt(page, dish, 300)
  }
  // Content rendered later does not shift it.
  await expect.poll(() => page.locator('main section a[data-card]').count()).toBeGreaterThan(40)
  await expectDishAt(page, 'Tiramisù', 300)
  // A navigation by a link starts at the top.
  await page.goto('/contact')
  await page.locator('header a[href="/"]').first().click()
  await menuIsThere(page)
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('main section a[data-card]').length)).toBeGreaterThan(40)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('another language leaves the menu at the same dish', { tag: '@desktop' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  await scrollToDish(page, 'Tiramisù')
  // A choice by hand would scroll to the switcher first.
  await page.locator('header [name=lang]').evaluate((field: HTMLSelectElement) => {
    field.value = 'de'
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Salate' })).toBeAttached()
  await expectDishAt(page, 'Tiramisù', 300)
})

test('a logout in another tab leaves the menu at the same dish', { tag: '@phone' }, async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/')
  await menuIsThere(page)
  for (const dish of ['Caesar Salad', 'Tiramisù']) await scrollToDish(page, dish)
  const other = await page.context().newPage()
  await other.goto('/me/my-profile')
  await pressAndLook(other.getByRole('main').getByRole('button', { name: 'Logout' }), async () => {
    await expect(other).toHaveURL('/')
    await expect(page.locator('[data-toasts]').getByText('You logged out in another tab.')).toBeVisible()
  })
  await expectDishAt(page, 'Tiramisù', 300)
  await expect.poll(() => page.locator('main section a[data-card]').count()).toBeGreaterThan(40)
  await expectDishAt(page, 'Tiramisù', 300)
})

test('every dish is in the document when the browser is idle', { tag: '@phone' }, async ({ page, shop }) => {
  const dishes = await everyDish(shop.url, shop.upstream.branches[0] ?? '')
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('main section a[data-card][href*=product]').length)).toBe(dishes)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a reload at the end of the menu returns there, and nothing moves', { tag: '@phone' }, async ({ page, shop }) => {
  const dishes = await everyDish(shop.url, shop.upstream.branches[0] ?? '')
  const known = () =>
    expect.poll(() => page.evaluate(() => document.querySelectorAll('main section a[data-card][href*=product]').length)).toBe(dishes)
  const toTheEnd = () => page.evaluate(() => document.documentElement.scrollHeight - scrollY)
  await visit(page, shop, '/')
  await menuIsThere(page)
  await known()
  await scrollToEnd(page, page.getByRole('contentinfo'))
  await page.evaluate(() => {
    // The footer may still grow: what counts is where the customer leaves.
    addEventListener('pagehide', () => sessionStorage.setItem('left', String(document.documentElement.scrollHeight - scrollY)))
  })
  const release = await holdBack(page, /\/api\/products\/categories\/\d+\/products$/)
  await page.reload()
  await menuIsThere(page)
  await expect(page.getByRole('contentinfo')).toBeAttached()
  release()
  await known()
  const left = Number(await page.evaluate(() => sessionStorage.getItem('left')))
  await page.evaluate(() => sessionStorage.removeItem('left'))
  expect(left).toBeGreaterThan(0)
  await expect.poll(async () => Math.abs((await toTheEnd()) - left)).toBeLessThanOrEqual(1)
})

test.describe('while dishes are loading', () => {
  // The category is held where it is by scrolling; below the header, unseen, what is above it moves.
  test.use({ steady: false })

  test('a link to a category stays there while the dishes above it are loading', async ({ page, shop }) => {
    const dishes = await everyDish(shop.url, shop.upstream.branches[0] ?? '')
    const release = await holdBack(page, /\/api\/products\/categories\/\d+\/products$/)
    await visit(page, shop, '/#salads')
    const heading = page.getByRole('main').getByRole('heading', { level: 2, name: 'Salads', exact: true })
    await expect(heading).toBeFocused()
    const offset = (): Promise<number> =>
      heading.evaluate((title, top) => Math.abs((title.closest('section')?.getBoundingClientRect().top ?? 0) - top), stickyHeight + 8)
    await expect.poll(offset).toBeLessThan(1)
    release()
    await expect.poll(() => page.evaluate(() => document.querySelectorAll('main section a[data-card][href*=product]').length)).toBe(dishes)
    await expect.poll(offset).toBeLessThan(1)
  })
})

async function everyDish(url: string, branch: string): Promise<number> {
  const headers = { 'X-Branch': branch, Lang: 'en' }
  const answer = (await (await fetch(`${url}/api/products/categories`, { headers })).json()) as
    | { data?: { id: number }[] }
    | { id: number }[]
  const categories = Array.isArray(answer) ? answer : (answer.data ?? [])
  let dishes = 0
  for (const { id } of categories) {
    const products = (await (await fetch(`${url}/api/products/categories/${String(id)}/products`, { headers })).json()) as {
      data: unknown[]
    }
    dishes += products.data.length
  }
  return dishes
}
