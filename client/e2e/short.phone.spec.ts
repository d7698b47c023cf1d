// Short viewports: with an on-screen keyboard (375×420) and in landscape (667×375) the focused field is never covered (WCAG 2.4.11).
import type { Locator, Page } from '@playwright/test'
import { reservationSheet, visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { dialog, fontsAreThere, goWithin, guest, menuIsThere, openDish, pressAndLook, withMargheritas } from './story.ts'

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

/** Backwards with the keyboard, where a header would cover what comes. */
async function backwards(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => covered(page)).toBe('')
  }
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
    await backwards(page, 6)
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

  test(`forms at ${name}: no field is covered, forwards and backwards`, async ({ page, shop }) => {
    await visitAs(page, shop, 'ada@example.org', '/contact?reservation=1')
    await page.setViewportSize(size)
    const sheet = reservationSheet(page)
    await expect(sheet.locator('[name=terms]')).toBeAttached()
    await expectClear(page, sheet.locator('[name=guests]').first())
    await sheet.getByRole('toolbar', { name: 'Day' }).getByRole('button', { name: 'Tomorrow' }).click()
    await expectClear(
      page,
      sheet
        .getByRole('toolbar', { name: /^Time on/ })
        .getByRole('button')
        .last(),
    )
    for (const field of ['reservedAt', 'name', 'email', 'phone', 'notes', 'terms'])
      await expectClear(page, sheet.locator(`[name=${field}]`))
    await backwards(page, 10)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    for (const field of ['fname', 'lname', 'email', 'subject', 'message'])
      await expectClear(page, page.locator(`main [name=${field}]`), field === 'email' ? guest.email : field)
    await backwards(page, 6)
    await goWithin(page, '/me/address-list/create')
    await expectClear(page, page.locator('main [name=q]'))
    await goWithin(page, '/me/my-profile')
    await expect(page.locator('main [name=password]')).toBeVisible()
    for (const field of ['name', 'email', 'phone', 'password']) await expectClear(page, page.locator(`main [name=${field}]`))
    await backwards(page, 6)
  })

  test(`login, register and a dish at ${name}: no field is covered`, async ({ page, shop }) => {
    await visit(page, shop, '/register')
    await page.setViewportSize(size)
    for (const field of ['name', 'email', 'phone', 'password', 'password_confirmation', 'terms'])
      await expectClear(page, page.locator(`main [name=${field}]`))
    await backwards(page, 6)
    await goWithin(page, '/login')
    // The screen before stays until the next one is loaded, and has a field of the same name.
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    for (const field of ['email', 'password']) await expectClear(page, page.locator(`main [name=${field}]`))
    await backwards(page, 2)
    await goWithin(page, '/?product=101')
    const sheet = dialog(page, 'Margherita')
    await expect(sheet.getByRole('radio').first()).toBeVisible()
    for (const field of await sheet.locator('input:not([type=hidden]), textarea').all()) await expectClear(page, field)
    await backwards(page, 3)
  })
}

for (const names of [[], ['long-texts']])
  test(`the notice after adding is complete at 400 % of 1280×1024: ${names.join() || 'a short name'}`, async ({ page, shop }) => {
    await shop.upstream.scenario({ names })
    await page.setViewportSize({ width: 320, height: 256 })
    await visit(page, shop, '/?product=101', 'de')
    const sheet = dialog(page, /^Margherita/)
    await sheet.getByRole('radio', { name: /^Klassisch dünn/ }).check()
    await pressAndLook(sheet.getByRole('button', { name: /^Hinzufügen/ }), async () => {
      const words = page.locator('[data-toasts] p').filter({ hasText: 'Zum Warenkorb hinzugefügt' })
      await expect(words).toBeVisible()
      await fontsAreThere(page)
      const hidden = (): Promise<number> =>
        words.evaluate((text) => text.getBoundingClientRect().bottom - (text.parentElement?.getBoundingClientRect().bottom ?? 0))
      await expect.poll(hidden).toBeLessThanOrEqual(0)
    })
  })
