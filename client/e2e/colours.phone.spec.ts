// Dark mode, more contrast, forced colours: every control keeps a visible border.
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'
import { menuIsThere, openDish, withMargheritas } from './story.ts'

/** A colour as the browser computes it, as relative luminance (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((one) => {
    const share = Number(one) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

for (const colorScheme of ['light', 'dark'] as const)
  test(`${colorScheme}: an unselected choice has a border of 3:1, and wide images are dimmed in the dark`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme })
    await visit(page, shop, '/')
    await menuIsThere(page)
    const sheet = await openDish(page, 'Margherita')
    for (const choice of [sheet.getByRole('radio', { name: /^Classic thin/ }), sheet.getByRole('checkbox', { name: /^Olives/ })]) {
      const colours = await choice.evaluate((one) => ({
        edge: getComputedStyle(one).borderTopColor,
        ground: getComputedStyle(one).backgroundColor,
        // The browser's own box is as the system draws it.
        own: getComputedStyle(one).appearance,
      }))
      expect(colours.own).toBe('none')
      expect(contrast(colours.edge, colours.ground)).toBeGreaterThan(3)
    }
    await page.goto('/contact')
    const veil = colorScheme === 'dark' ? /rgba\(20, 17, 15, 0\.5\)/ : /rgba\(0, 0, 0, 0\)/
    await expect(page.locator('[class*=Screen_pictured]')).toHaveCSS('background-image', veil)
  })

test('more contrast and forced colours: lines, the cart’s count and the open state keep a border', async ({ page, shop }) => {
  await withMargheritas(page, shop, 2)
  await visit(page, shop, '/')
  await menuIsThere(page)
  const edge = (selector: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, part) => Number.parseFloat(getComputedStyle(one, part).borderTopWidth), pseudo)
  expect(await edge('header [class*=Header_count]')).toBe(0)
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await edge('header [class*=Header_count]')).toBeGreaterThan(0)
  expect(await edge('[class*=OpenState_state]', '::before')).toBeGreaterThan(0)
  // The plus of a card is drawn as a background, which forced colours leave out.
  const plus = page.locator('main article [class*=ProductCard_hint]').first()
  await expect(plus).not.toHaveCSS('background-image', 'none')
  expect(await edge('main article [class*=ProductCard_hint]')).toBeGreaterThan(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more', colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
    for (const place of ['body', 'footer']) {
      const colours = await page.locator(place).evaluate((element) => {
        const probe = document.createElement('i')
        element.append(probe)
        return ['--ink', '--line', '--ink-quiet'].map((name) => {
          probe.style.color = `var(${name})`
          return getComputedStyle(probe).color
        })
      })
      expect(new Set(colours).size, `${place}, ${colorScheme}`).toBe(1)
    }
  }
})
