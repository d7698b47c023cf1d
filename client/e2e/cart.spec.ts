// The cart: quantities, storage, undo, two tabs, a changed menu, one cart per branch (docs/specification.md sections 2, 4, 5, 9).
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, withLanguage } from './harness.ts'
import { addMargherita, clockStopped, dialog, fontsAreThere, holdBack, menuIsThere, openCart, withMargheritas } from './story.ts'

const stored = (page: Page): Promise<{ productId?: number; menuId?: number; qty: number }[]> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('cart') ?? '{"items":[]}') as { items: { qty: number }[] }).items)

/** The side panel is modal on narrow screens: it is closed before the menu is used. */
async function closeCart(page: Page): Promise<void> {
  const panel = dialog(page, 'Cart')
  if (await panel.isVisible()) await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
}

test(
  'lines show every choice; a product’s quantity exceeds six by its button but not by typing; undo; survives a reload',
  { tag: '@phone' },
  async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    await addMargherita(page, /^Wholegrain spelt/)
    const cart = await openCart(page)
    await expect(cart.getByText('26 cm')).toBeVisible()
    await expect(cart.getByText(/Dough: Wholegrain spelt/)).toBeVisible()
    const qty = cart.getByRole('spinbutton', { name: 'Quantity of Margherita' })
    // The last piece is removed.
    await expect(cart.getByRole('button', { name: 'One less Margherita' })).toHaveCount(0)
    await expect(cart.getByRole('button', { name: 'Remove Margherita' })).toBeEnabled()
    for (let presses = 0; presses < 6; presses += 1) await cart.getByRole('button', { name: 'One more Margherita' }).click()
    await expect(qty).toHaveValue('7')
    await qty.fill('8')
    await clockStopped(page, async () => {
      await qty.press('Enter')
      // What was reached by the button is not lowered by a typed number that is too large.
      await expect(page.locator('[data-toasts]').getByText('At most 6 can be entered here.')).toBeVisible()
    })
    await expect(qty).toHaveValue('7')
    await qty.fill('6')
    await qty.press('Enter')
    // The wheel over the focused number scrolls, and orders nothing less.
    await qty.hover()
    await page.mouse.wheel(0, 300)
    await page.mouse.wheel(0, 300)
    await expect(qty).not.toBeFocused()
    await expect(qty).toHaveValue('6')
    await qty.fill('0')
    await qty.press('Enter')
    await expect(qty).toHaveValue('1')
    await expect(cart.getByRole('button', { name: /^Checkout/ })).toContainText(/9[.,]50/)

    await cart.getByRole('button', { name: 'Remove Margherita' }).click()
    await expect(cart.getByText('Your cart is empty')).toBeVisible()
    await expect(cart.getByRole('button', { name: /^Checkout/ })).toHaveCount(0)
    await cart.getByRole('button', { name: 'Undo' }).click()
    await expect(cart.getByRole('link', { name: 'Change Margherita' })).toBeVisible()
    await page.reload()
    await expect((await openCart(page)).getByRole('link', { name: 'Change Margherita' })).toBeVisible()
  },
)

test('the panel opens and closes; on phones by the bar at the bottom', async ({ page, shop }, info) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  if (info.project.name === 'phone') {
    await page.getByRole('button', { name: /View cart.*8[.,]50/ }).click()
    await expect(dialog(page, 'Cart')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Cart')).toBeHidden()
  } else {
    // Beside the menu the docked cart is focused; on other screens the panel opens.
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
    await expect(page.getByRole('complementary', { name: 'Cart' })).toBeFocused()
    await page.goto('/contact')
    await page.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' }).click()
    await expect(dialog(page, 'Cart').getByRole('link', { name: 'Change Margherita' })).toBeVisible()
    await dialog(page, 'Cart').getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page, 'Cart')).toBeHidden()
  }
})

test('the cart keeps its lines until it has moved away', { tag: '@phone' }, async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  await page.getByRole('button', { name: /View cart/ }).click()
  const cart = dialog(page, 'Cart')
  await expect(cart.getByRole('link', { name: 'Change Margherita' })).toBeVisible()
  // What is in the panel two frames after the press that closes it, while it moves.
  const closing = await cart.evaluate(async (panel: HTMLDialogElement) => {
    panel.querySelector<HTMLElement>('header > button')?.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { open: panel.open, moving: panel.getAnimations().length > 0, lines: panel.querySelectorAll('[data-line]').length }
  })
  expect(closing).toEqual({ open: false, moving: true, lines: 1 })
  await expect(page.locator('dialog [data-line]')).toHaveCount(0)
})

test(
  'a press on the cart before its column is loaded does not show the cart twice: the column replaces the panel',
  { tag: '@desktop' },
  async ({ page, shop }) => {
    const release = await holdBack(page, /CartDock/)
    await withMargheritas(page, shop)
    await visit(page, shop, '/')
    await menuIsThere(page)
    await page.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' }).click()
    await expect(dialog(page, 'Cart').getByRole('link', { name: 'Change Margherita' })).toBeVisible()
    release()
    await expect(page.getByRole('complementary', { name: 'Cart' })).toBeFocused()
    await expect(dialog(page, 'Cart')).toBeHidden()
  },
)

test('CART_REMINDER decides at the start of a visit whether the saved cart is restored', { tag: '@phone' }, async ({ page, shop }) => {
  // As a tab that the browser has put to sleep: it hears nothing of the others.
  await page.addInitScript(() => window.addEventListener('storage', (event) => event.stopImmediatePropagation()))
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  const second = await page.context().newPage()
  await second.goto('/')
  await menuIsThere(second)
  expect(await stored(second)).toHaveLength(1)
  await second.close()
  await shop.upstream.scenario({ names: ['cart-forgotten'] })
  // While the shop is open in one tab, another tab does not count as a new visit.
  const third = await page.context().newPage()
  await third.goto('/')
  await menuIsThere(third)
  expect(await stored(third)).toHaveLength(1)
  await third.close()
  await page.evaluate(() => localStorage.setItem('cart@https://parked.example', localStorage.getItem('cart') ?? ''))
  const fourth = await page.context().newPage()
  await page.close()
  await fourth.goto('/')
  await menuIsThere(fourth)
  await expect.poll(() => stored(fourth)).toEqual([])
  expect(await fourth.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cart')))).toEqual([])
})

test('two tabs agree', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const other = await page.context().newPage()
  await other.goto('/')
  await menuIsThere(other)
  await addMargherita(page)
  await expect(other.getByRole('banner').getByRole('button', { name: 'Cart, items: 1' })).toBeVisible()
  await addMargherita(other)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 2' })).toBeVisible()
})

test('a corrupted cart, and a browser that stores nothing, do not stop the shop', { tag: '@phone' }, async ({ page, shop }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken') === null) {
      localStorage.setItem('cart', '{"items":[{"type":"productItem","qty":"a lot"},7,null')
      localStorage.setItem('tablefront:delivery', '[]]')
      sessionStorage.setItem('broken', '1')
    }
  })
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  expect(await stored(page)).toHaveLength(1)

  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.reload()
  await expect(
    page.locator('#root').getByText('Your browser does not store data for this site: your cart is kept only for this visit.'),
  ).toBeVisible()
  await menuIsThere(page)
  await addMargherita(page)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 2' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a changed menu: old and new prices, unavailable dishes, and one button to accept', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addMargherita(page)
  const sheet = page.getByRole('dialog', { name: 'Salami' })
  await page.getByRole('main').getByRole('link', { name: 'Salami', exact: true }).click()
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(sheet).toBeHidden()

  await shop.upstream.scenario({ names: ['menu-changed'] })
  await page.goto('/')
  const cart = await openCart(page)
  const line = (name: string) => cart.locator('[data-line]').filter({ hasText: name })
  await expect(line('Margherita')).toContainText(/9[.,]50/)
  await expect(line('Margherita')).toContainText(/8[.,]50/)
  await expect(line('Salami')).toContainText('no longer available')
  await expectAccessible(page)

  // The checkout is blocked until the changes are accepted.
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: /^Place Order/ })).toBeDisabled()
  await page.goto('/')
  await (await openCart(page)).getByRole('button', { name: 'Apply changes and remove the rest' }).click()
  await expect(line('Salami')).toBeHidden()
  await expect.poll(() => stored(page)).toMatchObject([{ productId: 101 }])
  await expect(cart.getByRole('button', { name: /^Checkout/ })).toContainText(/9[.,]50/)
})

test('each branch has its own cart: nothing is mixed or lost', { tag: '@phone' }, async ({ page, shop }) => {
  await withLanguage(page, shop, 'en')
  await page.goto('/select-branch')
  const choose = async (index: number): Promise<void> => {
    await page.getByRole('combobox', { name: 'Branch' }).selectOption(shop.upstream.branches[index] ?? '')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL('/')
  }
  await choose(0)
  await menuIsThere(page)
  await addMargherita(page)
  await page.goto('/select-branch')
  await expect(page.getByText('Your branch')).toBeVisible()
  await choose(1)
  await expect(page.getByRole('heading', { level: 1, name: 'Glut & Löffel' })).toBeVisible()
  expect(await stored(page)).toEqual([])
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
  // What of it is here too can be taken along.
  await page.getByRole('button', { name: /^Take along: .1.×.Margherita/ }).click()
  await expect.poll(() => stored(page)).toMatchObject([{ productId: 101, qty: 1 }])
  await expect(page.getByRole('button', { name: /^Take along/ })).toHaveCount(0)
  await page.goto('/select-branch')
  await choose(0)
  await menuIsThere(page)
  expect(await stored(page)).toMatchObject([{ productId: 101, qty: 1 }])
  await closeCart(page)
})

test('a press counts while the other branches tell what of the cart is there: nothing moves', { tag: '@phone' }, async ({ page, shop }) => {
  await withMargheritas(page, shop)
  const answer = await holdBack(page, /\/api\/(settings|products\/menus)$/)
  await visit(page, shop, '/select-branch')
  const branch = page.getByRole('combobox', { name: 'Branch' })
  await branch.selectOption(shop.upstream.branches[1] ?? '')
  await page.getByRole('button', { name: 'Continue', exact: true }).hover()
  const place = (await branch.boundingBox())?.y
  await page.mouse.down()
  answer()
  await expect(page.getByText(/in your cart is there/)).toHaveCount(2)
  await expect(page.getByText(/^Oranienstra/)).toBeVisible()
  expect((await branch.boundingBox())?.y).toBe(place)
  await page.mouse.up()
  await expect(page).toHaveURL('/')
})

test('the branches say what there is to eat, and who delivers to a postcode', { tag: '@phone' }, async ({ page, shop }) => {
  await withLanguage(page, shop, 'en')
  await page.goto('/select-branch')
  const card = (name: RegExp) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
  await expect(card(/Mitte/)).toContainText('Starters and soups · ')
  await page.getByRole('textbox', { name: 'Your postcode' }).fill('10999')
  await expect(card(/Kreuzberg/)).toContainText(/Delivers to 10999 · Minimum order .*10.* · Delivery .*1.90/)
  await expect(card(/Mitte/)).toContainText('Does not deliver to 10999')
  await page.getByRole('textbox', { name: 'Your postcode' }).fill('1099')
  await expect(page.getByText(/eliver to/)).toHaveCount(0)
})

test.describe('suggestions', () => {
  test(
    'below the minimum order three dishes are suggested, added by one press and undone; then those up to free delivery',
    { tag: '@phone' },
    async ({ page, shop }) => {
      await withMargheritas(page, shop)
      await visit(page, shop, '/')
      await menuIsThere(page)
      await page.locator('main button[aria-haspopup=dialog]').first().click()
      const strip = dialog(page, 'How would you like it?')
      await strip.getByRole('radio', { name: 'Delivery' }).check()
      await strip.locator('[name=areaId]').selectOption('1')
      await strip.getByRole('button', { name: 'Done' }).click()

      const cart = await openCart(page)
      await expect(cart.getByText(/3[.,]50.*to the minimum order/)).toBeVisible()
      const offers = cart.getByRole('list', { name: 'You could add' }).getByRole('button')
      await expect(offers).toHaveCount(3)
      await expectAccessible(page)
      const first = (await offers.first().getAttribute('aria-label')) ?? ''
      await offers.first().focus()
      await page.keyboard.press('Enter')
      await expect(cart.getByText(/to free delivery/)).toBeVisible()
      expect(await stored(page)).toHaveLength(2)
      // The suggestions for the next gap replace it; dishes in the cart are not suggested again.
      await expect(cart.getByRole('button', { name: first })).toHaveCount(0)
      await expect(offers).toHaveCount(3)
      await expect(cart.getByRole('button', { name: 'Undo' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(cart.getByRole('button', { name: first })).toBeFocused()
      expect(await stored(page)).toHaveLength(1)
      // It works offline: nothing is requested.
      await page.context().setOffline(true)
      await offers.last().click()
      expect(await stored(page)).toHaveLength(2)
      await page.context().setOffline(false)
    },
  )

  test('suggestions and ways to pay that come late move nothing', async ({ page, shop }) => {
    await withMargheritas(page, shop)
    const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
    await page.addInitScript((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
    const release = await holdBack(page, /categories\/4\/products|payment-providers/)
    await visit(page, shop, '/')
    await menuIsThere(page)
    const cart = await openCart(page)
    await expect(cart.getByText(/to the minimum order/)).toBeVisible()
    await expect(cart.getByText('We deliver to:')).toBeVisible()
    await fontsAreThere(page)
    const checkout = cart.getByRole('button', { name: /^Checkout .*\d/ })
    const before = await checkout.boundingBox()
    const held = await cart.getByText(/^(?:You could add|We accept:)/).count()
    release()
    await expect(cart.getByText('We accept:')).toBeVisible()
    await expect(cart.getByRole('list', { name: 'You could add' }).getByRole('button')).toHaveCount(3)
    expect([held, await checkout.boundingBox()]).toEqual([0, before])
  })

  test('the suggestions fit a narrow screen in right-to-left text', { tag: '@phone' }, async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await withMargheritas(page, shop, 1, 'ar')
    const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
    await page.addInitScript((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
    await visit(page, shop, '/', 'ar')
    await page.getByRole('button', { name: /عرض السلة/ }).click()
    const panel = page.getByRole('dialog')
    const dishes = panel.locator('[data-dish]')
    await expect(dishes).toHaveCount(3)
    expect(await panel.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
    await dishes.last().press('Enter')
    await expect(panel.locator('[data-dish=undo]')).toBeFocused()
    expect(await panel.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  })
})
