// Touch: a sheet is closed by dragging its handle, and the main controls are 44 px high and wide (docs/specification.md section 10).
import type { Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { addMargherita, dialog, menuIsThere, openDish, withMargheritas } from './story.ts'

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

/** Whether a touch in the area around the middle of an element, in pixels, hits it; up to `most`. */
function hit(page: Page, selector: string, most: number): Promise<string[]> {
  return page.evaluate(
    ([wanted, size]) => {
      const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
      const out: string[] = []
      for (const one of top.querySelectorAll<HTMLElement>(wanted)) {
        if (!one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) || one.matches(':disabled')) continue
        one.scrollIntoView({ block: 'center', behavior: 'instant' })
        const box = one.getBoundingClientRect()
        const x = box.x + box.width / 2
        const y = box.y + box.height / 2
        const half = size / 2 - 1
        const points = [
          [x - half, y],
          [x + half, y],
          [x, y - half],
          [x, y + half],
        ]
        const missed = points.filter(([across = 0, down = 0]) => {
          const met = document.elementFromPoint(across, down)
          return met === null || !(one.contains(met) || one.closest('label')?.contains(met) === true)
        })
        if (missed.length > 0) out.push(`${one.getAttribute('aria-label') ?? one.textContent}: ${String(box.width)}×${String(box.height)}`)
      }
      return out
    },
    [selector, most] as const,
  )
}

test('main controls are 44 px, all others 24', async ({ page, shop }) => {
  await withMargheritas(page, shop, 2)
  await visit(page, shop, '/')
  await menuIsThere(page)
  const all = 'button, select, summary, input:not([type=hidden]), [role=button]'
  const most =
    'article button, header button, [aria-label^="One more"], [aria-label^="One less"], [aria-label^="Remove"], [aria-label="Close"]'
  expect(await hit(page, most, 44)).toEqual([])
  expect(await hit(page, `main :is(${all})`, 24)).toEqual([])
  await page.locator('[class*=Cart_view]').click()
  await expect(page.locator('dialog[open] [data-line]').first()).toBeVisible()
  expect(await hit(page, most, 44)).toEqual([])
  expect(await hit(page, all, 24)).toEqual([])
  await dialog(page, /cart/i).getByRole('button', { name: 'Close' }).click()
  await addMargherita(page)
  const notice = page.getByRole('region', { name: /notice|message/i })
  await notice.getByRole('button').first().hover()
  expect(await hit(page, '[popover] button', 44)).toEqual([])
  await page.goto('/checkout')
  await expect(page.locator('main [name=terms]')).toBeVisible()
  expect(await hit(page, `main :is(${all})`, 24)).toEqual([])
})
