// The layout on phones (docs/specification.md section 10).
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { tooSmall } from './looks.ts'
import { fontsAreThere, holdBack, withMargheritas } from './story.ts'

for (const branch of [0, 1, 2])
  test(`the first screen of branch ${branch} has a compact head: the first dish begins by 260 px, and the slider is visibly scrollable`, async ({
    page,
    shop,
  }) => {
    // A closed restaurant says so above its dishes.
    await shop.upstream.scenario({ names: ['open'] })
    for (const lang of ['de', 'ar']) {
      await visit(page, shop, '/', lang, branch)
      const dish = page.locator('main article').first()
      await expect(page.locator('[data-first-paint]')).toHaveCount(0)
      await expect(dish).toBeVisible()
      await fontsAreThere(page)
      expect((await dish.boundingBox())?.y, lang).toBeLessThanOrEqual(260)
      // The logo shows the name; for screen readers it is the title as well.
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('')
      // One slide is only partly visible.
      const slides = await page
        .locator('main nav')
        .first()
        .locator('li')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [Math.round(left), Math.round(right)]))
      const cut = slides.filter(([left = 0, right = 0]) => (left < 375 && right > 376) || (left < -1 && right > 0))
      expect(cut, `${lang}: ${JSON.stringify(slides)}`).toHaveLength(1)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
    }
  })

test('with "Order again" the first dish begins by 260 px too: the line is below the combos', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['open'] })
  await visitAs(page, shop, 'ada@example.org', '/')
  const line = page.getByRole('region', { name: 'Your orders' })
  await expect(line).toBeInViewport({ ratio: 1 })
  await fontsAreThere(page)
  expect((await page.locator('main article').first().boundingBox())?.y).toBeLessThanOrEqual(260)
  const next = page.locator('main section[id^=category-]').first()
  expect((await line.boundingBox())?.y).toBeLessThan((await next.boundingBox())?.y ?? 0)
})

test('a line of the cart is at most 84 px high, and its stepper is hit on 44 px', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  for (const lang of ['de', 'ar']) {
    await visit(page, shop, '/contact', lang)
    await expect(page.locator('[data-first-paint]')).toHaveCount(0)
    await page.getByRole('banner').getByRole('button').last().click()
    const line = page.locator('dialog[open] [data-line]')
    await expect(line).toBeVisible()
    await fontsAreThere(page)
    expect((await line.boundingBox())?.height, lang).toBeLessThanOrEqual(84)
    expect(await tooSmall(page, 44, '[data-line] [role=group] button'), lang).toEqual([])
    expect(await tooSmall(page, 24, '[data-line] :is(a, button)'), lang).toEqual([])
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('a category with a long name fits into the bar of pills', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['long-texts'] })
  for (const lang of ['de', 'ar']) {
    await visit(page, shop, '/', lang)
    const pill = page.locator('main nav a[aria-current=true][class*=PillBar]')
    await expect(async () => {
      await page.locator('main section[id^=category-] h2').first().scrollIntoViewIfNeeded({ timeout: 1000 })
      await page.mouse.wheel(0, 300)
      await expect(pill).toHaveText(/ mit /, { timeout: 1000 })
    }).toPass()
    const room = (): Promise<number> =>
      pill.evaluate((one) => {
        const row = one.closest('ul')?.getBoundingClientRect()
        const box = one.getBoundingClientRect()
        return Math.min(box.left - (row?.left ?? Infinity), (row?.right ?? 0) - box.right)
      })
    await expect.poll(room, lang).toBeGreaterThanOrEqual(0)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('the head of the menu stays as it is below the sheet that the strip opens', async ({ page, shop }) => {
  await visit(page, shop, '/')
  const branch = page.getByRole('main').getByRole('link', { name: 'Mitte' })
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  await expect(branch).toBeVisible()
  await fontsAreThere(page)
  const before = await branch.boundingBox()
  await page
    .getByRole('button', { name: /^How would you like it/ })
    .first()
    .click()
  await expect(page.locator('dialog[open] input').first()).toBeVisible()
  expect(await branch.boundingBox()).toEqual(before)
})

test('a button with a price has one line', async ({ page, shop }) => {
  await withMargheritas(page, shop, 12)
  for (const lang of ['de', 'ar']) {
    await visit(page, shop, '/?product=101', lang)
    const add = page.locator('dialog[open] footer button').last()
    await expect(add).toContainText('8')
    await fontsAreThere(page)
    expect((await add.boundingBox())?.height, lang).toBeLessThanOrEqual(52)
    await page.goto('/checkout')
    await expect(page.locator('[data-place-order]')).toContainText(/102[.,]00/)
    await fontsAreThere(page)
    expect((await page.locator('[data-place-order]').boundingBox())?.height, lang).toBeLessThanOrEqual(52)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('the checkout is reduced: no background image, in the footer only the legal pages', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  const title = page.getByRole('heading', { level: 1, name: 'Checkout' })
  // The shop itself, not its first paint.
  await expect(page.locator('[name=notes]')).toBeVisible()
  expect((await title.boundingBox())?.y).toBeLessThan(160)
  expect(await title.evaluate((h1) => getComputedStyle(h1.closest('main > div') ?? h1).backgroundImage)).toBe('none')
  await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Imprint|Impressum/ })).toBeVisible()
})

test('the loader is shown over the pending content, and covers nothing readable', async ({ page, shop }) => {
  const answer = await holdBack(page, '**/api/me/orders')
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  const loader = page.locator('[data-loader]')
  await expect(loader).toBeVisible()
  const covered = await loader.evaluate((element) => {
    const box = element.getBoundingClientRect()
    return [...document.querySelectorAll<HTMLElement>('h1, h2, p, a, label, li')]
      .filter((one) => (one.innerText || '').trim() !== '')
      .filter((one) => {
        const other = one.getBoundingClientRect()
        return other.width > 0 && other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top
      })
      .map((one) => one.outerHTML.slice(0, 80))
  })
  expect(covered).toEqual([])
  answer()
  await expect(loader).toHaveCount(0)
})
