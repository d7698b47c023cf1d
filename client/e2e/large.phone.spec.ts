// Text at 200 % on phones: nothing scrolls sideways, is cut off or overlaps (WCAG 1.4.4).
import type { Page } from '@playwright/test'
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { overflows } from './looks.ts'
import { addMargherita, dialog, menuIsThere, withMargheritas } from './story.ts'

/** Texts that overlap other texts, in the open dialog or on the page. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body
    const seen: { text: string; box: DOMRect; of: Element }[] = []
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const of = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (of === null || text === '' || of.closest('svg, option, [aria-hidden=true]') !== null) continue
      // Off-screen content is not laid out (content-visibility).
      if (!of.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) || of.closest('[popover], [data-over]') !== null)
        continue
      // Visually hidden texts do not count.
      if (getComputedStyle(of).clipPath !== 'none') continue
      let fixed: Element | null = of
      while (fixed !== null && !['fixed', 'sticky'].includes(getComputedStyle(fixed).position))
        fixed = fixed === top ? null : fixed.parentElement
      if (fixed !== null) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 3 && box.height > 3) seen.push({ text, box, of })
    }
    const out: string[] = []
    for (const [at, one] of seen.entries())
      for (const other of seen.slice(at + 1)) {
        if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (across > 4 && down > Math.min(one.box.height, other.box.height) * 0.4) out.push(`“${one.text}” and “${other.text}” overlap`)
      }
    return [...new Set(out)].slice(0, 8)
  })
}

/** The parts of the dialog's footer that are cut off. */
function cutFeet(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('dialog[open] footer')]
      .filter((foot) => foot.scrollWidth > foot.clientWidth)
      .map((foot) => `the foot is ${String(foot.clientWidth)} px wide and needs ${String(foot.scrollWidth)}`),
  )
}

/** Looks at what is shown with text twice as large, at 375 and 320 px. */
async function large(page: Page, name: string): Promise<void> {
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 812 })
    if (process.env['E2E_PICTURES']) await page.screenshot({ path: `${process.env['E2E_PICTURES']}/large-${name}-${String(width)}.png` })
    await expect(
      async () => expect([...(await overflows(page)), ...(await overlaps(page)), ...(await cutFeet(page))]).toEqual([]),
      `${name}, ${String(width)} px`,
    ).toPass({ timeout: 5000 })
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width: 375, height: 812 })
}

for (const lang of ['de', 'ar'])
  test(`twice as large: menu, sheets and cart in ${lang}`, async ({ page, shop }) => {
    await withMargheritas(page, shop, 2)
    await visit(page, shop, '/', lang)
    await menuIsThere(page)
    await large(page, `menu-${lang}`)
    await page.goto('/?product=101')
    await expect(dialog(page, 'Margherita')).toBeVisible()
    await large(page, `dish-${lang}`)
    await page.goto('/')
    await menuIsThere(page)
    await page.locator('#menus a[data-card]').first().click()
    await expect(page.locator('dialog[open]')).toBeVisible()
    await large(page, `combo-${lang}`)
    await page.goto('/')
    await menuIsThere(page)
    await page.locator('[class*=Cart_view]').click()
    await expect(page.locator('dialog[open] [data-line]')).toBeVisible()
    await large(page, `cart-${lang}`)
    // The same with dishes that close the gap to free delivery.
    const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
    await page.evaluate((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
    await page.goto('/')
    await page.locator('[class*=Cart_view]').click()
    await expect(page.locator('dialog[open] [data-dish]')).toHaveCount(3)
    await large(page, `cart-gap-${lang}`)
  })

test('twice as large: the notice after adding', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/')
  await menuIsThere(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await addMargherita(page)
  await expect(page.getByText('Product has been added to your cart')).toBeVisible()
  await large(page, 'added')
})
