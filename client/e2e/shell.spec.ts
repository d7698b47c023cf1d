// The shell: header, footer, side menu, information pages, notices and guards (docs/specification.md sections 2, 4, 8).
import type { Locator, Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test, withBranch, withLanguage } from './harness.ts'
import { clockStopped, dialog, holdBack, menuIsThere, openCart, scrollToEnd, withMargheritas } from './story.ts'

/** Where the header's links are: in the header itself, or on a phone in the side menu, opened. */
async function header(page: Page): Promise<Locator> {
  // A press whose release comes after the first paint has been replaced is none.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Open the menu' })
  if (!(await opener.isVisible())) return page.getByRole('banner')
  const menu = dialog(page, 'Navigation')
  if (!(await menu.isVisible())) await opener.click()
  await expect(menu).toBeVisible()
  return menu
}

/** A link of the account, in the header or the side menu. */
async function account(page: Page, name: RegExp): Promise<Locator> {
  const head = await header(page)
  const phone = await page.getByRole('button', { name: 'Open the menu' }).or(dialog(page, 'Navigation')).first().isVisible()
  if (!phone) await head.getByRole('button', { name }).first().click()
  return head
}

test('the header shows what the settings contain, and nothing else', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  let head = await account(page, /^Login/)
  for (const name of ['Home', 'Reservation', 'About us', 'Allergens and additives', 'Contact Us', 'Login', 'Register'])
    await expect(head.getByRole('link', { name, exact: true }).first()).toBeVisible()
  for (const name of ['Imprint', 'My Profile', 'My Addresses', 'My Orders'])
    await expect(head.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(head.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await expect(head.getByRole('link', { name: '030 23125042' })).toHaveAttribute('href', 'tel:+493023125042')
  const social = head.getByRole('list', { name: 'Social networks' })
  for (const name of ['Facebook', 'Instagram', 'WhatsApp', 'Tripadvisor']) await expect(social.getByRole('link', { name })).toBeVisible()
  for (const name of ['Pinterest', 'LinkedIn', 'X (Twitter)', 'TikTok']) await expect(social.getByRole('link', { name })).toHaveCount(0)
  // A leading + of the WhatsApp number is replaced by 00.
  await expect(social.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /004930\s?23125042|00493023125042/)

  await shop.upstream.scenario({
    names: ['no-registration', 'no-reservation'],
    settings: { FACEBOOK: '', INSTAGRAM: '', WHATSAPP: '', TRIPADVISOR: '', TIKTOK: 'https://www.tiktok.com/@loeffel', PHONE: '' },
  })
  await page.goto('/contact')
  head = await account(page, /^Login/)
  await expect(head.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible()
  for (const name of ['Reservation', 'Register', '030 23125042', 'Facebook', 'WhatsApp'])
    await expect(head.getByRole('link', { name, exact: true })).toHaveCount(0)
  await expect(head.getByRole('link', { name: 'TikTok' })).toBeVisible()

  await shop.upstream.scenario({ names: ['one-language'] })
  await page.goto('/contact')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' })).toBeVisible()
  await expect(page.locator('[name=lang]')).toHaveCount(0)
})

test('a customer has profile, addresses, orders, the points as a price, and logout', { tag: '@phone' }, async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/contact')
  const head = await account(page, /My Account/)
  for (const name of ['My Profile', 'My Addresses', 'My Orders']) await expect(head.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(head.getByRole('link', { name: /Points.*12[.,]50/ }).first()).toBeVisible()
  await expect(head.getByRole('link', { name: 'Register' })).toHaveCount(0)
  await head.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('the menus of a customer do not change under a press once the login is checked', async ({ page, shop }) => {
  const checked = await holdBack(page, '**/api/me')
  await visitAs(page, shop, 'ada@example.org', '/contact')
  const head = await account(page, /^My Account/)
  const orders = head.getByRole('link', { name: 'My Orders', exact: true })
  await expect(orders).toBeVisible()
  await expect(head.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(head.getByRole('link', { name: 'Register' })).toHaveCount(0)
  const place = (await orders.boundingBox())?.y
  checked()
  await expect(page.getByText(/^€12[.,]50/).first()).toBeVisible()
  expect((await orders.boundingBox())?.y).toBe(place)
  await orders.click()
  await expect(page).toHaveURL('/me/my-orders')
})

test(
  'a customer opens the checkout while the login is being checked, and is not asked to log in',
  { tag: '@phone' },
  async ({ page, shop }) => {
    const checked = await holdBack(page, '**/api/me')
    await withMargheritas(page, shop)
    await visitAs(page, shop, 'ada@example.org', '/')
    const cart = await openCart(page)
    await cart.getByRole('button', { name: /^Checkout/ }).click()
    checked()
    await expect(page).toHaveURL('/checkout')
    await expect(page.locator('[name=email]')).toHaveValue('ada@example.org')
  },
)

test('the side menu closes on navigation, and the page is scrolled to the top', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  const head = await header(page)
  await head.getByRole('link', { name: 'Contact Us', exact: true }).click()
  await expect(page).toHaveURL('/contact')
  await expect(dialog(page, 'Navigation')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('a link of the side menu says that its screen is loading', { tag: '@phone' }, async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/ContactPage-/)
  await visit(page, shop, '/')
  await menuIsThere(page)
  const menu = await header(page)
  const contact = menu.getByRole('link', { name: 'Contact Us', exact: true })
  await contact.click()
  await expect(contact).toHaveAttribute('aria-busy', 'true')
  await expect(menu.getByRole('link', { name: 'Login', exact: true })).not.toHaveAttribute('aria-busy')
  await page.goBack()
  await expect(contact).not.toHaveAttribute('aria-busy')
  await contact.click()
  await expect(contact).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(menu).toBeHidden()
  // The menu does not remember it.
  await (await header(page)).waitFor()
  await expect(contact).not.toHaveAttribute('aria-busy')
})

test(
  'the footer: quick links, hours, account, find us, app stores, pages, copyright, payment badges by country',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/contact')
    const footer = page.getByRole('contentinfo')
    for (const name of ['Quick links', 'Working hours', 'My Account', 'Find us'])
      await expect(footer.getByRole('heading', { name, exact: true })).toBeVisible()
    for (const name of ['Home', 'About us', 'Terms and conditions', 'Privacy', 'Imprint', 'Login', 'Register'])
      await expect(footer.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'Allergens and additives' })).toHaveCount(0)
    await expect(footer.getByRole('link', { name: /App Store/ })).toBeVisible()
    await expect(footer.getByRole('link', { name: /Google Play/ })).toBeVisible()
    await expect(footer.getByRole('link', { name: /AppGallery/ })).toHaveCount(0)
    await expect(footer.getByText(/© \d{4} Zum Goldenen Löffel/)).toBeVisible()
    await expect(footer.getByText('Rosenthaler Straße 40, 10178 Berlin')).toBeVisible()
    await expect(footer.getByRole('list', { name: 'Ways to pay' })).toHaveCount(0)
    // The telephone is a link once the footer is near; its row is as high before.
    const phone = footer.getByRole('listitem').filter({ has: page.locator('.lucide-phone') })
    const height = (): Promise<number> => phone.evaluate((row) => row.getBoundingClientRect().height)
    const before = await height()
    await expect(phone.getByRole('link')).toHaveCount(0)
    await phone.scrollIntoViewIfNeeded()
    await expect(phone.getByRole('link', { name: /\d/ })).toBeVisible()
    expect(await height()).toBe(before)
    for (const country of ['fi', 'za']) {
      await shop.upstream.scenario({ names: [country] })
      await page.goto('/contact')
      await expect(footer.getByRole('list', { name: 'Ways to pay' })).toBeVisible()
    }
  },
)

test('an information page opens in a modal by its link and by ?page=, and closes with Back', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click()
  const sheet = dialog(page, 'Imprint')
  await expect(sheet.getByText('Goldener Löffel Gastronomie GmbH')).toBeVisible()
  await expect(page).toHaveURL('/contact?page=4')
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/contact')

  await page.goto('/?page=4')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('the pop-up page shows once per browser session', { tag: '@phone' }, async ({ page, shop, browser }) => {
  await shop.upstream.scenario({ names: ['popup'] })
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.goto('/')
  const popup = dialog(page, 'New today')
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(popup).toBeHidden()
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(popup).toHaveCount(0)

  const other = await browser.newContext()
  const next = await other.newPage()
  await withBranch(next, shop)
  await withLanguage(next, shop, 'en')
  await next.goto(shop.url)
  await expect(dialog(next, 'New today')).toBeVisible()
  await other.close()
})

test(
  'guards: unknown paths go home, a branch comes first, unavailable only while inactive, the checkout by its rule',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/no/such/page')
    await expect(page).toHaveURL('/')
    await menuIsThere(page)
    await page.goto('/unavailable')
    await expect(page).toHaveURL('/')
    await page.goto('/me/my-orders')
    await expect(page).toHaveURL('/login')

    await shop.upstream.scenario({ names: ['guest-off'] })
    await page.goto('/checkout')
    await expect(page).toHaveURL(/^[^?]*\/login(\?return=checkout)?$/)
    await page.goto('/checkout?order=A-1')
    await expect(page.locator('#root').getByText('This order was not found on this device.')).toBeVisible()

    await shop.upstream.scenario({ names: ['inactive'] })
    await page.goto('/')
    await expect(page).toHaveURL('/unavailable')
    await expect(page.getByRole('heading', { level: 1, name: 'We are closed' })).toBeVisible()
    await expect(page.locator('#root').getByText('Restaurant is not available right now. Please try again later')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /Call/ })).toHaveAttribute('href', 'tel:+493023125042')
    // Its hours say open; the shop takes no orders.
    await page.getByRole('button', { name: 'Open the menu' }).click()
    await expect(dialog(page, 'Navigation').getByText(/^Closed/)).toBeVisible()
    await expect(dialog(page, 'Navigation').getByText(/^Open/)).toHaveCount(0)
    await page.goto('/checkout')
    await expect(page).toHaveURL('/unavailable')
    // A confirmation is rendered from stored data: it needs no active shop.
    await page.goto('/checkout?order=A-1')
    await expect(page.locator('#root').getByText('This order was not found on this device.')).toBeVisible()
    await expect(page).toHaveURL('/checkout?order=A-1')
    await page.goto('/unavailable')
    await expect(page).toHaveURL('/unavailable')
    await shop.upstream.scenario({})
    await page.reload()
    await expect(page).toHaveURL('/')
  },
)

test('a shop without branches needs none', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-branches'] })
  await withLanguage(page, shop, 'en')
  await page.goto('/')
  await menuIsThere(page)
  await expect(page).toHaveURL('/')
})

test('a closed shop shows the earliest date, and its menu can be viewed', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['closed'] })
  await clockStopped(page, async () => {
    await visit(page, shop, '/')
    const toast = page.locator('[data-toasts]').filter({ hasText: 'We are closed' })
    // Its timers run on by a tenth of a second for each look: what they lead to is seen before its own time is over.
    await expect.poll(() => page.clock.runFor(100).then(() => toast.isVisible())).toBe(true)
    await expect(toast).toContainText(
      /Our restaurant is out of working hours right now\. You can only place a future order\. The earliest date you can order is at .*\d{1,2}:\d{2}/,
    )
  })
  await menuIsThere(page)
})

test('the end of the footer stays where it is while its last parts arrive', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({
    settings: { CUSTOM_HEADER_CODE: '<script type="text/plain" data-consent="statistics"></script>' },
  })
  await page.addInitScript(() => localStorage.setItem('tablefront:consent', '{"statistics":false}'))
  // How can be paid, where the restaurant delivers, the format of the telephone number, and the cookie settings.
  const releases = [
    await holdBack(page, /\/api\/(?:checkout\/payment-providers|areas)/),
    await holdBack(page, /\/assets\/(?:consent|FooterPaymentAndDelivery|max)[-.]/),
  ]
  await visit(page, shop, '/contact')
  const end = page.getByRole('contentinfo').getByText(/^©/)
  const top = async (): Promise<number> => (await end.boundingBox())?.y ?? 0
  await scrollToEnd(page, end)
  const before = await top()
  for (const release of releases) release()
  await expect(page.getByRole('heading', { name: 'Payment and delivery' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByText('030 23125042')).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1)
})

test('CUSTOM_HEADER_CODE of the branch runs', { tag: '@phone' }, async ({ page, shop }) => {
  await withBranch(page, shop, 1)
  await withLanguage(page, shop, 'en')
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-kitchen', 'glut')
})

test('the loader shows while something is pending, and hides after 7.5 s', { tag: '@phone' }, async ({ page, shop }) => {
  await page.clock.install()
  const answer = await holdBack(page, '**/api/me/orders')
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  const loader = page.locator('[data-loader]')
  await expect(loader).toBeVisible()
  await page.clock.fastForward(7_500)
  await expect(loader).toBeHidden()
  answer()
})

test('a press anywhere on the card of a branch chooses it', { tag: '@phone' }, async ({ page, shop }) => {
  await page.goto('/select-branch')
  // Its address, which the button covers.
  const address = page.getByRole('article').nth(1).locator('bdi')
  await address.scrollIntoViewIfNeeded()
  const { x, y } = (await address.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.click(x + 5, y + 5)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('branchUrl'))).toBe(shop.upstream.branches[1])
})

test(
  'a branch is chosen also in a browser that blocks its storage: the cookie has the choice',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await page.context().addCookies([{ name: 'lang', value: 'en', url: shop.url }])
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
    })
    await page.goto('/select-branch')
    await page
      .getByRole('button', { name: /^Order here/ })
      .first()
      .click()
    await menuIsThere(page)
    await expect(page).toHaveURL('/')
    await expect(page.locator('#root').getByText('Your browser does not store data for this site')).toBeVisible()
    await page.reload()
    await menuIsThere(page)
    await expect(page).toHaveURL('/')
  },
)

test('a page that offers the branches to a customer who has chosen one shows none of them', { tag: '@phone' }, async ({ page, shop }) => {
  // The cookie by which the page is rendered is gone, the choice is not.
  await page.addInitScript((url) => localStorage.setItem('branchUrl', url), shop.upstream.branches[0] ?? '')
  const scripts = await holdBack(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('main')).toBeEmpty()
  scripts()
  await menuIsThere(page)
})

test('no open state beside a branch that is not chosen', { tag: '@phone' }, async ({ page, shop }) => {
  await withLanguage(page, shop, 'en')
  await page.goto('/select-branch')
  await expect(page.getByRole('main').getByText(/^Open/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(dialog(page, 'Navigation').getByRole('link', { name: 'Choose a branch' })).toBeVisible()
  await expect(dialog(page, 'Navigation').getByText(/^Open/)).toHaveCount(0)
})
