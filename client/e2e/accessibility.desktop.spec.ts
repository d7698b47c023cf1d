// Accessibility (docs/specification.md section 10): every route and dialog with axe, in light and dark, wide, narrow and enlarged, in alternating
// languages (`E2E_LOOKS=all`: in all of them); the order for screen readers; the customer's own settings. No third party is contacted on the
// way.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test, type Shop } from './harness.ts'
import { lookAround } from './looks.ts'
import { addMargherita, dialog, fillGuest, goWithin, holdBack, menuIsThere, openDish, placeOrder } from './story.ts'

// The stories change colours, text spacing, text size and language of the screen that is shown.
test.use({ steady: false })

/** Records each request to other hosts than the shop and its images: none is sent before the customer requests a map or a social login. */
function requestsToOthers(page: Page, shop: Shop): string[] {
  const own = new Set([shop.url, shop.upstream.url, ...shop.upstream.branches].map((url) => new URL(url).host))
  const others: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!/^(data|blob):$/.test(url.protocol) && !own.has(url.host)) others.push(request.url())
    // Here the mock backend serves the map's tiles and the logins; in a real shop these are third parties.
    if (/^\/(tiles|providers|graph)\//.test(url.pathname)) others.push(request.url())
  })
  return others
}

/** Waits for the screen with this h1 and for its last part. */
async function isThere(page: Page, title: string, ready: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.locator(ready).first()).toBeVisible()
}

/** The open sheet. */
const sheet = (page: Page) => page.locator('dialog[open]').last()

test('every screen and dialog of a visitor', async ({ page, shop }) => {
  const others = requestsToOthers(page, shop)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, shop, '/select-branch')
  await expect(page.locator('[name=branch]')).toBeVisible()
  await lookAround(page, 'select branch')

  await goWithin(page, '/')
  await menuIsThere(page)
  await lookAround(page, 'menu', true)
  await page.fill('[name=search]', 'zzzz')
  await expect(page.getByRole('button', { name: 'Show the whole menu' })).toBeVisible()
  await lookAround(page, 'search without a hit')
  await page.fill('[name=search]', '')
  await page.getByRole('button', { name: 'Allergens', exact: true }).click()
  await expect(sheet(page).getByRole('button').nth(3)).toBeVisible()
  await lookAround(page, 'allergen filter')
  await page.keyboard.press('Escape')

  await openDish(page, 'Margherita')
  await lookAround(page, 'dish', true)
  await goWithin(page, '/?menu=2')
  await expect(dialog(page, 'Lunch menu').getByRole('radio').first()).toBeVisible()
  await lookAround(page, 'combo')
  await goWithin(page, '/?page=3')
  await expect(dialog(page, 'Privacy').getByRole('table')).toBeVisible()
  await lookAround(page, 'information page')
  await goWithin(page, '/?reservation=1')
  await expect(sheet(page).locator('[name=terms]')).toBeVisible()
  await lookAround(page, 'reservation')

  for (const [path, title, ready] of [
    ['/login', 'Login', '[name=password]'],
    ['/register', 'Register', '[name=password_confirmation]'],
    ['/reset-password', 'Reset password', 'main [name=email]'],
    ['/accessibility', 'Accessibility', 'main h2'],
  ] as const) {
    await goWithin(page, path)
    await isThere(page, title, ready)
    await lookAround(page, path)
  }
  await shop.upstream.scenario({ names: ['inactive'] })
  await page.goto('/')
  await expect(page).toHaveURL('/unavailable')
  await lookAround(page, 'unavailable')
  expect(others).toEqual([])
})

test('every screen and dialog of a guest who orders', async ({ page, shop }) => {
  const others = requestsToOthers(page, shop)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  await lookAround(page, 'menu with a cart')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('banner').getByRole('button').first().click()
  await expect(dialog(page, 'Navigation')).toBeVisible()
  await lookAround(page, 'side menu')

  await goWithin(page, '/contact')
  await expect(page.getByRole('main').getByRole('table')).toBeVisible()
  await page.fill('main [name=fname]', ' ')
  await page.locator('main [name=email]').focus()
  await page.locator('main [name=fname]').focus()
  await expect(page.getByText('Please fill in this field.').first()).toBeVisible()
  await lookAround(page, 'contact', true)
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(dialog(page, 'Cart')).toBeVisible()
  await lookAround(page, 'cart')
  await dialog(page, 'Cart')
    .getByRole('button', { name: /^Checkout/ })
    .click()
  await expect(dialog(page, 'Login or continue as guest?')).toBeVisible()
  await lookAround(page, 'checkout entry')

  await goWithin(page, '/checkout')
  await page.locator('[name=deliverType][value=delivery]').check()
  await page.locator('[name=areaId]').selectOption('1')
  await page.locator('[name=deliverAt][value=later]').check()
  await expect(page.locator('[name=deliverDay]').first()).toBeVisible()
  await lookAround(page, 'checkout', true)
  await fillGuest(page, { email: 'errors@example.org' })
  await placeOrder(page).click()
  await expect(page.locator('[data-field=failure]')).toBeVisible()
  await lookAround(page, 'checkout with errors')
  await page.fill('[name=email]', 'mary@example.com')
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
  await lookAround(page, 'confirmation', true)
  expect(others).toEqual([])
})

test('every screen and dialog of a customer', async ({ page, shop }) => {
  const others = requestsToOthers(page, shop)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitAs(page, shop, 'ada@example.org', '/me/my-profile')
  for (const [path, title, ready] of [
    ['/me/my-profile', 'My Profile', '[name=name]'],
    ['/me/my-orders', 'My Orders', 'main a[href^="/me/my-orders/"]'],
    ['/me/my-orders/A-1000', 'Your order', 'main article section'],
    ['/me/my-transactions/transaction-history', 'Transaction History', 'main table'],
    ['/me/address-list', 'My Addresses', 'main button'],
    ['/me/address-list/create', 'Add an address', 'main form'],
  ] as const) {
    await goWithin(page, path)
    await isThere(page, title, ready)
    await lookAround(page, path, path === '/me/my-profile')
  }
  await shop.upstream.scenario({ names: ['menu-changed'] })
  await page.goto('/me/my-orders')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'A-1000' })
  await card.getByRole('button', { name: 'Order again' }).click()
  await expect(sheet(page)).toBeVisible()
  const close = sheet(page).getByRole('button', { name: 'Close' })
  const belowTop = close.evaluate((button) => button.getBoundingClientRect().top - button.closest('dialog')!.getBoundingClientRect().top)
  expect(await belowTop).toBeLessThan(30)
  await lookAround(page, 'order again')
  await goWithin(page, '/me/address-list')
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookAround(page, 'question')
  await page.keyboard.press('Escape')
  await shop.upstream.scenario({ names: ['old-addresses'] })
  await page.goto('/me/my-addresses')
  await isThere(page, 'My Addresses', 'main button')
  await lookAround(page, '/me/my-addresses')
  await goWithin(page, '/me/my-addresses/create')
  await isThere(page, 'Add an address', '[name=areaId]')
  await lookAround(page, '/me/my-addresses/create')
  expect(others).toEqual([])
})

test('forced colours: focus, choices and icons stay visible', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await visit(page, shop, '/')
  await menuIsThere(page)
  const margherita = await openDish(page, 'Margherita')
  const looks = (name: string) =>
    page.evaluate((css) => {
      const probe = document.createElement('i')
      probe.style.color = css
      document.body.append(probe)
      const colour = getComputedStyle(probe).color
      probe.remove()
      return colour
    }, name)
  const highlight = await looks('Highlight')
  const outlineOf = (of: ReturnType<Page['locator']>) =>
    of.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineColor
    })
  // Focused and selected elements have an outline that others lack; checkboxes and radios are the browser's own.
  expect(
    await margherita
      .getByRole('radio')
      .first()
      .evaluate((element) => getComputedStyle(element).appearance),
  ).not.toBe('none')
  await margherita.getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await outlineOf(page.locator(':focus'))).toBe(highlight)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Allergens', exact: true }).click()
  const chip = page.locator('dialog[open] [aria-pressed=false]').first()
  const name = (await chip.textContent()) ?? ''
  expect(await outlineOf(chip)).not.toBe(highlight)
  await chip.click()
  await page.locator('dialog[open] h2').first().click()
  const pressed = page.locator('dialog[open] [aria-pressed=true]', { hasText: name }).first()
  expect(await outlineOf(pressed)).toBe(highlight)
  // Icons have the colour of the text beside them.
  const faint = await page.evaluate(() =>
    [...document.querySelectorAll<SVGElement>('button svg, a svg')]
      .filter((icon) => icon.getClientRects().length > 0 && icon.getAttribute('stroke') === 'currentColor')
      .filter((icon) => getComputedStyle(icon).color === getComputedStyle(document.body).backgroundColor)
      .map((icon) => icon.outerHTML.slice(0, 120)),
  )
  expect(faint).toEqual([])
})

test('reduced motion: nothing is animated', async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    // Records every animation from the page's start.
    const seen: string[] = []
    Object.assign(window, { seen })
    for (const type of ['transitionrun', 'animationstart'])
      document.addEventListener(type, (event) => {
        const lasting = document
          .getAnimations()
          .some(({ effect }) => (effect as KeyframeEffect).target === event.target && Number(effect?.getComputedTiming().duration) > 1)
        if (lasting) seen.push(`${type} ${(event.target as Element).outerHTML.slice(0, 120)}`)
      })
  })
  // The splash over a loading menu is removed without an animation.
  const come = await holdBack(page, '**/api/products/menus')
  await visit(page, shop, '/contact')
  await goWithin(page, '/')
  const splash = page.locator('main [aria-hidden=true] > img[src*=mark]')
  await expect(splash).toBeVisible()
  come()
  await menuIsThere(page)
  await expect(splash).toBeHidden()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
    )
  await addMargherita(page)
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await page.mouse.wheel(0, 2000)
  expect(await moving()).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])

  // The loader is not animated either.
  await page.route('**/api/me/orders', () => undefined)
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  await expect(page.locator('[data-loader]')).toBeVisible()
  expect(await moving()).toEqual([])
})

test('the accessibility tree from the menu to the confirmation has the right order', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['net-prices'] })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to the content"
    - banner:
      - combobox "Language"
      - navigation "Main":
        - list:
          - listitem:
            - link "Home"
      - button /Cart/
    - main:
      - heading "Zum Goldenen Löffel" [level=1]
      - search:
        - searchbox "Search the menu"
      - button "Allergens"
      - navigation "Categories":
        - toolbar "Categories":
          - link "Menus"
          - link "Pizza"
      - region "Menus":
        - heading "Menus" [level=2]
      - region "Pizza":
        - heading "Pizza" [level=2]
        - list:
          - listitem:
            - article "Margherita":
              - heading "Margherita" [level=3]:
                - link "Margherita"
      - complementary "Cart"
    - contentinfo:
      - heading "Quick links" [level=2]
      - heading "Working hours" [level=2]
      - list:
        - listitem:
          - link "Accessibility"
  `)
  const margherita = await openDish(page, 'Margherita')
  await expect(margherita).toMatchAriaSnapshot(`
    - dialog "Margherita":
      - heading "Margherita" [level=2]
      - term: "Allergens:"
      - definition: /Cereals containing gluten/
      - radiogroup /Size/:
        - radio /26 cm/ [checked]
        - radio /32 cm/
      - radiogroup /Dough Required · choose 1/:
        - radio "Classic thin"
      - group /Extras optional/:
        - checkbox /Olives \\+€1\\.20/
      - button "Close"
      - button /Please choose.* Dough/
      - group "Quantity of Margherita":
        - button "One less Margherita" [disabled]
        - spinbutton "Quantity of Margherita"
        - button "One more Margherita"
      - button /Add to Cart.*€8\\.50/ [disabled]
  `)
  await page.keyboard.press('Escape')
  await addMargherita(page)
  await page.goto('/contact')
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await expect(dialog(page, 'Cart')).toMatchAriaSnapshot(`
    - dialog "Cart":
      - heading "Cart" [level=2]
      - button "Close"
      - list:
        - listitem:
          - paragraph:
            - link "Change Margherita"
          - text: €8.50
          - list:
            - listitem: 26 cm
            - listitem: "Dough: Classic thin"
          - group "Quantity of Margherita":
            - button "Remove Margherita"
            - spinbutton "Quantity of Margherita"
      - term: Subtotal
      - definition: €8.50
      - term: If delivered
      - definition: from €2.50
      - term: VAT (7%)
      - definition: €0.60
      - term: Total
      - definition: €9.10
      - button /Checkout.*€9\\.10/
  `)
  await page.goto('/checkout')
  await fillGuest(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "Breadcrumb"
      - heading "Checkout" [level=1]
      - region "How and where":
        - radiogroup "How would you like to get it?":
          - radio /Delivery/
          - radio /Takeaway/ [checked]
      - region "When":
        - radiogroup "When would you like it?":
          - radio /Now/ [checked]
          - radio /Later/
      - region "Who":
        - textbox "Name": Mary Jackson
        - textbox "E-mail": mary@example.com
        - textbox "Phone"
        - textbox "Notes (optional)"
      - region "Pay":
        - radiogroup "How would you like to pay?":
          - radio "Cash on handover" [checked]
        - checkbox /I accept the terms/ [checked]
      - region "Your order":
        - list:
          - listitem: /1 × Margherita/
        - term: Total
        - definition: €9.10
      - button /Place Order/
  `)
  await placeOrder(page).click()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Thank you for your order" [level=1]
      - article:
        - region /Order A-/:
          - term: How
          - definition: Takeaway
          - paragraph: /A-/
          - button "Copy the order code"
          - link /Call/
          - paragraph: /Your order has reached the restaurant/
        - region "What you ordered":
          - list:
            - listitem: /1 × Margherita/
          - term: Total
          - definition: €9.10
        - button "Print"
  `)
})
