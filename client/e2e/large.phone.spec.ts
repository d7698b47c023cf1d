// Text at 200 % on phones, in the moments that the sweep over the screens (e2e/looks.ts) does not meet (WCAG 1.4.4).
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { brokenWords, lookLarge, setFontSize } from './looks.ts'
import { chooseMargherita, fontsAreThere, holdBack, menuIsThere, pressAndLook, withMargheritas } from './story.ts'

// The stories change the text size of the screen that is shown.
test.use({ steady: false })

test('twice as large: dishes that close the gap to free delivery', async ({ page, shop }) => {
  await withMargheritas(page, shop, 2, 'de')
  const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
  await page.addInitScript((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
  await visit(page, shop, '/', 'de')
  await menuIsThere(page)
  await page.locator('[class*=Cart_view]').click()
  await expect(page.locator('dialog[open] [data-dish]')).toHaveCount(3)
  await lookLarge(page, 'cart with a gap')
})

test('twice as large: the notice after adding', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/')
  await menuIsThere(page)
  await setFontSize(page, 32)
  await pressAndLook(await chooseMargherita(page), async () => {
    await expect(page.locator('#root').getByText('Product has been added to your cart')).toBeVisible()
    // The focus pauses its timer.
    await page.locator('#root [data-toasts] button').first().focus()
  })
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 })
    await expect.poll(() => brokenWords(page, '#root [data-toasts]'), `${String(width)} px`).toEqual([])
  }
  await lookLarge(page, 'added')
})

test('twice as large: no category’s name is broken', async ({ page, shop }) => {
  await visit(page, shop, '/', 'en')
  // In German and Arabic the sweep looks at the menu.
  for (const lang of ['tr', 'en']) {
    await page.evaluate((name) => localStorage.setItem('lang', name), lang)
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await menuIsThere(page)
    await setFontSize(page, 32)
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      const inSlider = async (): Promise<string[]> => (await brokenWords(page)).filter((word) => word.includes('CategorySlider'))
      await expect.poll(inSlider, `${lang}, ${String(width)} px`).toEqual([])
    }
  }
})

test('twice as large: a number that can’t be formatted stays in its button', async ({ page, shop }) => {
  await page.route(/assets\/max-/, (route) => route.abort())
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders/A-1000')
  const call = page.getByRole('link', { name: /^Call \+\d+$/ })
  await expect(call).toBeVisible()
  await setFontSize(page, 32)
  await page.setViewportSize({ width: 320, height: 812 })
  const rest = (): Promise<number> =>
    call.evaluate((link) => {
      const card = link.closest('section')?.getBoundingClientRect()
      const number = link.querySelector('bdi')?.getBoundingClientRect()
      return Math.min((card?.right ?? 0) - (number?.right ?? Infinity), (number?.left ?? -Infinity) - (card?.left ?? 0))
    })
  await expect.poll(rest).toBeGreaterThan(0)
})

test('twice as large: a number that is formatted later moves nothing', async ({ page, shop }) => {
  const release = await holdBack(page, /assets\/max-/)
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders/A-1000')
  const number = page.locator('main a[href^="tel:"] bdi')
  await expect(number).toHaveText('')
  await setFontSize(page, 32)
  await page.setViewportSize({ width: 374, height: 812 })
  await fontsAreThere(page)
  const places = () => page.locator('main h2, main dl').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
  const before = await places()
  release()
  await expect(number).toHaveText('030 23125042')
  expect(await places()).toEqual(before)
})

test('twice as large: no word is broken in the checkout, the cart and an order', async ({ page, shop }) => {
  await withMargheritas(page, shop, 2)
  await visitAs(page, shop, 'ada@example.org', '/checkout')
  const expectWholeWords = async (screen: string): Promise<void> => {
    await setFontSize(page, 32)
    for (const width of [375, 320]) {
      await page.setViewportSize({ width, height: 812 })
      await expect.poll(() => brokenWords(page), `${screen}, ${String(width)} px`).toEqual([])
    }
  }
  // In Arabic the sweep looks at these screens in turns with German.
  for (const lang of ['de', 'tr', 'en']) {
    await page.evaluate((name) => localStorage.setItem('lang', name), lang)
    await page.goto('/checkout')
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expectWholeWords(`summary, ${lang}`)
    await page.locator('section[aria-labelledby=checkout-recap] header button').click()
    await expect(page.locator('main [name=useProfit]')).toBeVisible()
    await expect(page.locator('main [name=paymentType]').first()).toBeVisible()
    await expectWholeWords(`checkout, ${lang}`)
    await page.locator('section[aria-labelledby=checkout-summary] button').click()
    await expect(page.locator('dialog:modal dl')).toBeVisible()
    await expectWholeWords(`cart, ${lang}`)
    await page.goto('/me/my-orders/A-1000')
    await expect(page.locator('main dl')).toHaveCount(2)
    await expectWholeWords(`order, ${lang}`)
  }
})

test('twice as large: in a wide window the cart leaves the menu its width', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, shop, '/')
  await menuIsThere(page)
  const dock = page.locator('main aside')
  await expect(dock).toBeVisible()
  await setFontSize(page, 32)
  await expect(dock).toBeHidden()
  const width = (): Promise<number> =>
    page
      .locator('main section[data-layout]')
      .first()
      .evaluate((menu) => menu.getBoundingClientRect().width)
  await expect.poll(width).toBeGreaterThan(1200)
})
