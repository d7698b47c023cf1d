// The menu and an order in front of other backends, in gallery/: Nord with its brand, the smallest one, and one in the words of Laravel.
import type { Browser, Page } from '@playwright/test'
import { openDemo } from '../demo.ts'
import { expect, test, withBranch } from '../harness.ts'
import { goWithin, guest } from '../story.ts'
import { looks } from './looks.ts'
import { shooting, type Shot } from './shot.ts'
import { withSmallest } from './smallest.ts'

// Light in the first language, dark in the last.
const some = looks.filter(({ lang, scheme }) => lang === looks.at(scheme === 'light' ? 0 : -1)?.lang)

/** Opens a shop in some looks and takes the pictures of the menu and an order. */
async function someLooks(browser: Browser, shop: string, name: string, prepare?: (page: Page) => Promise<void>) {
  for (const { name: column, lang, scheme, use } of some) {
    const context = await browser.newContext({ ...use, colorScheme: scheme, reducedMotion: 'reduce', serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.addInitScript((chosen) => localStorage.setItem('lang', chosen), lang)
    await prepare?.(page)
    await page.goto(shop)
    await order(page, shop, shooting(page, column, page.viewportSize()?.width ?? 0, name !== 'smallest'), name)
    await context.close()
  }
}

async function order(page: Page, shop: string, shot: Shot, name: string): Promise<void> {
  const dish = page.locator('main section[id^=category-] article a').first()
  await expect(dish).toBeVisible()
  await shot(`80-${name}-1-menu`)
  const sheet = page.locator('dialog[open]')
  await expect(async () => {
    await dish.click()
    await expect(sheet.locator('footer button').last()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await shot(`80-${name}-2-dish`)
  const submit = sheet.locator('footer button').last()
  for (const group of await sheet.locator('[role=radiogroup]').all())
    if (!(await submit.isEnabled())) await group.locator('input').first().check()
  await submit.click()
  await expect(sheet).toHaveCount(0)
  await page.locator('header button').last().click()
  const cart = page.locator('dialog[open], aside').filter({ has: page.locator('[data-line]') })
  await expect(cart).toBeVisible()
  await shot(`80-${name}-3-cart`)
  await page.keyboard.press('Escape')
  await goWithin(page, new URL('checkout', shop).pathname)
  await expect(page.locator('main [name=name]')).toBeVisible()
  await shot(`80-${name}-4-checkout`, true)
  for (const [field, value] of Object.entries(guest)) await page.fill(`[name=${field}]`, value)
  for (const choice of ['[name=deliverType][value=takeaway]', '[name=paymentType]:not([value=card])', '[name=terms]'])
    if ((await page.locator(choice).count()) > 0) await page.locator(choice).first().check()
  await page.locator('[data-place-order]').click()
  await expect(page.locator('main article section').first()).toBeVisible()
  await shot(`80-${name}-5-confirmation`, true)
}

test('in the words of Laravel', async ({ browser, shop }) => {
  test.setTimeout(1_800_000)
  await shop.upstream.scenario({ names: ['laravel'] })
  await someLooks(browser, `${shop.url}/`, 'laravel', (page) => withBranch(page, shop))
})

test('Nord', async ({ browser }) => {
  test.setTimeout(1_800_000)
  const demo = await openDemo()
  try {
    await someLooks(browser, `${demo.shop}nord/`, 'nord')
  } finally {
    demo.close()
  }
})

test('the smallest backend', async ({ browser, shop }) => {
  test.setTimeout(1_800_000)
  await withSmallest(Number(new URL(shop.url).port) + 5, (url) => someLooks(browser, `${url}/`, 'smallest'))
})
