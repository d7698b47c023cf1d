// Checks one state of the shop in several languages, both colour schemes and three widths without reloading (docs/specification.md section 10).
import { expect, type Page } from '@playwright/test'
import { violations } from './axe.ts'

/** Text spacing of WCAG 1.4.12. */
const spaced = '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}'

interface Look {
  lang: string
  scheme: 'light' | 'dark'
  width: number
}

/** Every language in both schemes; the widths alternate, so that each occurs with every language and both schemes. */
const looks: readonly Look[] = ['de', 'ar', 'tr', 'en'].flatMap((lang, at) =>
  (['light', 'dark'] as const).map((scheme, dark) => ({ lang, scheme, width: (at + dark) % 2 === 0 ? 1440 : 375 })),
)

let turn = 0

/**
 * The variants for one state. A `main` screen: each language, two of them dark. Others: one foreign language and English, light and dark, wide and
 * narrow, alternating so that six in a row cover every foreign language in both schemes. E2E_LOOKS=all (`make accessibility`): all eight for each
 * state. English comes last.
 */
function someLooks(main: boolean): readonly Look[] {
  if (process.env['E2E_LOOKS'] === 'all') return looks
  if (main) return looks.filter((_, at) => [0, 2, 5, 7].includes(at))
  turn += 1
  const schemes = turn % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  const widths = turn % 4 < 2 ? ([1440, 375] as const) : ([375, 1440] as const)
  return [
    { lang: ['de', 'ar', 'tr'][turn % 3] ?? 'de', scheme: schemes[0], width: widths[0] },
    { lang: 'en', scheme: schemes[1], width: widths[1] },
  ]
}

/** Chooses the language with the switcher, also if a sheet covers it or it is in the closed side menu. */
async function speak(page: Page, lang: string): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === lang) return
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.locator('[name=lang]').first().waitFor({ state: 'attached' })
  await page.evaluate((name) => {
    const select = document.querySelector<HTMLSelectElement>('header [name=lang], [name=lang]')
    if (select === null) throw new Error('no language switcher')
    select.value = name
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, lang)
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
}

/** The overflows: the page is wider than the viewport, or texts are cut off without an ellipsis. */
export async function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out: string[] = []
    const screen = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > screen) {
      const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > screen + 1,
      )
      out.push(
        `the page is wider than the screen: ${wide
          .slice(-2)
          .map((one) => one.outerHTML.slice(0, 140))
          .join(' | ')}`,
      )
    }
    const top = document.querySelector('dialog:modal') ?? document.body
    for (const element of top.querySelectorAll<HTMLElement>('button, a, label, legend, h1, h2, h3, p, dt, dd, th, td, summary, output')) {
      if (element.getClientRects().length === 0 || element.closest('[aria-hidden=true], .leaflet-container') !== null) continue
      const style = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      // A visually hidden label is one pixel wide.
      if (box.width <= 2 || box.height <= 2) continue
      const cutAcross = ['hidden', 'clip'].includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1
      const cutBelow = ['hidden', 'clip'].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 2
      if ((cutAcross && style.textOverflow !== 'ellipsis') || (cutBelow && style.webkitLineClamp === 'none'))
        out.push(`cut off: ${element.outerHTML.slice(0, 140)}`)
    }
    return out
  })
}

/**
 * Checks the current state: axe in light and dark, wide and narrow, in alternating languages; then at 320 px, which is 400 % of 1280 (WCAG 1.4.10),
 * with and without text spacing (1.4.12), without reloading. A `main` screen in every language, with header and footer. Leaves the page in English,
 * light and wide.
 */
export async function lookAround(page: Page, name: string, main = false): Promise<void> {
  for (const { lang, scheme, width } of someLooks(main)) {
    await speak(page, lang)
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // The texts of the new language may still be loading.
    await expect(
      async () => expect(await violations(page, main ? 'page' : 'screen')).toEqual([]),
      `${name}, ${lang}, ${scheme}, ${width} px`,
    ).toPass({
      intervals: [50, 250, 500, 1000],
      timeout: 10_000,
    })
  }
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(async () => expect(await overflows(page)).toEqual([]), `${name}, 320 px`).toPass({ timeout: 5000 })
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spaced)
  await expect(async () => expect(await overflows(page)).toEqual([]), `${name}, 320 px, text spacing`).toPass({ timeout: 5000 })
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
