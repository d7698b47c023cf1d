// How many presses an order takes: the first one of a guest, the second one on a device that remembers.
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { addAndPress, confirmed, dialog, guest, menuIsThere, newOrders, placeOrder, pressAndLook } from './story.ts'

/** Counts what is pressed on the page, typing not included. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => {
      sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
    })
  })
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0))
}

test('a guest’s first order takes 7 presses, the second on a remembered device 4; one press forgets', async ({ page, shop }) => {
  const presses = await countPresses(page)
  await visit(page, shop, '/')
  await menuIsThere(page)
  await addAndPress(page.getByRole('button', { name: /^Add / }).first(), 'Checkout')
  const entry = dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' })
  await entry.click()
  await page.locator('label', { has: page.locator('[name=deliverType][value=takeaway]') }).click()
  await page.fill('[name=name]', guest.name)
  await page.fill('[name=email]', guest.email)
  await page.fill('[name=phone]', guest.phone)
  await page.locator('label', { has: page.locator('[name=paymentType][value=cash]') }).click()
  const terms = page.locator('label', { has: page.locator('[name=terms]') })
  await terms.click({ position: { x: 12, y: 20 } })
  // Nothing is remembered unless the guest wants it. By keyboard, since the order does not need it.
  await expect(page.locator('[name=remember]')).not.toBeChecked()
  await page.locator('[name=remember]').press('Space')
  await placeOrder(page).click()
  await confirmed(page)
  expect(await presses()).toBe(7)

  await page.evaluate(() => {
    // Yesterday's order.
    const orders = JSON.parse(localStorage.getItem('tablefront:guest-orders') ?? '[]') as { order: { createdAt: string } }[]
    for (const { order } of orders) order.createdAt = new Date(Date.parse(order.createdAt) - 86_400_000).toISOString()
    localStorage.setItem('tablefront:guest-orders', JSON.stringify(orders))
    sessionStorage.setItem('presses', '0')
  })
  await page.goto('/')
  const strip = page.getByRole('region', { name: 'Your orders' })
  await expect(strip).toContainText(/1\s×\s.+ · €/)
  await strip.getByRole('button', { name: /^Again: .1.×/ }).click()
  await entry.click()
  await expect(page.locator('[name=email]')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText(guest.email)
  await terms.click({ position: { x: 12, y: 20 } })
  await placeOrder(page).click()
  await confirmed(page)
  expect(await presses()).toBe(4)
  const [first, second] = await newOrders(shop)
  expect(second?.submission.phone).toBe('+493023125150')
  expect(second?.amounts).toEqual(first?.amounts)

  // The order under way is at home with its time, and in the menu of the side.
  await page.goto('/')
  await expect(strip).toContainText(second?.code ?? '')
  await expect(strip).toContainText(/ordered at \d+:\d+.* · A-\d/)
  await page.getByRole('banner').getByRole('button', { name: 'Open the menu' }).click()
  await dialog(page, 'Navigation').getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('link', { name: second?.code ?? '' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order again' })).toHaveCount(2)

  // In another language the same dishes are found.
  await page.evaluate(() => localStorage.setItem('lang', 'de'))
  await page.context().addCookies([{ name: 'lang', value: 'de', url: shop.url }])
  await page.goto('/')
  await page.getByRole('region', { name: 'Ihre Bestellungen' }).getByRole('link').click()
  await pressAndLook(page.getByRole('button', { name: 'Noch einmal bestellen' }), () =>
    expect(page.locator('[data-toasts]')).toContainText(/Warenkorb/),
  )
  await page.evaluate(() => localStorage.setItem('lang', 'en'))
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Change' }).first().click()
  await page.locator('label', { has: page.locator('[name=remember]') }).click({ position: { x: 12, y: 20 } })
  expect(await page.evaluate(() => localStorage.getItem('tablefront:remembered'))).toBeNull()
})

test('the price of the last order is not cut, however many dishes it has', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/')
  const words = page.getByRole('region', { name: 'Your orders' }).getByRole('paragraph')
  await expect(words).toContainText(/ · €\d+\.\d\d$/)
  const [seen, price] = await words.evaluate((paragraph) => {
    const text = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    while (text.nextNode()) if (text.currentNode.nodeValue?.includes('€') === true) break
    const range = document.createRange()
    range.selectNodeContents(text.currentNode)
    range.setStart(text.currentNode, text.currentNode.nodeValue?.indexOf('€') ?? 0)
    return [paragraph.getBoundingClientRect().right, range.getBoundingClientRect().right]
  })
  expect(price).toBeLessThanOrEqual(seen)
})
