// The menu, the product sheet and the sheet of a combo (docs/specification.md sections 2, 4, 5, 9).
import type { Page } from '@playwright/test'
import { visit, visitMainHost } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './harness.ts'
import { addAndPress, dialog, expectNoSidewaysScroll, menuIsThere, openDish, placeOrder, withMargheritas } from './story.ts'

/** How many slides fit into the slider's row. */
const visibleSlides = (page: Page): Promise<number> =>
  page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('toolbar')
    .evaluate((row) => {
      const gap = Number.parseFloat(getComputedStyle(row).columnGap)
      const slide = row.firstElementChild?.getBoundingClientRect().width ?? 1
      return Math.round((row.getBoundingClientRect().width + gap) / (slide + gap))
    })

test('the category slider: Menus first, 7 slides, 5, 3, 3 and 2 by width, two a press', { tag: '@desktop' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const slider = page.getByRole('navigation', { name: 'Categories' })
  await expect(slider.getByRole('link').first()).toHaveText('Menus')
  for (const [width, slides] of [
    [1440, 7],
    [1199, 5],
    [990, 3],
    [574, 3],
    [399, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await visibleSlides(page), `at ${width} px`).toBe(slides)
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const first = slider.locator('li').first()
  const before = (await first.boundingBox())?.x ?? 0
  const wide = await first.evaluate(
    (slide) => slide.getBoundingClientRect().width + Number.parseFloat(getComputedStyle(slide.parentElement as Element).columnGap),
  )
  await slider.getByRole('button', { name: 'Next categories' }).click()
  await expect.poll(async () => Math.round((before - ((await first.boundingBox())?.x ?? 0)) / wide)).toBe(2)
  await slider.getByRole('link', { name: 'Salads' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Salads' })).toBeInViewport()
})

test.describe('layouts', () => {
  // The story changes the pictures of a menu whose earlier answer is shown first.
  test.use({ steady: false })

  test('galleries, short descriptions, category images by setting, placeholders without images', async ({ page, shop }, info) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    const slider = page.getByRole('navigation', { name: 'Categories' })
    await expect(slider.locator('img').first()).toBeVisible()
    // At most 70 characters, cut after a word, and an ellipsis.
    await expect(page.getByText('Parma ham, rocket, shaved Parmesan and cherry tomatoes, added after…')).toBeVisible()
    if (info.project.name === 'desktop') {
      // Eight pictures, four on each side of the dishes, where the menu is wide enough for them; none on a narrow one.
      await page.setViewportSize({ width: 1800, height: 900 })
      const pizza = page.getByRole('region', { name: 'Pizza' })
      const dishes = await pizza.getByRole('list').boundingBox()
      const sides = await pizza.locator('div[aria-hidden=true] img').evaluateAll((all) =>
        all
          .map((one) => one.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left }) => left),
      )
      expect(sides).toHaveLength(8)
      expect(sides.filter((left) => left < (dishes?.x ?? 0))).toHaveLength(4)
      await page.setViewportSize({ width: 700, height: 900 })
      await expect(pizza.locator('div[aria-hidden=true] img:visible').filter({ visible: true })).toHaveCount(0)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await shop.upstream.scenario({ settings: { HIDE_CATEGORY_IMAGES: '1' } })
    await page.reload()
    await menuIsThere(page)
    await expect(slider.getByRole('link').first()).toBeVisible()
    await expect(slider.locator('img')).toHaveCount(0)
    await shop.upstream.scenario({ names: ['no-pictures'] })
    await page.reload()
    await menuIsThere(page)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
    await shop.upstream.scenario({ names: ['broken-pictures'] })
    await page.reload()
    await menuIsThere(page)
    // An image that fails is replaced by the placeholder.
    await expect
      .poll(() =>
        page.evaluate(
          () => [...document.querySelectorAll<HTMLImageElement>('main img')].filter((one) => one.complete && one.naturalWidth === 0).length,
        ),
      )
      .toBe(0)
    await shop.upstream.scenario({ names: ['empty-menu'] })
    await page.reload()
    await expect(page.getByText('There is nothing on the menu yet.')).toBeVisible()
    await expectAccessible(page)
  })
})

test(
  'a product: sizes, extras by size, required groups, nested options, live price, quantity 1 to 6',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    const sheet = await openDish(page, 'Margherita')
    await expect(page).toHaveURL('/?product=101')
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    await expect(add).toBeDisabled()
    // The first size is the default.
    await expect(sheet.getByRole('radio', { name: /^26 cm/ })).toBeChecked()
    await expect(add).toContainText(/8[.,]50/)
    const olives = sheet.getByRole('checkbox', { name: /^Olives/ })
    await expect(olives).toHaveAccessibleName(/1[.,]20/)
    await sheet.getByRole('radio', { name: /^32 cm/ }).check()
    await expect(olives).toHaveAccessibleName(/1[.,]70/)
    await olives.check()
    await expect(add).toContainText(/13[.,]20/)

    await sheet.getByRole('radio', { name: /^Cheese crust/ }).check()
    const nested = sheet.getByRole('radiogroup', { name: /Cheese in the crust/ })
    await expect(nested).toBeVisible()
    await expect(add).toBeDisabled()
    await sheet.getByRole('button', { name: /^Please choose: Cheese in the crust/ }).click()
    await expect(nested.getByRole('radio').first()).toBeFocused()
    await nested.getByRole('radio', { name: /^Gorgonzola/ }).check()
    await expect(add).toBeEnabled()
    // 11.50 + 1.70 + 1.90 + 0.80
    await expect(add).toContainText(/15[.,]90/)
    await expectAccessible(page)

    const qty = sheet.getByRole('spinbutton', { name: 'Quantity of Margherita' })
    for (const [typed, becomes] of [
      ['0', '1'],
      ['-3', '1'],
      ['2.6', '3'],
      ['99', '6'],
      ['2', '2'],
    ] as const) {
      await qty.fill(typed)
      await qty.press('Enter')
      await expect(qty, `typed ${typed}`).toHaveValue(becomes)
    }
    await expect(add).toContainText(/31[.,]80/)
    await qty.fill('6')
    await qty.press('Enter')
    await expect(sheet.getByRole('button', { name: 'One more Margherita' })).toBeDisabled()
    await qty.fill('2')
    await qty.press('Enter')
    await add.click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/')
    const kept = (await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '{}') as { items?: unknown[] })).items
    expect(kept).toMatchObject([{ productId: 101, qty: 2, extraIds: [{ extraId: 1, selected: true }] }])
  },
)

test(
  'a combo: discount, preselected single products, surcharges, 1 to 6, editing from the cart',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/?menu=1')
    const big = dialog(page, 'Pizza night for two')
    await expect(big.getByText('Not chosen yet', { exact: false })).toHaveCount(3)
    await expect(big.getByRole('button', { name: /^Add to Cart/ })).toBeDisabled()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL('/')

    await page.getByRole('main').getByRole('link', { name: 'Lunch menu' }).click()
    const sheet = dialog(page, 'Lunch menu')
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    // 15.00 less 10 %
    await expect(add).toContainText(/13[.,]50/)
    await sheet.getByRole('radio', { name: /^Tomatensuppe/ }).check()
    await sheet.getByRole('radio', { name: /^Bolognese/ }).check()
    await expect(add).toBeDisabled()
    await sheet.getByRole('radio', { name: /^Tagliatelle/ }).check()
    await sheet.getByRole('checkbox', { name: /^Parmesan/ }).check()
    await expect(add).toContainText(/15[.,]60/)
    await addAndPress(add, 'Cart')
    const cart = page.getByRole('dialog', { name: 'Cart' }).or(page.getByRole('complementary', { name: 'Cart' }))
    await cart.getByRole('link', { name: 'Change Lunch menu' }).click()
    await expect(sheet.getByRole('radio', { name: /^Bolognese/ })).toBeChecked()
    await expect(sheet.getByRole('checkbox', { name: /^Parmesan/ })).toBeChecked()
    await sheet.getByRole('radio', { name: /^Carbonara/ }).check()
    const qty = sheet.getByRole('spinbutton')
    await qty.fill('9')
    await qty.press('Enter')
    await expect(qty).toHaveValue('6')
    await sheet.getByRole('button', { name: /^Update/ }).click()
    await expect(sheet).toBeHidden()
    const items = await page.evaluate(() => (JSON.parse(localStorage.getItem('cart') ?? '{}') as { items: unknown[] }).items)
    expect(items).toMatchObject([{ type: 'menuItem', menuId: 2, qty: 6 }])
  },
)

test('a category of thirty dishes is one list, with the same space between all of them', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['many-products'] })
  await visit(page, shop, '/')
  const list = page.locator('main section[id^=category-]').first().getByRole('list')
  await expect(list.getByRole('listitem')).toHaveCount(34)
  await expect(list).toHaveCount(1)
  await list.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      list.getByRole('article').evaluateAll((cards) => {
        // The others have not been laid out yet.
        const shown = cards.filter((card) => card.checkVisibility({ contentVisibilityAuto: true }))
        const boxes = shown.map((card) => card.getBoundingClientRect())
        return [...new Set(boxes.slice(1).map((box, at) => Math.round(box.top - (boxes[at]?.bottom ?? 0))))]
      }),
    )
    .toEqual([12])
})

test.describe('far down', () => {
  // The story scrolls by a script, as no customer does.
  test.use({ steady: false })

  test('the list of sixty categories opens at the current one', { tag: '@phone' }, async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['many-products'] })
    await visit(page, shop, '/')
    const bar = page.getByRole('navigation', { name: 'Jump to a category' })
    await expect(async () => {
      await page.getByRole('heading', { name: 'Pasta 5', exact: true }).evaluate((one) => one.scrollIntoView({ behavior: 'instant' }))
      await expect(bar.locator('[aria-current=true]')).toHaveText('Pasta 5', { timeout: 1000 })
    }).toPass()
    await bar.getByRole('button', { name: 'All categories' }).click()
    const place = dialog(page, 'All categories').getByRole('button', { name: 'Pasta 5', exact: true })
    await expect(place).toBeFocused()
    await expect(place).toBeInViewport()
  })
})

test('back to the top is neither over the dishes nor over the cart beside them', { tag: '@desktop' }, async ({ page, shop }) => {
  for (const [width, lang] of [
    [1280, 'en'],
    [1440, 'ar'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await visit(page, shop, '/', lang)
    await menuIsThere(page)
    const top = page.locator('main button:has(svg.lucide-arrow-up)')
    await expect(async () => {
      await page.mouse.wheel(0, 1200)
      await expect(top).toBeInViewport({ timeout: 500 })
    }).toPass()
    const over = await top.evaluate((button) => {
      const box = button.getBoundingClientRect()
      const covers = (other: DOMRect): boolean =>
        other.left < box.right - 14 && other.right > box.left + 14 && other.top < box.bottom && other.bottom > box.top
      return [...document.querySelectorAll('main aside, main article')].filter((one) => covers(one.getBoundingClientRect())).length
    })
    expect(over, `at ${width} px`).toBe(0)
    const { x, width: wide } = (await top.boundingBox()) ?? { x: -1, width: 0 }
    expect(x).toBeGreaterThan(0)
    expect(x + wide).toBeLessThan(width)
    await top.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('the notice after adding has Cart and Checkout and is shown for four seconds', { tag: '@phone' }, async ({ page, shop }) => {
  await page.clock.install()
  await visit(page, shop, '/')
  await menuIsThere(page)
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).focus()
  await page.mouse.move(0, 0)
  // From here on the clock is controlled by the test.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  const toast = page.locator('[data-toasts]').filter({ hasText: 'Product has been added to your cart' })
  await expect(toast).toBeVisible()
  await expect(toast.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
  await expect(toast.getByRole('button', { name: 'Checkout', exact: true })).toBeVisible()
  await page.clock.runFor(3_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toBeHidden()
})

test('addresses of sheets can be shared and close with Back; a removed dish is reported', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  // Without pictures of the settings there are none above the menu.
  await expect(page.locator('.Hero_hero')).toHaveCount(0)
  const sheet = await openDish(page, 'Margherita')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await page.goForward()
  await expect(sheet).toBeVisible()
  await page.goto('/?product=99999')
  await expect(page.locator('#root').getByText('This dish is not on the menu any more.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Show the menu' }).click()
  await expect(page).toHaveURL('/')
})

test(
  'search finds dishes, forgives typos and never ends empty; the allergen filter marks, and hides nothing',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    const search = page.getByRole('searchbox', { name: 'Search the menu' })
    // By the keys, since what follows a press may move.
    const type = async (words: string): Promise<void> => {
      await search.press('ControlOrMeta+A')
      await search.press('Delete')
      await search.pressSequentially(words)
    }
    await type('tiram')
    const results = page.getByRole('region', { name: 'Search results' })
    await expect(results.getByRole('link', { name: /Tiramis/ }).first()).toBeVisible()
    await type('qqqq')
    await expect(results.getByText('Nothing found for “qqqq”')).toBeVisible()
    await results.getByRole('link', { name: 'Desserts' }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Desserts' })).toBeInViewport()
    await expect(search).toHaveValue('')
    // Neither the category's name nor the right spelling is needed.
    await type('piza')
    await expect(results.getByRole('article').first()).toContainText('Margherita')
    await type('')
    await menuIsThere(page)

    await page.getByRole('button', { name: 'Allergens', exact: true }).click()
    const filter = dialog(page, 'What do you avoid?')
    await filter.getByRole('button', { name: /\(G\)/ }).click()
    await expectAccessible(page)
    await filter.getByRole('button', { name: 'Show the menu' }).click()
    const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Margherita', exact: true }) })
    await expect(card.getByText(/^Contains .*[Mm]ilk/)).toBeVisible()
  },
)

test.describe('by a link', () => {
  // The category is held where it is by scrolling; below the header, unseen, what is above it moves.
  test.use({ steady: false })

  test('a link to a category opens the menu there; a press on a category can be shared', { tag: '@phone' }, async ({ page, shop }) => {
    await visit(page, shop, '/#desserts', 'en')
    const heading = (name: string) => page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })
    await expect(heading('Desserts')).toBeInViewport()
    await expect(heading('Desserts')).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Jump to a category' })).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Pizza', exact: true }).first().click()
    await expect(page).toHaveURL(/\/#pizza$/)
    await expect(heading('Pizza')).toBeInViewport()
    await page.evaluate(() => (location.hash = '#no-such-category'))
    await expect(heading('Pizza')).toBeInViewport()
  })
})

test(
  'the search takes the screen and gives it back: Clear keeps the field, Esc leads back to where the menu was',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    await expect(page.locator('[data-first-paint]')).toHaveCount(0)
    await page.evaluate(() => scrollTo({ top: 2500, behavior: 'instant' }))
    await expect(page.getByRole('navigation', { name: 'Jump to a category' })).toBeInViewport()
    // Cards are drawn where they come into view.
    const cards = page.locator('main section[id] article:has(a[data-card])')
    const inView = (all: Element[]): boolean =>
      all.some((card) => card.getBoundingClientRect().bottom > 250 && card.getBoundingClientRect().top < innerHeight)
    await expect.poll(() => cards.evaluateAll(inView)).toBe(true)
    // The first dish below the header, and where it is when the search is pressed: while cards are drawn, those below them move.
    await page.evaluate(() => {
      const note = (): void => {
        const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart)
        const dish = [...document.querySelectorAll('main section[id] article:has(a[data-card])')].find(
          (card) => card.getBoundingClientRect().bottom > header,
        )
        const card = dish?.querySelector('a[data-card]')
        sessionStorage.setItem('presses', JSON.stringify([card?.getAttribute('href'), card?.getBoundingClientRect().top]))
      }
      addEventListener('pointerdown', note, { capture: true, once: true })
    })
    await page.getByRole('navigation', { name: 'Jump to a category' }).getByRole('button', { name: 'Search the menu' }).click()
    const [href, before] = JSON.parse((await page.evaluate(() => sessionStorage.getItem('presses'))) ?? '') as [string, number]
    const dish = page.locator(`main section[id] a[data-card][href="${href}"]`).first()
    const moved = async (): Promise<number> => Math.abs(((await dish.boundingBox())?.y ?? Number.NaN) - before)
    const field = page.getByRole('searchbox', { name: 'Search the menu' })
    await expect(field).toBeFocused()
    await field.fill('sal')
    const first = page.locator('main section[aria-label] article').first()
    await expect(first).toBeVisible()
    // Neither strip nor categories are above the results.
    expect((await first.boundingBox())?.y).toBeLessThan(260)
    await page.keyboard.press('Escape')
    await expect.poll(moved).toBeLessThan(1)
    await field.focus()
    await field.fill('sal')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(field).toBeFocused()
  },
)

for (const [lang, name, tag] of [
  ['en', 'Pictures', '@desktop'],
  ['ar', 'صور', '@phone'],
] as const)
  test(`pictures of the settings are above the menu in a row that scrolls, ${lang}`, { tag }, async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['nord'] })
    await visitMainHost(page, shop, '/', lang)
    await expect(page.locator('#root:not(:has(> [data-first-paint])) input[type=search]')).toBeVisible()
    const row = page.getByRole('group', { name, exact: true })
    await expect(row).toBeVisible()
    // Decoration without words; only the first is loaded at once.
    expect(await row.locator('img').evaluateAll((all) => all.map((one) => [one.getAttribute('alt'), one.getAttribute('loading')]))).toEqual(
      [
        ['', null],
        ['', 'lazy'],
        ['', 'lazy'],
        ['', 'lazy'],
      ],
    )
    const [box, first] = [await row.boundingBox(), await row.locator('img').first().boundingBox()]
    const start = (of: typeof box): number => (lang === 'ar' ? (of?.x ?? 0) + (of?.width ?? 0) : (of?.x ?? Number.NaN))
    expect(Math.abs(start(box) - start(first))).toBeLessThanOrEqual(1)
    expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) / 2)
    await expectNoSidewaysScroll(page)
    await row.focus()
    await page.keyboard.press(lang === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await expect.poll(() => row.evaluate((element) => Math.abs(element.scrollLeft))).toBeGreaterThan(0)
    await expectAccessible(page)
  })

test('a dish and the cart open in the frames after the press, not after a timer', { tag: '@phone' }, async ({ page, shop }) => {
  await page.clock.install()
  // Their scripts come while the customer pauses.
  const scripts = ['Sheets', 'CartPanel'].map((name) => page.waitForResponse((response) => response.url().includes(`/assets/${name}-`)))
  await visit(page, shop, '/')
  await menuIsThere(page)
  await Promise.all(scripts)
  const sheet = page.getByRole('dialog')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('article a[href*="product=101"]').first().click()
  await expect(sheet.getByRole('heading', { level: 2 })).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(sheet.getByRole('heading', { name: 'Cart', exact: true })).toBeVisible()
})

test.describe('unknown amounts', () => {
  // The page was written with the price that the answer to the browser then does not have.
  test.use({ steady: false })

  test(
    'a dish without a known price says so and can’t be added; an unknown fee closes the order',
    { tag: '@phone' },
    async ({ page, shop }) => {
      await withMargheritas(page, shop, 3)
      // As the gateway passes on what it can't read.
      await page.route(/\/api\/products\/categories\/1\/products\/101$/, async (route) => {
        const answer = await route.fetch()
        const dish = (await answer.json()) as { sizes: object[] }
        await route.fulfill({ response: answer, json: { ...dish, sizes: dish.sizes.map((size) => ({ ...size, price: null })) } })
      })
      await visit(page, shop, '/?product=101')
      const sheet = dialog(page, 'Margherita')
      await expect(sheet.getByText("The price is not known right now, so it can't be ordered here.").first()).toBeVisible()
      await expect(sheet.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
      await expect(sheet.getByText(/0[.,]00/)).toHaveCount(0)

      await page.route(/\/api\/areas$/, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/"deliveryPrice":[\d.]+/g, '"deliveryPrice":null') })
      })
      await page.unroute(/\/api\/products\/categories\/1\/products\/101$/)
      await page.goto('/checkout')
      await page.locator('[name=deliverType][value=delivery]').check()
      await page.locator('[name=areaId]').selectOption({ index: 1 })
      await page.locator('[name=address]').fill('Ackerstraße 1')
      await expect(page.getByRole('button', { name: 'The delivery fee is not known right now.' })).toBeVisible()
      await expect(placeOrder(page)).toBeDisabled()
      await expect(placeOrder(page)).not.toContainText(/\d/)
    },
  )
})
