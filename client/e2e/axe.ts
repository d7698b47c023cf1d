// The violations that axe finds. axe runs in the page itself: the library's Playwright binding injects it for each call and opens a second page for
// the result.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rule sets: WCAG 2.2 A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The checked part: the whole page; or only this screen, which is the open dialog, or everything except header and footer. */
export type Part = 'page' | 'screen'

/** The violations of the page, as text; `rules` limits the check to these rules. */
export async function violations(page: Page, part: Part, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([only, whole]) => {
      interface Result {
        violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
      }
      const { run } = (window as unknown as { axe: { run: (context: object, options: object) => Promise<Result> } }).axe
      // axe can't determine the background of content that is skipped off-screen (content-visibility).
      for (const element of document.querySelectorAll<HTMLElement>('main section, footer'))
        if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible'
      const screen = document.querySelector('dialog:modal') ?? { include: [['body']], exclude: [['#root > footer'], ['#root > header']] }
      const found = await run(whole ? document : screen, {
        runOnly: only,
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
      })
      return found.violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n  ${nodes.map((node) => `${node.html.slice(0, 160)} — ${node.failureSummary ?? ''}`).join('\n  ')}`,
      )
    },
    [rules === undefined ? { type: 'tag', values: tags } : { type: 'rule', values: rules }, part === 'page'] as const,
  )
}

/** Expects no violation of WCAG 2.2 AA and lists each with its elements. `rules` limits the check to these rules. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Parts that are rendered later (footer, sheets) may be incomplete: only violations that remain count.
  await expect(async () => expect(await violations(page, 'page', rules)).toEqual([])).toPass()
}
