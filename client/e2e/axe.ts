// What axe minds about a page. It runs in the page itself: the library's own binding loads it anew for each question and opens a second page for the answer.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe is asked for: WCAG 2.2 A and AA, and its own best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Which part is looked at: the whole page; or what belongs to this screen alone, which is an open dialog, or all but header and footer. */
export type Part = 'page' | 'screen'

/** The violations in what is shown, in words; with `rules` only these are asked. */
export async function violations(page: Page, part: Part, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(
    async ([only, whole]) => {
      interface Result {
        violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[]
      }
      const { run } = (window as unknown as { axe: { run: (context: object, options: object) => Promise<Result> } }).axe
      // What the browser skips off the screen (content-visibility) has no ground that axe could see.
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

/** No violation of WCAG 2.2 AA on what is shown; says each with its elements. With `rules` only these are asked. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Parts that come after the first paint (footer, sheets) may be half there: what stays wrong is wrong.
  await expect(async () => expect(await violations(page, 'page', rules)).toEqual([])).toPass({ timeout: 20_000 })
}
