// The focus is never lost, a double press counts once, and no error shows before a field was edited.
import { withMargheritas, addMargherita, clockStopped, dialog, holdBack, menuIsThere, openDish } from './story.ts'
import { reservationSheet, visit, visitAs } from './customer.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './harness.ts'

test('"+" moves the focus to the stepper, the last "−" moves it back', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const cards = page.locator('article')
  const first = cards.getByRole('button', { name: /^Add / }).first()
  const name = ((await first.getAttribute('aria-label')) ?? '').replace(/^Add /, '')
  // By its name: a category above it may come meanwhile, and then another one is the first.
  await cards.getByRole('button', { name: `Add ${name}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(cards.getByRole('button', { name: `One more ${name}` })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(cards.getByRole('button', { name: `Add ${name}` })).toBeFocused()
})

test('removing a line moves the focus to Undo, and Undo to the restored line', async ({ page, shop }) => {
  await withMargheritas(page, shop)
  await visit(page, shop, '/contact')
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click()
  const cart = dialog(page, /cart/i)
  await cart.getByRole('button', { name: 'One more Margherita' }).click()
  await cart.getByRole('button', { name: 'One less Margherita' }).click()
  // The button removes the last piece, and keeps the focus.
  await expect(cart.getByRole('button', { name: 'Remove Margherita' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cart.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cart.getByRole('link', { name: 'Change Margherita' })).toBeFocused()
})

const pieces = (page: Page): Promise<number> =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart') ?? '{}') as { items: { qty: number }[] }).items.reduce((sum, { qty }) => sum + qty, 0),
  )

test('a double press on Add to Cart or on Close is one press', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await menuIsThere(page)
  let sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await sheet.getByRole('button', { name: /^Add to Cart/ }).dblclick()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect.poll(() => pieces(page)).toBe(1)
  sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('button', { name: 'Close' }).dblclick()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/')
  // The second press comes when the sheet has closed: it is not one on the dish below.
  const below = await page.getByRole('main').getByRole('link', { name: 'Salami', exact: true }).first().boundingBox()
  sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await page.mouse.move((below?.x ?? 0) + 5, (below?.y ?? 0) + 5)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page).toHaveURL('/')
  // The next one can be added.
  await addMargherita(page)
  await expect.poll(() => pieces(page)).toBe(2)
})

test('a double press on Order again adds the order once, also where a phone counts two single presses', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/me/my-orders')
  const again = page.getByRole('button', { name: 'Order again' }).first()
  await expect(again).toBeEnabled()
  await clockStopped(page, async () => {
    await again.click()
    await expect(page.locator('[data-toasts]').getByText('Your order is in the cart again.')).toBeVisible()
    const once = await pieces(page)
    expect(once).toBeGreaterThan(0)
    await again.click()
    // A later press adds it again: the second one has added nothing.
    await page.clock.runFor(1000)
    await again.click()
    await expect.poll(() => pieces(page)).toBe(2 * once)
  })
})

test('a double press on Add to Cart is one press on a page that stands still after the first', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await menuIsThere(page)
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await page.evaluate(() => {
    const stall = (): void => {
      const end = performance.now() + 1500
      while (performance.now() < end);
    }
    window.addEventListener('click', stall, { once: true })
  })
  await sheet.getByRole('button', { name: /^Add to Cart/ }).dblclick()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect.poll(() => pieces(page)).toBe(1)
})

test('a reservation opens without an error', async ({ page, shop }) => {
  await visit(page, shop, '/?reservation=1')
  const sheet = reservationSheet(page)
  await expect(sheet.locator('[name=guests]').first()).toBeVisible()
  await expect(sheet).toBeFocused()
  await expect(sheet.locator('[aria-invalid=true]')).toHaveCount(0)
})

test('a menu that is opened while the next screen is loading stays open when it comes', async ({ page, shop }) => {
  const release = await holdBack(page, /\/assets\/ContactPage-.*\.js$/)
  await visitAs(page, shop, 'ada@example.org', '/')
  await menuIsThere(page)
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Contact Us' }).click()
  await header.getByRole('button', { name: /My Account/ }).click()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
})
