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
 * narrow, alternating so that six in a row cover every foreign language in both schemes. E2E_LOOKS=all: all eight for each
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

/**
 * The misfits of an open dialog, or of the page: something is outside the viewport or cut off without an ellipsis, or texts and controls overlap.
 * Fixed and sticky elements and visually hidden texts do not count.
 */
async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const out = new Set<string>()
    const screen = document.documentElement.clientWidth
    const dialog = document.querySelector<HTMLElement>('dialog:modal')
    const top = dialog ?? document.body
    for (const section of top.querySelectorAll<HTMLElement>('main section, footer'))
      if (getComputedStyle(section).contentVisibility === 'auto') section.style.contentVisibility = 'visible'
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element): CSSStyleDeclaration => {
      const known = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, known)
      return known
    }
    const describe = (element: Element): string => element.outerHTML.slice(0, 140)
    if (document.documentElement.scrollWidth > screen) out.add(`the page is ${String(document.documentElement.scrollWidth)} px wide`)
    if (dialog !== null) {
      const { top: from, bottom: to, left, right } = dialog.getBoundingClientRect()
      if (from < -1 || to > innerHeight + 1 || left < -1 || right > screen + 1) out.add(`the dialog sticks out of the window`)
    }

    /** Each text and control with its place; `floating`: over the page by its nature. */
    const seen: { name: string; box: DOMRect; of: Element }[] = []
    const shown = (element: Element): boolean =>
      element.closest('svg, option, [aria-hidden=true], .leaflet-container, [data-over]') === null &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
      styleOf(element).clipPath === 'none'
    const check = (of: Element, name: string, boxes: Iterable<DOMRect>, control: boolean): void => {
      let floating = false
      let across = true
      let down = true
      const clips: { by: Element; across: boolean; down: boolean }[] = []
      const windows: DOMRect[] = []
      for (let at: Element | null = control ? of.parentElement : of; at !== null; at = at.parentElement) {
        const style = styleOf(at)
        if (style.clipPath !== 'none') return
        floating ||= at !== dialog && ['fixed', 'sticky'].includes(style.position)
        // What can be scrolled to is not cut off by this edge, nor by those around it.
        across &&= !(['auto', 'scroll'].includes(style.overflowX) && at.scrollWidth > at.clientWidth + 1)
        down &&= !['auto', 'scroll'].includes(style.overflowY)
        if (style.overflowX !== 'visible' || style.overflowY !== 'visible') windows.push(at.getBoundingClientRect())
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') across = down = false
        const clip = { by: at, across: across && style.overflowX !== 'visible', down: down && style.overflowY !== 'visible' }
        if (clip.across || clip.down) clips.push(clip)
        if (at === top || at === document.body) break
      }
      for (const box of boxes) {
        // A visually hidden label is one pixel wide.
        if (box.width <= 3 || box.height <= 3) continue
        if (across && (box.left < -1 || box.right > screen + 1)) out.add(`outside the window: “${name}” ${describe(of)}`)
        for (const clip of clips) {
          const edge = clip.by.getBoundingClientRect()
          // The box of a line is taller than its letters.
          if (
            (clip.across && (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
            (clip.down && (box.top < edge.top - 6 || box.bottom > edge.bottom + 6))
          )
            out.add(`cut off: “${name}” in ${describe(clip.by)}`)
        }
        const hidden = windows.some(
          (edge) => box.right < edge.left + 3 || box.left > edge.right - 3 || box.bottom < edge.top + 9 || box.top > edge.bottom - 9,
        )
        if (!floating && across && !hidden) seen.push({ name, box, of })
      }
    }
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
    // One for all: the browser visits each range for each node that is removed later.
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const of = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (of === null || text === '' || !shown(of)) continue
      range.selectNodeContents(node)
      check(of, text.slice(0, 60), range.getClientRects(), false)
    }
    for (const control of top.querySelectorAll('button, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox])'))
      if (shown(control))
        check(control, control.getAttribute('name') ?? control.getAttribute('aria-label') ?? '', [control.getBoundingClientRect()], true)

    seen.sort((one, other) => one.box.top - other.box.top)
    for (const [at, one] of seen.entries())
      for (const other of seen.slice(at + 1)) {
        if (other.box.top >= one.box.bottom) break
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        if (across <= 4) continue
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (down <= Math.min(one.box.height, other.box.height) * 0.4) continue
        if (one.of === other.of || one.of.contains(other.of) || other.of.contains(one.of)) continue
        // A button that is laid into its field.
        if (
          (one.of.matches('input') || other.of.matches('input')) &&
          [one.of, other.of, one.of.parentElement ?? one.of, other.of.parentElement ?? other.of].some(
            (of) => styleOf(of).position === 'absolute',
          )
        )
          continue
        out.add(`“${one.name}” and “${other.name}” overlap: ${describe(one.of)} | ${describe(other.of)}`)
      }
    return [...out].slice(0, 12)
  })
}

/**
 * The words of an element, else of the page, that are broken between two letters although there is space for them, or although no browser would
 * hyphenate them there. Visually hidden texts do not count. The test browser has no dictionaries and hyphenates nothing.
 */
export async function brokenWords(page: Page, within = 'dialog:modal'): Promise<string[]> {
  return page.evaluate((selector) => {
    const out: string[] = []
    const walker = document.createTreeWalker(document.querySelector(selector) ?? document.body, NodeFilter.SHOW_TEXT)
    const hidden = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || hidden(element.parentElement))
    const range = document.createRange()
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const of = node.parentElement
      for (const word of (node.textContent ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
        if (of === null || new Set(boxes.map((box) => Math.round(box.top))).size < 2 || !of.checkVisibility() || hidden(of)) continue
        const width = boxes.reduce((sum, box) => sum + box.width, 0)
        if (getComputedStyle(of).hyphens !== 'auto' || word[0].length < 10 || width < innerWidth / 2)
          out.push(`${word[0]} in ${of.outerHTML.slice(0, 100)}`)
      }
    }
    return out
  }, within)
}

/** This finds nothing, at once or as soon as the screen has come to rest. */
async function expectNothing(found: () => Promise<string[]>, name: string): Promise<void> {
  await expect(async () => expect(await found()).toEqual([]), name).toPass({ intervals: [50, 250, 500] })
}

/**
 * Sets the customer's own font size in pixels, as in the browser's settings: media queries in rem follow it, too. It applies until the next
 * navigation.
 */
export async function setFontSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await session.detach()
}

/** Looks at what is shown with text twice as large, at 320, 375 and 1440 px: it fits, and no word is broken (WCAG 1.4.4). */
export async function lookLarge(page: Page, name: string): Promise<void> {
  await setFontSize(page, 32)
  // The width changes first: Chromium asks container queries again only then.
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 812 })
    await expectNothing(
      async () => [...(await misfits(page)), ...(await brokenWords(page))],
      `${name}, text twice as large, ${String(width)} px`,
    )
  }
  await setFontSize(page, 16)
}

/** What is pressed often: not the arrows that a mouse sees, the links of an error summary, a line's note, nor how the shop looks. */
const often =
  'button:not([class*=CategorySlider_], [class*=toField], [class*=addWish]), select:not([name=lang], [name=scheme]), label:has(input:is([type=radio], [type=checkbox]))'

/** Everything that is pressed. */
const targets = 'a[href], button, select, summary, textarea, input:not([type=hidden]), [role=button], [role=option]'

/**
 * What a finger does not hit on so many pixels around its middle (WCAG 2.5.8; docs/specification.md section 10), of the open dialog or the page. A link within a sentence is as
 * high as its line.
 */
export function tooSmall(page: Page, pixels: number, selector = targets): Promise<string[]> {
  return page.evaluate(
    ([wanted, size]) => {
      const dialogs = [...document.querySelectorAll('dialog[open]')]
      const out: string[] = []
      for (const one of (dialogs.at(-1) ?? document).querySelectorAll<HTMLElement>(wanted)) {
        if (
          !one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true }) ||
          one.matches(':disabled')
        )
          continue
        if (getComputedStyle(one).display === 'inline' && one.parentElement?.textContent.trim() !== one.textContent.trim()) continue
        one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const box = one.getBoundingClientRect()
        // What only shows itself with the focus.
        if (box.bottom < 0 || getComputedStyle(one).clipPath !== 'none') continue
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
          // A notice goes again.
          return (
            met === null ||
            !(
              one.contains(met) ||
              one.closest('label')?.contains(met) === true ||
              (met.closest('[data-toasts]') !== null && one.closest('[data-toasts]') === null)
            )
          )
        })
        if (missed.length > 0)
          out.push(
            `${one.getAttribute('aria-label') ?? one.textContent}: ${String(box.width)}×${String(box.height)} ${one.outerHTML.slice(0, 60)}`,
          )
      }
      scrollTo({ top: 0, behavior: 'instant' })
      return [...new Set(out)]
    },
    [selector, pixels] as const,
  )
}

/**
 * Looks at what is shown: axe in light and dark, wide and narrow, in languages that take turns; with text twice as large in German, whose words are long, or in Arabic, in turns; then at
 * 375 px whether a finger hits everything; then at 320 px, which is 400 % of 1280 (WCAG 1.4.10), as it is and with text spacing (1.4.12). Nothing is loaded again. Of a `main` screen in every language, twice as large in both, and with header and
 * footer. Leaves the page in English, light and wide.
 */
export async function lookAround(page: Page, name: string, main = false): Promise<void> {
  const turns = someLooks(main)
  const large = main || process.env['E2E_LOOKS'] === 'all' ? ['de', 'ar'] : [turn % 2 === 0 ? 'de' : 'ar']
  for (const lang of large.filter((one) => !turns.some((look) => look.lang === one))) {
    await speak(page, lang)
    await lookLarge(page, `${name}, ${lang}`)
  }
  for (const { lang, scheme, width } of turns) {
    await speak(page, lang)
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    // The texts of the new language may still be loading.
    await expect(
      async () => expect(await violations(page, main ? 'page' : 'screen')).toEqual([]),
      `${name}, ${lang}, ${scheme}, ${width} px`,
    ).toPass({
      intervals: [50, 250, 500, 1000],
    })
    if (large.includes(lang)) await lookLarge(page, `${name}, ${lang}`)
  }
  await page.setViewportSize({ width: 375, height: 812 })
  await expectNothing(() => tooSmall(page, 24), `${name}, 24 px for a finger`)
  await expectNothing(() => tooSmall(page, 44, often), `${name}, 44 px for a finger`)
  await page.setViewportSize({ width: 320, height: 256 })
  await expectNothing(() => misfits(page), `${name}, 320 px`)
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, spaced)
  await expectNothing(() => misfits(page), `${name}, 320 px, text spacing`)
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
