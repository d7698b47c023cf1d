// Screenshots of the screens and states of the shop, in gallery/. Each waits until its content is loaded.
import type { Page } from '@playwright/test'
import { anyMessage, password } from '../customer.ts'
import { expect, test, withBranch, withLanguage, type Shop } from '../harness.ts'
import { shooting, type Shot } from './shot.ts'

interface Look {
  page: Page
  shop: Shop
  lang: string
  wide: boolean
  shot: Shot
}

/** A part of the gallery, with a fresh shop, in the project's variant. */
function chapter(name: string, walk: (look: Look) => Promise<void>): void {
  test(name, async ({ page, shop }, info) => {
    const [size = '', lang = '', scheme = ''] = info.project.name.split('-')
    // In units of the font size, as the media queries have it.
    const width = (page.viewportSize()?.width ?? 0) / (size.endsWith('+') ? 2 : 1)
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
    await withLanguage(page, shop, lang)
    await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
    await walk({ page, shop, lang, wide: width >= 1200, shot: shooting(page, info.project.name, width) })
  })
}

const signIn = async ({ page, shop, lang }: Look, email: string): Promise<void> => {
  await withBranch(page, shop)
  const answer = await page.request.post(`${shop.url}/api/login`, {
    data: { email, password },
    headers: { 'X-Branch': shop.upstream.branches[0] ?? '', Lang: lang },
  })
  const { token } = (await answer.json()) as { token: string }
  await page.addInitScript((kept) => localStorage.setItem('token', kept), token)
}

const menuIsThere = (page: Page) => expect(page.locator('main article').first()).toBeVisible()
const sheetIsThere = (page: Page) => expect(page.locator('dialog[open]').first()).toBeVisible()

/** Adds the dish of an address to the cart, with the first choice of each required group. */
async function add(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await sheetIsThere(page)
  const sheet = page.locator('dialog[open]')
  const submit = sheet.locator('footer button').last()
  await expect(sheet.locator('input').first()).toBeVisible()
  const groups = await sheet.locator('[role=radiogroup]').all()
  for (const group of groups) {
    if (await submit.isEnabled()) break
    if ((await group.locator('input:checked').count()) === 0) await group.locator('input').first().check()
  }
  await submit.click()
  await expect(sheet).toHaveCount(0)
}

async function fill(page: Page, email: string): Promise<void> {
  await page.locator('[name=deliverType][value=takeaway]').check()
  await page.fill('[name=name]', 'Mary Jackson')
  await page.fill('[name=email]', email)
  await page.fill('[name=phone]', '030 23125150')
  await page.locator('[name=paymentType][value=cash]').check()
  await page.locator('[name=terms]').check()
}

const place = (page: Page) => page.locator('[data-place-order]')

chapter('menu', async (look) => {
  const { page, shop, wide, shot } = look
  await page.goto('/select-branch')
  await expect(page.locator('[name=branch]')).toBeVisible()
  await shot('01-select-branch', true)
  await withBranch(page, shop)
  await page.goto('/')
  await menuIsThere(page)
  await shot('02-menu')
  // The first paint is shorter than the rendered page.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: 1300, behavior: 'instant' }))
    await expect(page.locator('[aria-current=true]').first()).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await expect(page.locator('main article').nth(8)).toBeVisible()
  await shot('03-menu-scrolled')
  // In a short window the page grows while it is scrolled.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    await expect(page.locator('footer').last()).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await shot('04-footer')
  await page.goto('/')
  await menuIsThere(page)
  await page.fill('[name=search]', 'sal')
  await expect(page.locator('main section[aria-label] article').first()).toBeVisible()
  await shot('05-search')
  await page.fill('[name=search]', 'zzzz')
  await expect(page.locator('main section[aria-label] article')).toHaveCount(0)
  await shot('06-search-empty')
  await page.goto('/?product=101')
  await sheetIsThere(page)
  await expect(page.locator('dialog[open] input').first()).toBeVisible()
  await shot('07-product')
  await page.locator('dialog[open] [role=radiogroup]').nth(1).scrollIntoViewIfNeeded()
  await page.locator('dialog[open] [role=radiogroup]').nth(1).locator('input').nth(3).check()
  await shot('08-product-choices')
  await page.goto('/?menu=2')
  await sheetIsThere(page)
  await expect(page.locator('dialog[open] input').first()).toBeVisible()
  await shot('09-combo')
  await page.locator('dialog[open] ol').last().scrollIntoViewIfNeeded()
  await shot('10-combo-summary')
  await add(page, '/?product=101')
  await add(page, '/?menu=2')
  await shot('11-added')
  await page.goto('/contact')
  await page.locator('header button').last().click()
  await sheetIsThere(page)
  await shot('12-cart')
  if (!wide) {
    await page.goto('/')
    await menuIsThere(page)
    await page.locator('header button').first().click()
    await sheetIsThere(page)
    await shot('13-side-menu')
  }
  await page.goto('/?page=3')
  await sheetIsThere(page)
  await shot('14-information-page')
})

chapter('states of the menu', async ({ page, shop, shot }) => {
  await withBranch(page, shop)
  await shop.upstream.scenario({ names: ['long-texts'] })
  await page.goto('/')
  await menuIsThere(page)
  await shot('15-long-texts')
  await shop.upstream.scenario({ names: ['no-pictures'], settings: { HIDE_CATEGORY_IMAGES: '1' } })
  await page.goto('/')
  await menuIsThere(page)
  await shot('16-no-pictures')
  await shop.upstream.scenario({ names: ['empty-menu'] })
  await page.goto('/')
  await expect(page.locator('main h2, main h3').first()).toBeVisible()
  await shot('17-empty-menu')
  await shop.upstream.scenario({ names: ['closed'] })
  await page.goto('/')
  await expect(
    page
      .locator('[data-toasts]')
      .filter({ hasText: /\d:\d\d|\d\.\d\d/ })
      .first(),
  ).toBeVisible()
  await shot('18-closed')
  await shop.upstream.scenario({ names: ['inactive'] })
  await page.goto('/')
  await expect(page).toHaveURL('/unavailable')
  await expect(page.locator('h1')).toBeVisible()
  await shot('19-unavailable', true)
})

chapter('other branches', async ({ page, shop, shot }) => {
  for (const [index, name] of [
    [1, '20-branch-kreuzberg'],
    [2, '21-branch-prenzlauer-berg'],
  ] as const) {
    await page.goto('/select-branch')
    await page.locator('[name=branch]').selectOption(shop.upstream.branches[index] ?? '')
    await page.locator('main form button[type=submit]').click()
    await expect(page).toHaveURL('/')
    await menuIsThere(page)
    await shot(name)
  }
})

chapter('checkout', async ({ page, shop, shot }) => {
  await withBranch(page, shop)
  await add(page, '/?product=101')
  await page.goto('/contact')
  await page.locator('header button').last().click()
  await page.locator('dialog[open] footer button').click()
  await expect(page.locator('dialog[open] [data-first]')).toBeVisible()
  await shot('30-checkout-entry')
  await page.goto('/checkout')
  await expect(page.locator('[name=paymentType]').first()).toBeVisible()
  await shot('31-checkout-empty-form', true)
  await page.locator('[name=deliverType][value=delivery]').check()
  await page.locator('[name=areaId]').selectOption('1')
  await page.locator('[name=deliverAt][value=later]').check()
  await page.locator('[name=deliverDay]').first().check()
  await shot('32-checkout-delivery-later', true)
  await page.locator('[name=deliverAt][value=now]').check()
  await fill(page, 'errors@example.org')
  await place(page).click()
  await expect(page.locator('[data-field=failure]')).toBeVisible()
  await shot('33-checkout-errors', true)
  await page.fill('[name=email]', 'lost@example.org')
  await place(page).click()
  await expect(page.locator('[data-field=attempt] button').first()).toBeVisible()
  await shot('34-checkout-unknown', true)
  await page.evaluate(() => localStorage.removeItem('tablefront:orders'))
  await page.reload()
  await expect(page.locator('[name=paymentType]').first()).toBeVisible()
  await fill(page, 'mary@example.com')
  await place(page).click()
  await expect(page.locator('main article section').first()).toBeVisible()
  await shot('35-confirmation', true)
  await page.goto('/checkout')
  await expect(page.locator('h1')).toBeVisible()
  await shot('36-checkout-empty', true)
})

chapter('account', async (look) => {
  const { page, shot } = look
  await signIn(look, 'ada@example.org')
  for (const [path, name] of [
    ['/me/my-profile', '40-profile'],
    ['/me/my-orders', '41-orders'],
    ['/me/my-orders/A-1000', '42-order'],
    ['/me/my-transactions/transaction-history', '43-points'],
    ['/me/address-list', '44-addresses'],
    ['/me/address-list/create', '45-address-map'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await shot(name, true)
  }
  await page.locator('main button:has(svg)').nth(2).click()
  await expect(page.locator('.leaflet-tile-loaded').first()).toBeVisible()
  await expect(page.locator('.leaflet-tile:not(.leaflet-tile-loaded)')).toHaveCount(0)
  await shot('47-address-on-the-map', true)
  await add(page, '/?product=101')
  await add(page, '/?product=102')
  // A summary, since she has ordered before.
  await page.goto('/checkout')
  await expect(place(page)).toBeVisible()
  await shot('46-checkout-customer', true)
  await page.route('**/api/me/orders', () => undefined)
  await page.goto('/me/my-orders')
  await expect(page.locator('[data-loader] svg[viewBox="0 0 48 48"]')).toBeVisible()
  await shot('48-loader')
})

chapter('entrance and contact', async ({ page, shop, shot }) => {
  await withBranch(page, shop)
  for (const [path, name] of [
    ['/login', '50-login'],
    ['/register', '51-register'],
    ['/reset-password', '52-reset-password'],
    ['/contact', '53-contact'],
    ['/accessibility', '55-accessibility'],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await shot(name, true)
  }
  await page.goto('/?reservation=1')
  await sheetIsThere(page)
  await expect(page.locator('dialog[open] [name=terms]')).toBeAttached()
  await shot('54-reservation')
})

chapter('moments', async ({ page, shop, shot }) => {
  await withBranch(page, shop)
  // Each overlay of the menu, by its position in the document, since texts differ by language.
  await page.goto('/')
  await menuIsThere(page)
  await page.locator('main button:has(.lucide-funnel)').click()
  await sheetIsThere(page)
  await expect(page.locator('dialog[open] input').first()).toBeVisible()
  await shot('60-allergens')
  await page.goto('/')
  await menuIsThere(page)
  await page.locator('main button:has(.lucide-pencil)').click()
  await sheetIsThere(page)
  await shot('61-delivery-or-takeaway')
  await page.goto('/?product=101')
  await sheetIsThere(page)
  await page.locator('dialog[open] button:has(.lucide-heart)').click()
  await page.goto('/')
  await menuIsThere(page)
  // The application replaces the first paint meanwhile.
  await expect(() => page.locator('main section:has(h2):has(article)').first().scrollIntoViewIfNeeded({ timeout: 2000 })).toPass()
  await shot('62-favourites')
  await page.goto('/?product=99999')
  await expect(page.locator('dialog[open], [role=alertdialog]').first()).toBeVisible()
  // More than the button that closes it.
  await expect(page.locator('dialog[open]').getByRole('button')).not.toHaveCount(1)
  await shot('63-dish-gone')
  await add(page, '/?product=101')
  await page.goto('/contact')
  await expect(page.locator('footer').last()).toBeAttached()
  await page.context().setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.locator('[data-notice]').first()).toBeVisible()
  await shot('64-offline')
  await page.context().setOffline(false)
  await page.goto('/?table=NOWHERE')
  await expect(anyMessage(page)).toBeVisible()
  await shot('66-unknown-table')
  await page.goto('/?table=T7-KLEE')
  await menuIsThere(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('table'))).toContain('7')
  await page.goto('/checkout')
  await expect(page.locator('[name=deliverType][value=table]')).toBeChecked()
  await shot('67-checkout-at-a-table', true)
})

chapter('payment', async ({ page, shop, shot }) => {
  await withBranch(page, shop)
  const pay = async (): Promise<void> => {
    await fill(page, 'mary@example.com')
    await page.locator('[name=paymentType][value=card]').check()
    await place(page).click()
  }
  await add(page, '/?product=101')
  await page.goto('/checkout')
  await pay()
  await page.locator('button[value=decline]').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await shot('70-payment-declined')
  await page.goto('/checkout')
  const otherwise = page.locator('[data-field=waiting] button').first()
  await expect(otherwise).toBeVisible()
  await shot('71-payment-waiting', true)
  await otherwise.click()
  await pay()
  await page.locator('button[value=pay]').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await shot('72-payment-approved')
})
