// Text at 200 % on phones, in the moments that the sweep over the screens (e2e/looks.ts) does not meet (WCAG 1.4.4).
import { visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'
import { lookLarge } from './looks.ts'
import { addMargherita, menuIsThere, withMargheritas } from './story.ts'

test('twice as large: dishes that close the gap to free delivery', async ({ page, shop }) => {
  await withMargheritas(page, shop, 2)
  const choice = { [shop.upstream.branches[0] ?? '']: { deliverType: 'delivery', areaId: 1 } }
  await page.addInitScript((kept) => localStorage.setItem('tablefront:delivery', kept), JSON.stringify(choice))
  await visit(page, shop, '/', 'de')
  await menuIsThere(page)
  await page.locator('[class*=Cart_view]').click()
  await expect(page.locator('dialog[open] [data-dish]')).toHaveCount(3)
  await lookLarge(page, 'cart with a gap')
})

test('twice as large: the notice after adding', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/')
  await menuIsThere(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await addMargherita(page)
  await expect(page.locator('#root').getByText('Product has been added to your cart')).toBeVisible()
  await lookLarge(page, 'added')
})
