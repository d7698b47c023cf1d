// Short viewports: with an on-screen keyboard (375×420) and in landscape (667×375) the focused field is never covered (WCAG 2.4.11).
import type { Locator, Page } from '@playwright/test'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { guest, menuIsThere, openDish, withMargheritas } from './story.ts'

const windows = [
  { width: 375, height: 420 },
  { width: 667, height: 375 },
]

const values = Object.entries(guest)

/** What covers the focused element at its edges and its middle; empty if nothing does. */
function covered(page: Page): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement
    if (field === null || field === document.body) return 'nothing has the focus'
    const box = field.getBoundingClientRect()
    const name = field.getAttribute('name') ?? field.textContent
    if (box.top < 0 || box.bottom > innerHeight) return `${name}: ${String(box.top)} to ${String(box.bottom)} of ${String(innerHeight)}`
    for (const y of [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3]) {
      const met = document.elementFromPoint((box.left + box.right) / 2, y)
      if (met === null || !(field.contains(met) || met.contains(field) || field.closest('label')?.contains(met) === true))
        return `${name}: covered by ${met?.className ?? 'nothing'}`
    }
    return ''
  })
}

async function expectClear(page: Page, field: Locator, value = ''): Promise<void> {
  // An empty field shows an error on blur, which shifts the next one.
  if (value === '') await field.focus()
  else await field.fill(value)
  await expect.poll(() => covered(page)).toBe('')
}

for (const size of windows) {
  const name = `${String(size.width)}×${String(size.height)}`
  test(`the checkout at ${name}: no field is covered by sticky elements`, async ({ page, shop }) => {
    await withMargheritas(page, shop)
    await visit(page, shop, '/checkout')
    await page.locator('[name=deliverType][value=takeaway]').check()
    await page.setViewportSize(size)
    for (const [field, value] of values) await expectClear(page, page.locator(`main [name=${field}]`), value)
    await expectClear(page, page.locator('main [name=terms]'))
    // Backwards with the keyboard, where the sticky header could cover the field.
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => covered(page)).toBe('')
    }
  })

  test(`a dish at ${name}: the content has most of the viewport`, async ({ page, shop }) => {
    await visit(page, shop, '/')
    await menuIsThere(page)
    await page.setViewportSize(size)
    const sheet = await openDish(page, 'Margherita')
    // The scrolling content has at least three fifths of the viewport.
    expect(
      await sheet.evaluate((one) => {
        const parts = [one, ...one.querySelectorAll('*')].filter(
          (part) => ['auto', 'scroll'].includes(getComputedStyle(part).overflowY) && part.scrollHeight > part.clientHeight + 1,
        )
        return Math.max(...parts.map((part) => part.clientHeight)) / innerHeight
      }),
    ).toBeGreaterThan(0.6)
    await expectClear(page, sheet.getByRole('radio', { name: /^Classic thin/ }))
  })
}
