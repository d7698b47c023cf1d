// Looks at one state of the shop in every language, both colour schemes and three widths without loading it again (issue 6, "Accessibility").
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe is asked for: WCAG 2.2 A and AA, and its own best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Text spacing as WCAG 1.4.12 has it. */
const spaced = '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}'

interface Look {
  lang: string
  scheme: 'light' | 'dark'
  width: number
}

/** Every language in both schemes; the widths alternate, so that each meets every language and both schemes. */
const looks: readonly Look[] = ['de', 'ar', 'tr', 'en'].flatMap((lang, at) =>
  (['light', 'dark'] as const).map((scheme, dark) => ({ lang, scheme, width: (at + dark) % 2 === 0 ? 1440 : 375 })),
)

let turn = 0

/** Every language once; the schemes change places from state to state, so that two states in a row are seen in all looks. */
function someLooks(): Look[] {
  turn += 1
  return looks.filter((_, at) => at % 2 === (turn + Math.floor(at / 2)) % 2)
}

/** Chooses the language as the switcher does, also where a sheet lies over it or it is folded away. */
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

/** axe's violations on what is shown, in words. */
async function violations(page: Page, whole: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([tags, all]) => {
      interface Result {
        violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
      }
      const { run } = (window as unknown as { axe: { run: (context: object, options: object) => Promise<Result> } }).axe
      // What the browser skips off the screen (content-visibility) has no ground that axe could see.
      for (const element of document.querySelectorAll<HTMLElement>('main section, main li, footer'))
        if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
      // Under a dialog nothing can be reached, and header and footer are the same on every screen.
      const over = document.querySelector('dialog:modal')
      const context = over ?? (all ? document : { include: [['body']], exclude: [['#root > footer'], ['#root > header']] })
      const found = await run(context, {
        runOnly: { type: 'tag', values: tags },
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      })
      return found.violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n  ${nodes.map((node) => `${node.html.slice(0, 160)} — ${node.failureSummary ?? ''}`).join('\n  ')}`,
      )
    },
    [rules, whole] as const,
  )
}

/** What does not fit: the page is wider than the screen, or words are cut off without a sign. */
async function overflows(page: Page): Promise<string[]> {
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
      // A label that only screen readers hear is one pixel wide.
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
 * Looks at what is shown: axe in four languages, light and dark, wide and narrow; then at 320 px, which is 400 % of 1280 (WCAG 1.4.10), as it is and with
 * text spacing (1.4.12). Nothing is loaded again. `all` looks: every language in both schemes, and header and footer too. Leaves the page in English, light and wide.
 */
export async function lookAround(page: Page, name: string, all = false): Promise<void> {
  for (const { lang, scheme, width } of all ? looks : someLooks()) {
    await speak(page, lang)
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // Texts of the new language may still be on their way.
    await expect(async () => expect(await violations(page, all)).toEqual([]), `${name}, ${lang}, ${scheme}, ${width} px`).toPass({
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
