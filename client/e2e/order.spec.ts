// A guest orders by pointer, by keyboard alone, and at 320 px (docs/specification.md sections 2, 4, 5).
import { visit } from './customer.ts'
import { expect, test, withLanguage } from './harness.ts'
import {
  chooseMargherita,
  confirmed,
  continueAsGuest,
  dialog,
  expectNoSidewaysScroll,
  fillGuest,
  guest,
  menuIsThere,
  newOrders,
  openDish,
  placeOrder,
  pressAndLook,
} from './story.ts'

// With a tax, so that its line and sums are checked too.
test.beforeEach(({ shop }) => shop.upstream.scenario({ names: ['net-prices'] }))

test(
  'a guest picks a branch, chooses a dish with a required option and orders; the upstream has it',
  { tag: ['@phone', '@laravel'] },
  async ({ page, shop }) => {
    await withLanguage(page, shop, 'en')
    await page.goto('/')
    await expect(page).toHaveURL('/select-branch')
    const branch = page.getByRole('combobox', { name: 'Branch' })
    await expect(branch).toHaveAttribute('name', 'branch')
    await branch.selectOption(shop.upstream.branches[0] ?? '')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/')
    expect(await page.evaluate(() => localStorage.getItem('branchUrl'))).toBe(shop.upstream.branches[0])
    // The page itself is the branch's, not another's that the application corrects.
    const boot = (await page.locator('#boot').textContent()) ?? '{}'
    expect((JSON.parse(boot) as { branch?: string }).branch).toBe(shop.upstream.branches[0])
    await menuIsThere(page)

    const sheet = await openDish(page, 'Margherita')
    await expect(sheet.getByRole('button', { name: /^Add to Cart/ })).toBeDisabled()
    await expect(sheet.getByRole('button', { name: 'Please choose: Dough' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    await pressAndLook(await chooseMargherita(page), async () => {
      await expect(sheet).toBeHidden()
      const toasts = page.locator('[data-toasts]')
      await expect(toasts.getByText('Product has been added to your cart')).toBeVisible()
      await toasts.getByRole('button', { name: 'Checkout', exact: true }).click()
    })
    await continueAsGuest(page)
    await expect(placeOrder(page)).toBeDisabled()
    await fillGuest(page)
    await expect(placeOrder(page)).toBeEnabled()
    await placeOrder(page).click()
    const code = await confirmed(page)

    const orders = await newOrders(shop)
    expect(orders.map((order) => order.code)).toEqual([code])
    const held = orders[0]?.submission
    expect(held).toMatchObject({
      name: guest.name,
      email: guest.email,
      deliverType: 'takeaway',
      takeaway: true,
      deliverAt: 'now',
      paymentType: 'cash',
      terms: true,
      cart: { source: 'web', price: 8.5, delivery: 0, discount: 0, tip: 0, taxPercent: 7, tax: 0.6, total: 9.1 },
    })
    expect(held?.cart.items).toMatchObject([{ type: 'productItem', productId: 101, qty: 1, price: 8.5, optionIds: [{ variantId: 10 }] }])
    // The cart is empty afterwards, and nothing of it is left in the browser.
    expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()
    // The confirmation is there after a reload, and a new visit begins without the order.
    await page.reload()
    await expect(page.getByText(code).first()).toBeVisible()
  },
)

test('the same by keyboard only', { tag: '@desktop' }, async ({ page, shop }) => {
  await withLanguage(page, shop, 'en')
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: 'Branch' })).toBeVisible()

  /** Presses Tab until the control has the focus, at most `most` times. */
  const tabTo = async (what: string, matches: () => Promise<boolean>, most = 80): Promise<void> => {
    for (let presses = 0; presses < most; presses += 1) {
      if (await matches()) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`${what} could not be reached by the tab key`)
  }
  const focused = (selector: string) => () => page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)
  const words = () =>
    page.evaluate(() => {
      const element = document.activeElement
      return (element?.getAttribute('aria-label') ?? (element?.matches('a, button') ? element.textContent : element?.tagName) ?? '').trim()
    })
  const named = (name: RegExp) => async () => name.test(await words())

  await tabTo('branch', focused('[name=branch]'))
  await page.keyboard.press('ArrowDown')
  const branch = page.getByRole('combobox', { name: 'Branch' })
  if ((await branch.inputValue()) !== shop.upstream.branches[0]) await branch.press('Home')
  await tabTo('Continue', named(/^Continue$/))
  await page.keyboard.press('Enter')
  await menuIsThere(page)

  // The skip link skips the header; the dish is a link, and its sheet receives the focus.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo('Margherita', named(/^Margherita$/))
  await page.keyboard.press('Enter')
  const sheet = dialog(page, 'Margherita')
  await expect(sheet).toBeVisible()
  await tabTo('the way to the missing group', named(/^Please choose: Dough/))
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('radio', { name: /^Classic thin/ })).toBeFocused()
  await page.keyboard.press('Space')
  await tabTo('Add to Cart', named(/^Add to Cart/))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  // The focus is back on the dish.
  await expect.poll(words).toBe('Margherita')

  await tabTo('Checkout', named(/^Checkout/), 200)
  await page.keyboard.press('Enter')
  const entry = dialog(page, 'Login or continue as guest?')
  await expect(entry).toBeVisible()
  await tabTo('Checkout as Guest', named(/^Checkout as Guest$/))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.locator('[name=paymentType]').first()).toBeAttached()

  await tabTo('deliver type', focused('[name=deliverType]'))
  for (let presses = 0; presses < 3 && !(await page.locator('[name=deliverType][value=takeaway]').isChecked()); presses += 1)
    await page.keyboard.press('ArrowDown')
  await tabTo('name', focused('[name=name]'))
  await page.keyboard.type(guest.name)
  await tabTo('email', focused('[name=email]'))
  await page.keyboard.type(guest.email)
  await tabTo('phone', focused('[name=phone]'))
  await page.keyboard.type(guest.phone)
  await tabTo('payment', focused('[name=paymentType]'))
  await page.keyboard.press('Space')
  await tabTo('terms', focused('[name=terms]'))
  await page.keyboard.press('Space')
  await expect(placeOrder(page)).toBeEnabled()
  await tabTo('Place Order', named(/^Place Order/))
  await page.keyboard.press('Enter')
  const code = await confirmed(page)
  // The confirmation is a screen of its own, scrolled to the top.
  await expect(page.locator('main')).toBeFocused()
  expect((await newOrders(shop)).map((order) => order.code)).toEqual([code])
})

test('the same at 320 px, without sideways scrolling anywhere', { tag: '@phone' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await expectNoSidewaysScroll(page)
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /View cart/ }).click()
  const cart = dialog(page, 'Cart')
  await expect(cart.getByText('Margherita')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await cart.getByRole('button', { name: /^Checkout/ }).click()
  await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await fillGuest(page)
  await expectNoSidewaysScroll(page)
  await placeOrder(page).click()
  const code = await confirmed(page)
  await expectNoSidewaysScroll(page)
  expect((await newOrders(shop)).map((order) => order.code)).toEqual([code])
})
