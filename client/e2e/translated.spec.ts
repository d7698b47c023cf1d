// A page that the browser translates: it replaces each text by elements of its own, and the shop goes on (client/src/jsx/texts.ts).
import type { Page } from '@playwright/test'
import { translateAsBrowser } from '../src/test-translate.ts'
import { password, visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { confirmed, dialog, fillGuest, goWithin, newOrders, openCart, openDish, placeOrder } from './story.ts'

/** The browser translates this page and the next ones: what is there, and what comes. */
const translated = (page: Page): Promise<unknown> =>
  page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translateAsBrowser.toString()})(document.body))`)

test('an order: a required choice, the quantity, the cart, the checkout', { tag: '@phone' }, async ({ page, shop }) => {
  await translated(page)
  await visit(page, shop, '/')
  const sheet = await openDish(page, 'Margherita')
  await sheet.getByRole('radio', { name: /^Classic thin/ }).check()
  await expect(sheet.getByText('Chosen').first()).toBeVisible()
  const add = sheet.getByRole('button', { name: /^Add to Cart/ })
  await expect(add).toContainText('8.50')
  await sheet.getByRole('button', { name: /^One more/ }).click()
  await expect(add).toContainText('17.00')
  await add.click()
  await expect(sheet).toBeHidden()
  const cart = await openCart(page)
  await expect(cart).toContainText('17.00')
  await cart.getByRole('button', { name: /^One more/ }).click()
  await expect(cart).toContainText('25.50')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, items: 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openDish(page, 'Margherita')
  await page.keyboard.press('Escape')
  await goWithin(page, '/checkout')
  await expect(placeOrder(page)).toContainText('25.50')
  await fillGuest(page)
  await page
    .getByRole('button', { name: '10%' })
    .or(page.getByRole('button', { name: /^10 ?%/ }))
    .first()
    .click()
  await expect(placeOrder(page)).toContainText('28.05')
  await placeOrder(page).click()
  await confirmed(page)
  expect((await newOrders(shop))[0]?.amounts).toMatchObject({ lines: 2550, tip: 255 })
})

test('search, a reservation, a login and the account', { tag: '@phone' }, async ({ page, shop }) => {
  await translated(page)
  await visit(page, shop, '/')
  const search = page.locator('[name=search]')
  await search.fill('margher')
  await expect(page.getByRole('link', { name: 'Margherita' }).first()).toBeVisible()
  await search.fill('zzzz')
  await expect(page.getByRole('main')).toContainText('zzzz')
  await search.fill('')
  await goWithin(page, '/?reservation=1')
  await dialog(page, 'Reservation').getByRole('button', { name: 'Reserve' }).waitFor()
  await goWithin(page, '/login')
  await page.locator('main [name=email]').fill('ada@example.org')
  await page.locator('main [name=password]').fill('wrong')
  await page.locator('main [name=password]').press('Enter')
  await expect(page.locator('main [name=email]')).toHaveAccessibleDescription(/\S/)
  await page.locator('main [name=password]').fill(password)
  await page.locator('main [name=password]').press('Enter')
  await expect(page).toHaveURL('/')
  for (const path of ['/me/my-profile', '/me/my-orders', '/me/address-list', '/me/my-transactions/transaction-history', '/contact']) {
    await goWithin(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await goWithin(page, '/me/my-orders')
  await page.getByRole('main').getByRole('link', { name: /A-/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your order')
})
