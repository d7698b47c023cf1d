// The first paint (docs/bench-client.md): what is painted before any script runs, and what is loaded before the menu can be used.
import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { budgets, isBranded } from '../../scripts/budgets.ts'
import { visit, visitAs, visitMainHost } from './customer.ts'
import { expect, test, withBranch, withLanguage, type Shop } from './harness.ts'
import { fontsAreThere, holdBack, menuIsThere } from './story.ts'

/** The boxes of the first screen's elements, in whole pixels; null if missing. */
const places = (page: Page): Promise<Record<string, number[] | null>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [
        'header',
        'header img',
        'header > div > button:last-child',
        'main h1',
        '.Hero_hero',
        '.Hero_hero > :first-child > img',
        '.Hero_hero > :nth-child(2)',
        'main a[href="/select-branch"]',
        'main button[aria-haspopup]',
        'nav:has(a[href^="#"]) li:nth-child(1)',
        'nav:has(a[href^="#"]) li:nth-child(2) a',
        'nav:has(a[href^="#"]) li:nth-child(2) a > :first-child',
        'nav:has(a[href^="#"]) li:nth-child(2) a > :last-child',
        'main div:has(> svg + input[type=search]), main div:has(> svg + [data-field])',
        'main [role=search] + button',
        'main section[data-layout]:first-of-type h2',
        'main section[data-layout]:first-of-type h2 + p',
        ...[1, 2, 3].flatMap((at) => {
          const card = `main section[data-layout]:first-of-type [role=listitem]:nth-child(${at}) article`
          return [
            card,
            `${card} > [data-ratio]`,
            `${card} [data-ratio] > *`,
            `${card} h3`,
            `${card} h3 + p`,
            `${card} p:last-child`,
            `${card} > :last-child`,
          ]
        }),
      ].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect()
        return [selector, box === undefined ? null : [box.x, box.y, box.width, box.height].map(Math.round)]
      }),
    ),
  )

/** Every element of a screen's head with its position; the width of texts is ignored, since the font is loaded later. */
const screenHead = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.Screen_head, .Screen_head *')].map((element) => {
      const { x, y } = element.getBoundingClientRect()
      const words = element.childElementCount === 0 ? element.textContent : ''
      return `${element.localName} ${element.closest('ol') === null ? Math.round(x) : ''} ${Math.round(y)} ${words}`.trim()
    }),
  )

async function withoutScripts(browser: Browser, shop: Shop, page: Page, path = '/'): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize(), locale: 'de-DE' })
  await context.addCookies(await page.context().cookies())
  const still = await context.newPage()
  await still.goto(shop.url + path)
  return still
}

/** The two that differ most in both widths, the others in one. */
const shops = {
  'with combos': { names: [], lang: 'de', widths: [375, 1440] },
  'without combos': { names: ['no-menus'], lang: 'de', widths: [375] },
  'with combos without pictures': { names: ['no-pictures'], lang: 'de', widths: [1440] },
  'without pictures': { names: ['no-menus', 'no-pictures'], lang: 'en', widths: [375] },
  'read from right to left': { names: ['no-menus'], lang: 'ar', widths: [1440] },
  'with pictures above the menu': { names: ['nord'], lang: 'de', widths: [375, 1440] },
  'with pictures above the menu, read from right to left': { names: ['nord'], lang: 'ar', widths: [375] },
} as const

for (const [name, { names, lang, widths }] of Object.entries(shops))
  test(`the first paint of a shop ${name}: text and images without any script, and no layout shift when the application replaces it`, async ({
    browser,
    page,
    shop,
  }) => {
    await shop.upstream.scenario({ names: ['open', ...names] })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await (name.includes('above the menu') ? visitMainHost : visit)(page, shop, '/', lang)
      await expect(page.locator('main section[data-layout]:first-of-type h3 a').first()).toBeVisible()
      await expect(page.locator('#root:not(:has(> [data-first-paint])) input[type=search]')).toBeVisible()
      await fontsAreThere(page)
      const still = await withoutScripts(browser, shop, page)
      await expect(still.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(still.locator('main section[data-layout]:first-of-type h3 a').first()).toHaveText(
        (await page.locator('main section[data-layout]:first-of-type h3 a').first().textContent()) ?? '',
      )
      // The prices too, as the application writes them: of menus with the one before the discount, of dishes "from".
      const prices = (of: Page) =>
        of
          .locator('main section[data-layout]:first-of-type article p:last-child')
          .evaluateAll((all) => all.slice(0, 3).map((one) => (one as HTMLElement).innerText))
      // Texts of a section with content-visibility are empty until the first frame.
      await expect.poll(() => prices(still)).toEqual(await prices(page))
      expect((await prices(still)).join()).toMatch(/\d[.,]\d\d/)
      // The font is loaded later; its fallback has the same size within a pixel.
      const first = await places(still)
      const live = await places(page)
      expect(Object.values(live).filter((box) => box !== null).length).toBeGreaterThan(20)
      for (const [selector, box] of Object.entries(live)) {
        const was = first[selector]
        expect(was === null, `${selector} is in both or in neither at ${width} px`).toBe(box === null)
        if (box === null || was === null || was === undefined) continue
        // The width of a text depends on the font: one of its sides must match.
        const [x = 0, y = 0, wide = 0] = box.map((value, at) => value - (was[at] ?? Number.NaN))
        const off = Math.max(Math.min(Math.abs(x), Math.abs(x + wide)), Math.abs(y))
        expect(off, `${selector} at ${width} px: ${String(was)} became ${String(box)}`).toBeLessThanOrEqual(2)
      }
      await still.context().close()
    }
  })

test('a logo that arrives late moves no link of the header', async ({ page, shop }) => {
  const release = await holdBack(page, /logo/)
  await withBranch(page, shop)
  await withLanguage(page, shop, 'ar')
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const links = page.locator('#root:not(:has(> [data-first-paint])) header nav li')
  await expect(links.first()).toBeVisible()
  await fontsAreThere(page)
  const places = (): Promise<number[]> => links.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)))
  const logo = page.locator('header img').first()
  const before = await places()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  release()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await places()).toEqual(before)
})

test('a font is named only once it is loaded, and then it is shown', async ({ page, shop }) => {
  const release = await holdBack(page, /\.woff2$/)
  await withBranch(page, shop)
  // A page waits for the fonts that it has requested before it is loaded.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await menuIsThere(page)
  const stack = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).fontFamily)
  await page.waitForFunction(() =>
    [...document.fonts].some(({ family, status }) => family.includes('Inter Variable') && status === 'loading'),
  )
  expect(await stack()).toMatch(/^"Inter Fallback"/)
  release()
  await expect.poll(stack).toMatch(/^"Inter Variable", "Inter Fallback"/)
  await expect(page.locator('h1').first()).toHaveCSS('font-family', /^"Fraunces Variable"/)
})

test('the first paint of every other screen has the same head as the application renders', async ({ browser, page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/contact')
  const still = await withoutScripts(browser, shop, page)
  const compare = async (path: string): Promise<void> => {
    await page.goto(path)
    await expect(page.locator('#root:not(:has(> [data-first-paint])) .Screen_head')).toBeVisible()
    await fontsAreThere(page)
    await still.context().addCookies(await page.context().cookies())
    await still.goto(shop.url + path)
    expect(await screenHead(still), path).toEqual(await screenHead(page))
  }
  const personal = ['my-profile', 'my-orders', 'my-orders/A-990', 'my-orders/A-1000?state=new', 'my-transactions/transaction-history']
  for (const path of ['/contact', '/accessibility', '/select-branch', '/checkout']) await compare(path)
  for (const path of [...personal, 'address-list', 'address-list/create']) await compare(`/me/${path}`)
  // Without a login.
  await page.evaluate(() => localStorage.removeItem('token'))
  for (const path of ['/login', '/register', '/reset-password']) await compare(path)
  await still.context().close()
})

test('on a first visit the branches are in the first paint, where the application has them; a press on one is replayed', async ({
  browser,
  page,
  shop,
}) => {
  const cards = (of: Page): Promise<(string | number)[][]> =>
    of.locator('main article').evaluateAll((all) =>
      all.map((card) => {
        const { x, y, height } = card.getBoundingClientRect()
        return [card.querySelector('h3')?.textContent ?? '', Math.round(x), Math.round(y), Math.round(height)]
      }),
    )
  const still = await withoutScripts(browser, shop, page)
  const painted = await cards(still)
  expect(painted).toHaveLength(shop.upstream.branches.length)
  await page.goto('/')
  await expect(page.locator('#root:not(:has(> [data-first-paint])) main article')).toHaveCount(painted.length)
  await fontsAreThere(page)
  // What was loaded of the branches since has the space that was reserved.
  await expect(page.locator('main article').last()).toContainText('Berlin')
  expect(await cards(page)).toEqual(painted)

  const release = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.locator('[data-first-paint]').getByRole('button', { name: 'Hier bestellen' }).nth(1).click()
  release()
  const chosen = async (): Promise<string | undefined> => (await page.context().cookies()).find(({ name }) => name === 'branch')?.value
  await expect.poll(chosen).toBe(encodeURIComponent(shop.upstream.branches[1] ?? ''))
  await still.context().close()
})

test('the first paint of a dish has its sheet, which the application replaces; it can be closed without scripts', async ({
  browser,
  page,
  shop,
}) => {
  const sheet = (on: Page): Promise<number[][]> =>
    on.evaluate(() =>
      [
        ...['.Sheet_sheet', '.Sheet_picture', '.Sheet_title', '.Sheet_close'].map((part) => document.querySelector(part)),
        [...document.querySelectorAll('.Sheet_sheet p')].find(({ textContent }) => textContent.startsWith('Tomato')),
      ].map((part) => {
        const { x, y, width } = part?.getBoundingClientRect() ?? new DOMRect()
        return [x, y, width].map(Math.round)
      }),
    )
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, shop, '/?product=101')
    await expect(page.locator('dialog[open]').getByRole('radio').first()).toBeVisible()
    await expect(page.locator('#first-sheet')).toHaveCount(0)
    await fontsAreThere(page)
    const still = await withoutScripts(browser, shop, page, '/?product=101')
    await expect(still.getByRole('heading', { level: 2, name: 'Margherita' })).toBeVisible()
    const live = (await sheet(page)).flat()
    const first = (await sheet(still)).flat()
    // The font is loaded later: the position of texts may differ by a pixel or two, and their width is ignored.
    expect(
      Math.max(...first.map((value, at) => (at === 8 ? 0 : Math.abs(value - (live[at] ?? Number.NaN))))),
      `${String(first)} became ${String(live)}`,
    ).toBeLessThanOrEqual(2)
    await still.getByRole('link', { name: 'Close' }).click()
    await expect(still.locator('#first-sheet')).toHaveCount(0)
    await expect(still).toHaveURL(`${shop.url}/`)
    await still.context().close()
  }
})

test('the sheet of a first paint whose rest comes later stays where it is shown', async ({ browser, page, shop }) => {
  await visit(page, shop, '/?product=101')
  const still = await withoutScripts(browser, shop, page, '/?product=101')
  const sheet = still.locator('.Sheet_first')
  const whole = await sheet.boundingBox()
  for (const part of ['picture', 'head', 'intro', 'body', 'close']) {
    // What has arrived of the page ends before the part.
    await still.route(shop.url + '/?product=101', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      await route.fulfill({ response, body: html.slice(0, html.search(new RegExp(`<[^<>]* class="[^"]*Sheet_${part}\\b`))) })
    })
    await still.reload()
    await expect(sheet, part).toBeAttached()
    await expect(still.locator(`.Sheet_${part}`)).toHaveCount(0)
    expect((await sheet.isVisible()) ? await sheet.boundingBox() : whole, part).toEqual(whole)
    await still.unroute(shop.url + '/?product=101')
  }
  await still.context().close()
})

test('navigating on before the sheet of a dish is loaded removes its first paint', async ({ page, shop }) => {
  // The chunk of the sheet is never loaded.
  await page.route(/\/assets\/Sheets-.*\.js$/, () => undefined)
  await visit(page, shop, '/?product=101')
  await expect(page.locator('#root:not(:has(> [data-first-paint]))')).toBeAttached()
  await expect(page.locator('.Sheet_first')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Contact Us' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/contact')
  await expect(page.locator('#first-sheet')).toHaveCount(0)
})

test('the scripts of a screen are requested together with the application’s', async ({ page, shop }) => {
  // The application's scripts are never loaded.
  await page.route(/\/assets\/vendor-.*\.js$/, () => undefined)
  await visit(page, shop, '/contact')
  const screens = {
    '/checkout': 'CheckoutRoute',
    '/contact': 'ContactPage',
    '/login': 'LoginPage',
    '/select-branch': 'SelectBranchPage',
  }
  for (const [path, name] of Object.entries(screens)) {
    const request = page.waitForRequest(new RegExp(`/assets/${name}-[^/]*\\.js$`))
    await page.goto(path)
    await request
  }
  // A guard redirects visitors from this screen: its scripts are not requested.
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/me/my-orders')
  await expect.poll(() => requested.some((url) => url.includes('/assets/vendor-'))).toBe(true)
  expect(requested.filter((url) => url.includes('/assets/OrdersPage-'))).toEqual([])
})

test('the head of a screen from which the guard redirects is not painted', async ({ page, shop }) => {
  // The application's scripts are never loaded.
  await page.route(/\/assets\/vendor-.*\.js$/, () => undefined)
  await visit(page, shop, '/login')
  await expect(page.locator('.Screen_head')).toBeVisible()
  await page.goto('/me/my-orders')
  await expect(page.locator('[data-first-paint] header')).toBeVisible()
  await expect(page.locator('.Screen_head')).toHaveCount(0)
})

test('a click on the first paint is replayed once the application is ready', async ({ page, shop }) => {
  // The application's script is delayed until the dish is clicked.
  const release = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.addInitScript(() => sessionStorage.setItem('tablefront:popup', '1'))
  // The first script has added its listener by now.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.locator('[data-first-paint] #menus h3 a').first().click()
  await expect(page).toHaveURL('/')
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\?menu=/)
})

test('a press on the first paint of another language is replayed once the application has fetched what was pressed', async ({
  page,
  shop,
}) => {
  // The page has the branches once the shop has them.
  await expect.poll(async () => (await page.request.get('/')).text()).toContain('Hier bestellen')
  const start = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  const branches = await holdBack(page, /\/api\/branches/)
  // The cookie of the language is gone, as after a year; the browser itself is German.
  await page.addInitScript(() => localStorage.setItem('lang', 'en'))
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.locator('[data-first-paint]').getByRole('button', { name: 'Hier bestellen' }).nth(1).click()
  start()
  await expect(page.locator('#root:not(:has(> [data-first-paint])) main')).toBeVisible()
  branches()
  const chosen = async (): Promise<string | undefined> => (await page.context().cookies()).find(({ name }) => name === 'branch')?.value
  await expect.poll(chosen).toBe(encodeURIComponent(shop.upstream.branches[1] ?? ''))
})

test('a press that begins on the first paint and ends on the application is a click', async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/vendor-.*\.js$/)
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.goto('/contact', { waitUntil: 'domcontentloaded' })
  await page.locator('[data-first-paint]').getByRole('button', { name: 'Cart' }).hover()
  await page.mouse.down()
  release()
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toBeVisible()
})

test('a press at the moment the application replaces the first paint is a click', async ({ page, shop }) => {
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.addInitScript(() => {
    // After the commit, before React has run the effects that follow it.
    new MutationObserver((_changes, observer) => {
      const button = document.querySelector<HTMLElement>('#root:not(:has(> [data-first-paint])) button[aria-label="Cart"]')
      if (button === null) return
      observer.disconnect()
      button.click()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/contact')
  await expect(page.getByRole('dialog', { name: 'Cart' })).toBeVisible()
})

test('before the menu can be used: no call, scripts and styles within their budget, nothing that only other screens need', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    // The moment at which the menu can be used: the search field is one.
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('input[type=search]') === null) return
      observer.disconnect()
      performance.mark('usable')
    }).observe(document, { childList: true, subtree: true })
  })
  await visit(page, shop, '/')
  await menuIsThere(page)
  const early = await page.evaluate(() => {
    const [usable] = performance.getEntriesByName('usable')
    return performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming & { renderBlockingStatus: string } => entry.startTime < (usable?.startTime ?? 0))
      .map(({ name, encodedBodySize, renderBlockingStatus }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
        renderBlockingStatus,
      }))
  })
  expect(early.filter(({ path }) => /^\/(api|bff)\//.test(path))).toEqual([])
  const loaded = early.filter(({ path }) => path.endsWith('.js')).reduce((sum, { bytes }) => sum + bytes, 0)
  expect(loaded, JSON.stringify(early)).toBeGreaterThan(50_000)
  // Budgets are the product's: an agency's brand may exceed them.
  const { scripts, styles } = isBranded() ? { scripts: Infinity, styles: Infinity } : budgets.menu
  expect(loaded).toBeLessThanOrEqual(scripts)
  // On a first visit the styles are inline: the paint waits for no file.
  expect(early.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')).toEqual([])
  const inPage = await page.evaluate(() => document.querySelector('style[data-file]')?.textContent ?? '')
  expect(inPage.length).toBeGreaterThan(10_000)
  expect(brotliCompressSync(inPage).length).toBeLessThanOrEqual(styles)
  expect(early.filter(({ path }) => /leaflet|MapView|phone|metadata|purify|forms?-/i.test(path))).toEqual([])
})

test('the second visit has the first screen’s styles from the browser’s cache, and looks the same', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === 'styles')).toBe(true)
  await fontsAreThere(page)
  const before = await places(page)
  await page.reload()
  await menuIsThere(page)
  await fontsAreThere(page)
  await expect(page.locator('style[data-file]')).toHaveCount(0)
  expect(await page.locator('link[rel=stylesheet][href*="/assets/shop-"]').count()).toBe(1)
  const file = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/shop-.*\.css$/.test(name))
    return entry instanceof PerformanceResourceTiming ? entry.transferSize : null
  })
  expect(file, 'nothing of it travels').toBe(0)
  expect(await places(page)).toEqual(before)
})
