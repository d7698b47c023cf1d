// The checkout: entry, delivery, time, tip, points, terms, payment, errors, and no duplicate orders (docs/specification.md sections 2, 4, 5, 8, 9).
import type { Page } from '@playwright/test'
import { expectFieldError, password, visit, visitAs } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Shop } from './harness.ts'
import {
  addAndPress,
  changeDetails,
  chooseMargherita,
  confirmed,
  dialog,
  fillGuest,
  fontsAreThere,
  goWithin,
  guest,
  holdBack,
  menuIsThere,
  newOrders,
  placeOrder,
  withMargheritas,
} from './story.ts'

/** A guest with a Margherita (8.50) in the checkout. */
async function guestAtCheckout(page: Page, shop: Shop): Promise<void> {
  await withMargheritas(page, shop)
  await visit(page, shop, '/checkout')
  await expect(page.locator('[name=paymentType]').first()).toBeVisible()
}

/** Opens the checkout again with this quantity in the cart. */
async function againWith(page: Page, shop: Shop, pieces: number): Promise<void> {
  await withMargheritas(page, shop, pieces)
  await page.goto('/checkout')
}

/** The total, which the final button shows. */
const total = (page: Page) => placeOrder(page)

// With a tax, so that its line and sums are checked too.
test.beforeEach(({ shop }) => shop.upstream.scenario({ names: ['net-prices'] }))

test(
  'entry: login or guest; without guest checkout the login, which returns to the checkout',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    await addAndPress(await chooseMargherita(page), 'Checkout')
    const entry = dialog(page, 'Login or continue as guest?')
    await expect(entry.getByRole('button', { name: 'Checkout as Guest' })).toBeVisible()
    await entry.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/login?return=checkout')

    await shop.upstream.scenario({ names: ['guest-off'] })
    await page.goto('/')
    await menuIsThere(page)
    await addAndPress(await chooseMargherita(page), 'Checkout')
    await expect(page).toHaveURL('/login?return=checkout')
    await expect(entry).toBeHidden()
  },
)

test(
  'the dialog before the checkout says that it is loading, and closes with the menu below it',
  { tag: '@phone' },
  async ({ page, shop }) => {
    const release = await holdBack(page, /\/assets\/CheckoutRoute-/)
    await visit(page, shop, '/')
    await menuIsThere(page)
    await addAndPress(await chooseMargherita(page), 'Checkout')
    const entry = dialog(page, 'Login or continue as guest?')
    const asGuest = entry.getByRole('button', { name: 'Checkout as Guest' })
    await asGuest.click()
    await expect(asGuest).toHaveAttribute('aria-busy', 'true')
    await expect(entry.getByRole('button', { name: 'Login', exact: true })).not.toHaveAttribute('aria-busy')
    release()
    await expect(page.getByRole('heading', { name: 'Checkout', exact: true })).toBeVisible()
    await expect(entry).toBeHidden()
    await expect(page.locator('#main')).toBeFocused()
    await page.goBack()
    await menuIsThere(page)
    await expect(entry).toBeHidden()
  },
)

test(
  'delivery types by setting; area, fee, minimum order, free delivery; no fee for takeaway',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await shop.upstream.scenario({ names: ['all-ways', 'net-prices'] })
    await guestAtCheckout(page, shop)
    await expect(page.locator('[name=deliverType]')).toHaveCount(3)
    await page.locator('[name=deliverType][value=delivery]').check()
    await expect(placeOrder(page)).toBeDisabled()
    const area = page.getByRole('combobox', { name: /^Delivery area/ })
    await area.selectOption('1')
    // Mitte: from 12.00, fee 2.50, free from 30.00.
    await expect(
      page
        .locator('#root')
        .getByText(/Minimum order .*12[.,]00/)
        .first(),
    ).toBeVisible()
    await expect(
      page
        .locator('#root')
        .getByText(/3[.,]50.* more to the minimum order/)
        .first(),
    ).toBeVisible()
    await fillGuest(page, { way: 'delivery' })
    await page.fill('[name=address]', 'Ackerstraße 14')
    await expect(placeOrder(page)).toBeDisabled()

    await againWith(page, shop, 2)
    await expect(page.locator('[name=address]')).toHaveValue('Ackerstraße 14')
    // 17.00 + 2.50, and 7 % of that
    await expect(total(page)).toContainText(/20[.,]87/)
    await page.locator('[name=deliverType][value=takeaway]').check()
    await expect(total(page)).toContainText(/18[.,]19/)
    await page.locator('[name=deliverType][value=delivery]').check()
    await expect(total(page)).toContainText(/20[.,]87/)
    await placeOrder(page).click()
    await confirmed(page)
    const [order] = await newOrders(shop)
    expect(order?.amounts).toMatchObject({ lines: 1700, delivery: 250, tax: 137 })
    expect(order?.submission).toMatchObject({ deliverType: 'delivery', areaId: 1, address: 'Ackerstraße 14', takeaway: false })

    await shop.upstream.scenario({ names: ['takeaway-only'] })
    await againWith(page, shop, 4)
    await expect(page.locator('[name=deliverType]')).toHaveCount(1)
    await shop.upstream.scenario({ names: ['net-prices'] })
    await page.reload()
    await page.locator('[name=deliverType][value=delivery]').check()
    await area.selectOption('1')
    // 34.00 is above the threshold: no fee.
    await expect(page.locator('#root').getByText('Free delivery').first()).toBeVisible()
    await expect(total(page)).toContainText(/36[.,]38/)
  },
)

test(
  'time: later requires a date and time, offers days and times, and is sent with an offset; calendar file',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await guestAtCheckout(page, shop)
    await fillGuest(page)
    await expect(placeOrder(page)).toBeEnabled()
    await page.locator('[name=deliverAt][value=later]').check()
    await expect(page.locator('[name=deliverDate]')).toHaveAttribute('required', '')
    await expect(placeOrder(page)).toBeDisabled()
    await page.locator('[name=deliverDay]').nth(1).check()
    await expect(placeOrder(page)).toBeEnabled()
    const time = page.locator('[name=deliverTime]')
    await time.selectOption({ index: 4 })
    const chosen = await page.locator('[name=deliverDate]').inputValue()
    await placeOrder(page).click()
    const code = await confirmed(page)
    const [order] = await newOrders(shop)
    expect(order?.submission.deliverAt).toBe('later')
    expect(order?.submission.deliverDate).toMatch(new RegExp(`^${chosen}(:00)?[+-]\\d\\d:\\d\\d$`))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    expect((await download).suggestedFilename()).toBe(`${code}.ics`)
  },
)

test(
  'tip: percentages of the cart price, a custom amount rounded to cents, removed by zero or less',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await guestAtCheckout(page, shop)
    await fillGuest(page)
    const tip = page.locator('[name=tip]')
    await page.getByRole('button', { name: /^10\s?%/ }).click()
    // 8.50 + 0.60 + 0.85
    await expect(total(page)).toContainText(/9[.,]95/)
    await tip.fill('1,239')
    await tip.blur()
    await expect(tip).toHaveValue('1.24')
    await expect(page.getByRole('button', { name: /^10\s?%/ })).toHaveAttribute('aria-pressed', 'false')
    await expect(total(page)).toContainText(/10[.,]34/)
    // Currencies are read; what can't be read stays, with its error, and nothing is ordered without it.
    await tip.fill('2,5 €')
    await tip.blur()
    await expect(tip).toHaveValue('2.50')
    await tip.fill('2,5,0')
    await tip.blur()
    await expect(tip).toHaveValue('2,5,0')
    await expect(tip).toHaveAccessibleDescription(/^Enter the tip as an amount/)
    await expect(placeOrder(page)).toBeDisabled()
    await tip.fill('-2')
    await tip.blur()
    await expect(tip).toHaveValue('')
    await expect(total(page)).toContainText(/9[.,]10/)
    await tip.fill('2')
    await placeOrder(page).click()
    await confirmed(page)
    expect((await newOrders(shop))[0]?.amounts).toMatchObject({ lines: 850, tax: 60, tip: 200 })
    await shop.upstream.scenario({ names: ['no-tip', 'no-invoice'] })
    await againWith(page, shop, 1)
    await expect(page.locator('[name=terms]')).toBeVisible()
    await expect(tip).toHaveCount(0)
    await expect(page.locator('[name=issueInvoice]')).toHaveCount(0)
  },
)

test(
  'a signed-in customer: the default address is preselected, points by the rule, an invoice',
  { tag: '@phone' },
  async ({ page, shop }) => {
    // Ada has points worth 12.50.
    await withMargheritas(page, shop)
    await visitAs(page, shop, 'ada@example.org', '/checkout')
    const points = page.locator('[name=useProfit]')
    await page.locator('[name=deliverType][value=takeaway]').check()
    await expect(points).toBeDisabled()
    await expect(points).toHaveAccessibleDescription(/Cart total has to be greater or equal then your points' amount/)
    await againWith(page, shop, 2)
    // The summary of a known customer has what may be added to the order as well.
    for (const name of ['tip', 'issueInvoice', 'notes', 'terms']) await expect(page.locator(`[name=${name}]`).first()).toBeAttached()
    await changeDetails(page)
    await page.locator('[name=deliverType][value=delivery]').check()
    await expect(page.locator('[name=addressId][value="1"]')).toBeChecked()
    await expect(points).toBeEnabled()
    await expect(total(page)).toContainText(/20[.,]87/)
    await points.check()
    // (19.50 - 12.50) and 7 %
    await expect(total(page)).toContainText(/7[.,]49/)
    await points.uncheck()
    await expect(total(page)).toContainText(/20[.,]87/)
    await points.check()
    await page.locator('[name=issueInvoice]').check()
    await page.locator('[name=paymentType][value=cash]').check()
    await page.locator('[name=terms]').check()
    await expectAccessible(page)
    await placeOrder(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thank you for your order' })).toBeVisible()
    const [order] = await newOrders(shop)
    expect(order?.amounts).toMatchObject({ lines: 1700, delivery: 250, discount: 1250, tax: 49 })
    expect(order?.submission).toMatchObject({ addressId: 1, useProfit: true, issueInvoice: true })
    await expect(page).toHaveURL(`/me/my-orders/${order?.code ?? ''}`)
  },
)

test('terms and privacy open over the checkout; one payment option for each provider', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  await expect(page.locator('[name=paymentType]')).toHaveCount(4)
  await fillGuest(page)
  await page.locator('[name=terms]').uncheck()
  await expect(placeOrder(page)).toBeDisabled()
  await expect(page.locator('#root').getByText('Please accept the terms.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Terms and conditions' }).click()
  await expect(dialog(page, 'Terms and conditions')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Terms and conditions')).toBeHidden()
  await expect(page.locator('[name=name]')).toHaveValue(guest.name)
  await page.locator('[name=terms]').check()
  await expect(placeOrder(page)).toBeEnabled()
})

test(
  'server errors: at their fields and in one focused notice with links to them, nothing lost',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await guestAtCheckout(page, shop)
    await fillGuest(page, { email: 'errors@example.org' })
    await placeOrder(page).click()
    const notice = page.getByRole('region', { name: 'Validation Error' })
    // Equal messages are shown once (CheckoutPage.test.tsx joins different messages).
    await expect(notice).toHaveText(/^Validation Error\s*This value is not accepted\.$/)
    for (const name of ['name', 'email', 'phone', 'terms', 'issueInvoice'])
      await expectFieldError(page, name, /This value is not accepted\./)
    await expect(page.getByText('This is the second message of the field.')).toHaveCount(0)
    await expect(page.locator('[name=name]')).toHaveValue(guest.name)
    await expect(notice).toBeFocused()
    await notice.getByRole('button', { name: 'This value is not accepted.' }).click()
    await expect(page.locator('[name=name]')).toBeFocused()
    expect(await newOrders(shop)).toHaveLength(0)
    await page.fill('[name=email]', guest.email)
    await placeOrder(page).click()
    await confirmed(page)
    expect(await newOrders(shop)).toHaveLength(1)
  },
)

test(
  'one price: the amount on the cart’s button is the one on Place Order, with every tax and the fee by name',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await withMargheritas(page, shop)
    // Kreuzberg adds two taxes.
    await visit(page, shop, '/', 'en', 1)
    const bar = page.getByRole('button', { name: /View cart/ })
    await expect(bar).toContainText(/9[.,]22/)
    await bar.click()
    const cart = dialog(page, 'Cart')
    const checkout = cart.getByRole('button', { name: /^Checkout/ })
    for (const line of [/^VAT \(7\s?%\)/, /^Late surcharge \(1[.,]5\s?%\)/, /^If delivered.*from.*1[.,]90/, /^Total.*9[.,]22/])
      await expect(cart.locator('dl > div').filter({ hasText: line })).toBeVisible()
    await expect(checkout).toContainText(/9[.,]22/)
    await checkout.click()
    await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
    await expect(total(page)).toContainText(/9[.,]22/)

    // What is chosen in the checkout counts in the cart.
    await page.locator('[name=deliverType][value=delivery]').check()
    await expect(page.locator('form dl > div').filter({ hasText: /^Delivery fee.*from.*1[.,]90/ })).toBeVisible()
    await page.getByRole('combobox', { name: /^Delivery area/ }).selectOption('11')
    await page.getByRole('button', { name: /^10\s?%/ }).click()
    // 8.50 + 1.90, 8.5 % of it and a tip of 1.04
    await expect(total(page)).toContainText(/12[.,]32/)
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expect(checkout).toContainText(/12[.,]32/)
  },
)

test('on phones the whole bill is open directly above the final button', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  const order = page.getByRole('region', { name: 'Your order' })
  await fillGuest(page)
  await placeOrder(page).scrollIntoViewIfNeeded()
  await expect(order.getByRole('listitem').filter({ hasText: 'Margherita' })).toBeInViewport()
  await expect(order.getByText('Total', { exact: true })).toBeInViewport()
  const [bill, button] = await Promise.all([order.boundingBox(), placeOrder(page).boundingBox()])
  const between = (button?.y ?? 0) - (bill?.y ?? 0) - (bill?.height ?? 0)
  expect(between).toBeGreaterThanOrEqual(0)
  expect(between).toBeLessThan(48)
})

test(
  'a press right after the notes is not lost: no field changes its height when it is left',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await guestAtCheckout(page, shop)
    const notes = page.locator('[name=notes]')
    const height = () => notes.evaluate((field) => field.getBoundingClientRect().height)
    const before = await height()
    await notes.focus()
    expect(await height()).toBe(before)
    const cash = page.locator('[name=paymentType][value=cash]')
    const place = () => cash.evaluate((radio) => radio.getBoundingClientRect().top + scrollY)
    const at = await place()
    await notes.blur()
    expect(await height()).toBe(before)
    expect(await place()).toBe(at)
    await page.fill('[name=email]', 'no address')
    await page.locator('[name=email]').blur()
    await expectFieldError(page, 'email', /./)
    expect(await place()).toBe(at)
  },
)

test('beside the form the total of a long order is in view', { tag: '@phone' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await visit(page, shop, '/')
  await menuIsThere(page)
  const steppers = page.getByRole('group', { name: /^Quantity of/ })
  for (let dishes = 1; dishes <= 11; dishes += 1) {
    await page.getByRole('button', { name: /^Add / }).first().press('Enter')
    await expect(steppers).toHaveCount(dishes)
  }
  await page.goto('/checkout')
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order.getByRole('listitem')).toHaveCount(11)
  // More than the height of the total is scrolled out.
  await expect.poll(() => order.evaluate((region) => region.scrollHeight - region.clientHeight)).toBeGreaterThan(60)
  await expect(order.getByText('Total', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('on its first screen the checkout requests only the dishes of the cart', { tag: '@phone' }, async ({ page, shop }) => {
  await withMargheritas(page, shop)
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requested.push(pathname)
  })
  const reviewed = page.waitForResponse(/\/api\/products\/categories\/1\/products\/101$/)
  await visit(page, shop, '/checkout')
  await expect(page.locator('[name=paymentType]').first()).toBeVisible()
  await reviewed
  // And what the cart costs, of which nothing waits.
  expect(requested.filter((path) => path !== '/api/checkout/quote')).toEqual(['/api/products/categories/1/products/101'])
})

for (const { width, lang } of [
  { width: 375, lang: 'de' },
  { width: 1440, lang: 'en' },
  { width: 1440, lang: 'ar' },
])
  test(
    `the total is shown once the taxes are known, and nothing moves when they arrive: ${lang}, ${width} px`,
    { tag: '@phone' },
    async ({ page, shop }) => {
      await page.setViewportSize({ width, height: 900 })
      await withMargheritas(page, shop, 1, lang)
      await visit(page, shop, '/login', lang)
      await expect(page.locator('[name=password]')).toBeVisible()
      const release = await holdBack(page, /\/api\/taxes$/)
      await goWithin(page, '/checkout')
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.locator('[name=paymentType]').first()).toBeVisible()
      await fontsAreThere(page)
      const button = page.locator('[data-place-order]')
      await expect(button).not.toContainText(/\d/)
      const boxes = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('main h2, main fieldset, main dl > :last-child, main form button')]
            .filter((element) => element.checkVisibility())
            .map((element) => {
              const { x, y, width: wide, height } = element.getBoundingClientRect()
              return `${element.localName} ${element.className} ${[x, y, wide, height].map(Math.round).join(' ')}`
            }),
        )
      const before = await boxes()
      expect(before.length).toBeGreaterThan(8)
      // The placeholders are where the amounts will be, in the middle of their lines.
      const offsets = await page.locator('main dl > div:has([data-waiting])').evaluateAll((rows) =>
        rows
          .filter((row) => row.checkVisibility())
          .map((row) => {
            const { top, height } = row.getBoundingClientRect()
            const bar = row.querySelector('[data-waiting]')?.getBoundingClientRect()
            return Math.abs((bar?.top ?? 0) + (bar?.height ?? 0) / 2 - top - height / 2)
          }),
      )
      expect(offsets).toHaveLength(2)
      for (const offset of offsets) expect(offset).toBeLessThan(1)
      release()
      // 8.50 and 7 % of it.
      await expect(button).toContainText(/9[.,]10/)
      expect(await boxes()).toEqual(before)
    },
  )

test('fields that are only focused show no error', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  for (const name of ['name', 'email', 'phone']) await page.locator(`[name=${name}]`).focus()
  await page.locator('[name=terms]').focus()
  await expect(page.locator('[name=name][aria-invalid], [name=email][aria-invalid], [name=phone][aria-invalid]')).toHaveCount(0)
  await page.fill('[name=email]', 'no address')
  await page.locator('[name=name]').focus()
  await expectFieldError(page, 'email', /./)
})

test('at the curbside the restaurant learns the car, and is called by one press on arrival', { tag: '@phone' }, async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['all-ways'] })
  await guestAtCheckout(page, shop)
  await fillGuest(page, { way: 'curbside' })
  await page.getByRole('textbox', { name: /^Car and number plate/ }).fill('red Fiat, B AB 123')
  await placeOrder(page).click()
  await confirmed(page)
  await expect(page.getByRole('link', { name: 'I am here: call' })).toHaveAttribute('href', 'tel:+493023125042')
  const [order] = await newOrders(shop)
  expect(order?.submission).toMatchObject({ deliverType: 'curbside', notes: expect.stringContaining('red Fiat, B AB 123') })
})

test('a double press is one order', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  await fillGuest(page)
  await expect(placeOrder(page)).toBeEnabled()
  await placeOrder(page).dblclick()
  const code = await confirmed(page)
  expect((await newOrders(shop)).map((order) => order.code)).toEqual([code])
})

test('an order that the gateway knows under another login is reported, and the cart stays', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  await fillGuest(page, { email: 'lost@example.org' })
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'We do not know whether your order arrived' })).toBeVisible()
  // From here on the gateway receives the calls as Ada's.
  const login = await page.request.post('/api/login', {
    data: { email: 'ada@example.org', password },
    headers: { 'X-Branch': shop.upstream.branches[0] ?? '' },
  })
  const { token } = (await login.json()) as { token: string }
  await page.route('**/api/checkout/v2', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: `Bearer ${token}` } }),
  )
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/checkout/v2'))
  await page.getByRole('button', { name: 'Check again' }).click()
  expect((await answer).status()).toBe(409)
  const panel = page.getByRole('region', { name: 'We do not know whether your order arrived' })
  await expect(panel).toContainText('It was sent under another login, so it can only be asked about from there.')
  await expect(panel).toContainText('your cart is still here')
  await expect(panel.getByRole('link', { name: 'Login' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('cart') ?? '{}') as { items: unknown[] }).items)).toHaveLength(1)
  expect(await newOrders(shop)).toHaveLength(1)
})

test('an unknown outcome is shown as such and nothing is sent again automatically', { tag: '@phone' }, async ({ page, shop }) => {
  await guestAtCheckout(page, shop)
  await fillGuest(page, { email: 'lost@example.org' })
  await placeOrder(page).click()
  await expect(page.getByRole('heading', { name: 'We do not know whether your order arrived' })).toBeVisible()
  await expect(page.locator('#root').getByText(/Please do not order again before you know/)).toBeVisible()
  await expect(placeOrder(page)).toBeDisabled()
  await expectAccessible(page)
  const sent = async (): Promise<number> =>
    (await shop.upstream.log()).filter((call) => call.method === 'POST' && /\/checkout(\/v2)?$/.test(call.path)).length
  expect(await sent()).toBe(1)
  expect(await newOrders(shop)).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'We do not know whether your order arrived' })).toBeVisible()
  expect(await sent()).toBe(1)
  // Under the same key the BFF reports again that the outcome is unknown: nothing is sent to the upstream, and the attempt stays open.
  const orders = await page.evaluate(() => JSON.parse(localStorage.getItem('tablefront:orders') ?? '[]') as { key: string }[])
  const key = orders[0]?.key
  expect(key).toBeDefined()
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/checkout/v2'))
  await page.getByRole('button', { name: 'Check again' }).click()
  expect((await answer).status()).toBe(504)
  expect((await answer).request().headers()['idempotency-key']).toBe(key)
  await expect(page.getByRole('heading', { name: 'We do not know whether your order arrived' })).toBeVisible()
  await expect(placeOrder(page)).toBeDisabled()
  expect(await sent()).toBe(1)
  expect(await newOrders(shop)).toHaveLength(1)
  // Only the customer can reopen the checkout.
  await page.getByRole('button', { name: 'Stop checking this order' }).click()
  await page.getByRole('alertdialog', { name: 'Stop checking this order?' }).getByRole('button', { name: 'Stop checking' }).click()
  await expect(placeOrder(page)).toBeEnabled()
})
