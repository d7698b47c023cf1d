// Touch: a sheet is closed by dragging its handle, and the main controls are 44 px high and wide (docs/specification.md section 10).
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { tooSmall } from './looks.ts'
import { chooseMargherita, clockStopped, menuIsThere, openDish, pressAndLook } from './story.ts'

/** A touch at the middle of the window that moves from one height to another. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', from + ((to - from) * step) / 10)
  await touch('touchEnd')
  await session.detach()
}

test('a sheet is closed by dragging its handle', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const sheet = await openDish(page, 'Margherita')
  const top = async (): Promise<number> => Math.round((await sheet.boundingBox())?.y ?? -1)
  await expect.poll(top).toBe(32)
  // A short drag does not close it; content inside scrolls.
  await expect(async () => {
    await drag(page, 40, 60)
    expect(await sheet.evaluate((one) => one.style.transition)).toBe('')
    await expect.poll(top).toBe(32)
    await drag(page, 600, 200)
    await expect(sheet).toBeVisible()
    await drag(page, 40, 420)
    await expect(sheet).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(page).toHaveURL('/')
})

test('the notice after adding is pressed on 44 px', async ({ page, shop }) => {
  await visit(page, shop, '/')
  await menuIsThere(page)
  const notice = page.getByRole('region', { name: /notice|message/i })
  await pressAndLook(await chooseMargherita(page), () => notice.getByRole('button').first().hover())
  // The hand over it pauses its timer.
  expect(await tooSmall(page, 44, '[data-toasts] button')).toEqual([])
})

for (const size of [
  { width: 375, height: 667 },
  { width: 667, height: 375 },
])
  test(`at ${String(size.width)}×${String(size.height)} a toast over an open sheet is pressed, by hand and by keyboard`, async ({
    page,
    shop,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined })
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() } })
    })
    await page.setViewportSize(size)
    await visit(page, shop, '/')
    await menuIsThere(page)
    const sheet = await openDish(page, 'Margherita')
    const toast = page.locator('[data-toasts]').getByText('The address has been copied.')
    const close = page.locator('[data-toasts]').getByRole('button', { name: 'Hide the message' })
    const share = sheet.getByRole('button', { name: 'Share' })
    // The hand over it, and the focus in it, pause its timer.
    await pressAndLook(share, () => toast.hover())
    // It lies within the window and leaves the button of the sheet free.
    const add = sheet.getByRole('button', { name: /^Add to Cart/ })
    const [above, below] = [await close.boundingBox(), await add.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    await expect(close).toBeInViewport({ ratio: 1 })
    await close.click()
    await expect(toast).toBeHidden()
    await expect(sheet).toBeVisible()
    await clockStopped(page, async () => {
      await share.press('Enter')
      await expect(toast).toBeVisible()
      await close.focus()
    })
    await expect(close).toBeFocused()
    await close.press('Enter')
    await expect(toast).toBeHidden()
    await expect(sheet).toBeVisible()
  })
