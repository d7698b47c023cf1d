// Languages: the switcher, reading direction, source texts where a translation is missing (docs/specification.md sections 1, 2). That every screen is accessible in every language is accessibility.desktop.spec.ts.
import type { Page } from '@playwright/test'
import { expect, test, withBranch, withLanguage, type Shop } from './harness.ts'
import { expectNoSidewaysScroll } from './story.ts'

async function begin(page: Page, shop: Shop, lang: string): Promise<void> {
  await withBranch(page, shop)
  await withLanguage(page, shop, lang)
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
}

/** Uses the switcher, in the header or the side menu. */
async function switchTo(page: Page, lang: string): Promise<void> {
  // From 1024 px on it is in the header's top bar, which is rendered right after the first paint.
  if ((page.viewportSize()?.width ?? 0) >= 1024) await page.getByRole('banner').locator('[name=lang]').selectOption(lang)
  else {
    await page.getByRole('banner').getByRole('button').first().click()
    await page.getByRole('dialog').locator('[name=lang]').selectOption(lang)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await page.keyboard.press('Escape')
  }
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
}

test('the switcher changes texts, menu, direction and the Lang header, and is stored', { tag: '@phone' }, async ({ page, shop }) => {
  await begin(page, shop, 'de')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2, name: 'Vorspeisen und Suppen' })).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await switchTo(page, 'en')
  await expect(page.getByRole('heading', { level: 2, name: 'Starters and soups' })).toBeAttached()
  await switchTo(page, 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 2, name: 'المقبلات والحساء' })).toBeAttached()
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ar')
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const calls = await shop.upstream.log()
  expect(calls.some((call) => call.path.startsWith('/api/products') && call.headers['lang'] === 'ar')).toBe(true)
})

test(
  'a first visit is in the browser’s language, from the first paint on; a choice stays',
  { tag: '@phone' },
  async ({ browser, shop }) => {
    for (const [locale, language, heading] of [
      ['en-GB', 'en', 'Starters and soups'],
      ['ar-EG', 'ar', 'المقبلات والحساء'],
      ['ja-JP', 'de', 'Vorspeisen und Suppen'],
    ] as const) {
      const still = await browser.newContext({ baseURL: shop.url, locale, javaScriptEnabled: false })
      const painted = await still.newPage()
      await withBranch(painted, shop)
      await painted.goto('/')
      await expect(painted.locator('html')).toHaveAttribute('lang', language)
      await expect(painted.getByRole('link', { name: heading, exact: true })).toBeAttached()
      await still.close()
    }
    const context = await browser.newContext({ baseURL: shop.url, locale: 'en-GB' })
    const page = await context.newPage()
    await withBranch(page, shop)
    await page.goto('/')
    await expect(page.locator('#root:not(:has(> [data-first-paint])) h2').filter({ hasText: 'Starters and soups' })).toBeAttached()
    await page.evaluate(() => localStorage.setItem('lang', 'de'))
    await page.goto('/')
    await expect(page.locator('#root:not(:has(> [data-first-paint])) h2').filter({ hasText: 'Vorspeisen und Suppen' })).toBeAttached()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await context.close()
  },
)

test('a missing translation shows the source text', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-translations'] })
  await begin(page, shop, 'ar')
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Home' })).toBeVisible()
})

test('a text without a translation carries its language, among texts that have one', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['few-translations'] })
  await begin(page, shop, 'ar')
  await page.goto('/contact')
  const untranslated = page.getByRole('heading', { level: 1, name: 'Contact Us' }).locator('[lang=en]')
  await expect(untranslated).toHaveText('Contact Us')
  await expect(untranslated).toHaveAttribute('dir', 'ltr')
  // The name of a button is read by itself: the button says in which language.
  await expect(page.getByRole('button', { name: 'Open the menu' })).toHaveAttribute('lang', 'en')
  // What has a translation is in the page's language, and so is the same text after another language was chosen.
  await expect(page.getByRole('contentinfo').getByRole('link').first().locator('[lang=en]')).toHaveCount(0)
  await switchTo(page, 'de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await expect(page.locator('main h1 [lang=en]')).toHaveCount(1)
  await switchTo(page, 'en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await expect(page.locator('#root [lang=en]:not(option)')).toHaveCount(0)
})

test('a message of the restaurant keeps the order of its own language', { tag: '@phone' }, async ({ page, shop }) => {
  await begin(page, shop, 'ar')
  await page.goto('/reset-password')
  await page.fill('[name=email]', 'errors@example.org')
  await page.keyboard.press('Enter')
  const message = page.locator('#root p').getByText('هذه القيمة غير مقبولة.').last()
  await expect(message).toBeVisible()
  await expect(message).toHaveCSS('direction', 'rtl')
  await expect(page.locator('main [lang=en]')).toHaveCount(0)
})
