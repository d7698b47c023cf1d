// What a hungry customer meets first, per restaurant and width, measured on the built shop: docs/look.md, with a screenshot of each in gallery/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openDemo } from '../demo.ts'
import { visit, visitAs } from '../customer.ts'
import { expect, test, type Shop } from '../harness.ts'
import { folder } from './shot.ts'
import { withSmallest } from './smallest.ts'

/** In pixels: the upper edge of the first card, the lower one of its price, the upper one of the first category; and how many cards are entirely on the first screen. */
interface Measures {
  card: number
  price: number
  category?: number
  complete: number
}

/** By restaurant, then by the window's size. */
type Table = Record<string, Record<string, Measures>>

const windows = [
  [375, 812],
  [768, 1024],
  [1440, 900],
] as const

const page = new URL('../../../docs/look.md', import.meta.url).pathname
const before = JSON.parse(readFileSync(new URL('before.json', import.meta.url), 'utf8')) as Table

/** Measures the first screen that `open` shows, in each window. */
async function measure(
  name: string,
  browser: Browser,
  baseURL: string,
  open: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>,
) {
  const out: Record<string, Measures> = {}
  for (const [width, height] of windows) {
    const context = await browser.newContext({
      serviceWorkers: 'allow',
      baseURL,
      viewport: { width, height },
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'de-DE',
      extraHTTPHeaders: { 'X-Forwarded-For': `10.9.9.${String((width % 200) + 1)}` },
    })
    const shown = await context.newPage()
    await open(shown)
    await expect(shown.locator('main article').first()).toBeVisible()
    await expect(shown.locator('[data-first-paint]')).toHaveCount(0)
    await shown.waitForLoadState('networkidle')
    await shown.evaluate(() => document.fonts.ready)
    out[`${String(width)}×${String(height)}`] = await shown.evaluate(() => {
      const cards = [...document.querySelectorAll('main section article')].filter((one) => one.checkVisibility())
      const box = (one: Element | null | undefined) => one?.getBoundingClientRect() ?? new DOMRect()
      const price = cards[0]?.querySelector('[class*="Price"]')
      const inside = (one: Element): boolean => {
        const { top, bottom, left, right } = box(one)
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= document.documentElement.clientWidth
      }
      const category = document.querySelector('main section[id^=category-]')
      const [card = 0, lower = 0, edge = 0] = [box(cards[0]).top, box(price).bottom, box(category).top].map(Math.round)
      return { card, price: lower, category: edge, complete: cards.filter(inside).length }
    })
    await shown.screenshot({ path: join(folder, `00-${name}.${String(width)}x${String(height)}-de-light.png`) })
    await context.close()
  }
  return out
}

const written = ({ card, price, category = 0, complete }: Measures): string =>
  `${String(card)} / ${String(price)} / **${String(complete)}** / ${category === 0 ? '–' : String(category)}`

function table(now: Table): string {
  const sizes = windows.map(([width, height]) => `${String(width)}×${String(height)}`)
  const rows = Object.entries(now).flatMap(([name, all]) => [
    `| ${name} | before | ${sizes.map((size) => (before[name]?.[size] ? written(before[name][size]) : '–')).join(' | ')} |`,
    `| | now | ${sizes.map((size) => (all[size] ? written(all[size]) : '–')).join(' | ')} |`,
  ])
  return [`| | | ${sizes.join(' | ')} |`, `|---|---|${sizes.map(() => '---|').join('')}`, ...rows].join('\n')
}

const visitOf = (shop: Shop, branch: number) => (shown: Parameters<typeof visit>[0]) => visit(shown, shop, '/', 'de', branch)

test('what a hungry customer meets first', async ({ browser, shop }) => {
  test.setTimeout(400_000)
  mkdirSync(folder, { recursive: true })
  // A closed restaurant says so above its dishes.
  await shop.upstream.scenario({ names: ['open'] })
  const now: Table = {}
  for (const [branch, name] of ['Zum Goldenen Löffel', 'Glut & Löffel', 'Löffelgarten'].entries())
    now[name] = await measure(`branch-${String(branch)}`, browser, shop.url, visitOf(shop, branch))
  // In the words of another backend it looks the same.
  await shop.upstream.scenario({ names: ['open', 'laravel'] })
  await measure('laravel', browser, shop.url, visitOf(shop, 0))
  await shop.upstream.scenario({ names: ['open'] })
  now['signed in, with "Order again"'] = await measure('signed-in', browser, shop.url, (shown) =>
    visitAs(shown, shop, 'ada@example.org', '/', 'de'),
  )
  const demo = await openDemo()
  try {
    now['Nord (examples/brand)'] = await measure('nord', browser, `${demo.shop}nord/`, async (shown) => void (await shown.goto('')))
  } finally {
    demo.close()
  }
  now['the smallest backend'] = await withSmallest(Number(new URL(shop.url).port) + 5, (url) =>
    measure('smallest', browser, url, async (shown) => void (await shown.goto('/'))),
  )
  writeFileSync(join(folder, 'measures.json'), `${JSON.stringify(now, null, 2)}\n`)
  const text = readFileSync(page, 'utf8')
  writeFileSync(page, text.replace(/<!-- measured -->[^]*<!-- \/measured -->/, `<!-- measured -->\n\n${table(now)}\n\n<!-- /measured -->`))
})
