// What it costs to open the first dish, the cart and the checkout from the menu on a phone's window, from the press until the content is painted: the
// main thread's processor time, six times as for a slow phone (it is the same on a busy machine), and the scripts that were requested after the press.
// Medians. Alone: `node scripts/bench-client/open.ts [runs]`.
import { chromium, type CDPSession, type Page, type Request } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'
import { asReturningVisitor, startShop } from './shop.ts'

const runs = Number(process.argv[2] ?? 5)
const slowdown = 6

/** Presses an element and waits until another is painted. The first touch comes before the click, as long as a finger stays on the glass. */
const press = (page: Page, pressed: string, opened: string): Promise<void> =>
  page.evaluate(
    ([pressed = '', opened = '']) =>
      new Promise<void>((resolve, reject) => {
        const button = document.querySelector<HTMLElement>(pressed)
        if (button === null) {
          reject(new Error(`no ${pressed}`))
          return
        }
        const look = (): void => {
          const there = document.querySelector(opened)
          if (there !== null && there.getClientRects().length > 0) requestAnimationFrame(() => setTimeout(resolve))
          else requestAnimationFrame(look)
        }
        button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        button.click()
        look()
      }),
    [pressed, opened],
  )

const cpu = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

const times: Record<string, number[]> = {}
const scripts: Record<string, number[]> = {}

async function opening(what: string, page: Page, devtools: CDPSession, pressed: string, opened: string): Promise<void> {
  let requested = 0
  const count = (request: Request): void => void (requested += request.resourceType() === 'script' ? 1 : 0)
  page.on('request', count)
  const before = await cpu(devtools)
  await press(page, pressed, opened)
  const spent = slowdown * ((await cpu(devtools)) - before)
  page.off('request', count)
  ;(times[what] ??= []).push(spent)
  ;(scripts[what] ??= []).push(requested)
}

const shop = await startShop()
const browser = await chromium.launch(launch)
try {
  await shop.scenario('open', 'no-menus')
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, locale: 'en' })
    await asReturningVisitor(context, shop)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await page.goto(shop.url)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.waitForSelector('#root:not(:has(> [data-first-paint])) article a[data-card]')
    // A customer reads for a moment before the first press.
    await page.waitForTimeout(8000)
    await opening('dish', page, devtools, 'article a[data-card]', 'dialog[open] input[type=radio]')
    await page.locator('dialog[open] label:has(input[type=radio])').filter({ hasText: 'Classic' }).first().click()
    await page.locator('dialog[open] button:not([disabled])').filter({ hasText: 'Add to Cart' }).click()
    await page.waitForSelector('dialog[open]', { state: 'hidden' })
    await page.waitForTimeout(5000)
    await opening('cart', page, devtools, 'header button:last-child', 'dialog[open] li')
    await page.waitForTimeout(1000)
    await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('dialog[open] button')].find((one) => one.textContent.includes('Checkout'))?.click(),
    )
    await page.waitForSelector('dialog[open] [data-first]')
    await page.waitForTimeout(1000)
    await opening('checkout', page, devtools, 'dialog[open] [data-first]', 'main [name=name]')
    await context.close()
  }
} finally {
  await browser.close()
  await shop.close()
}
const median = (all: number[]): number => Math.round([...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN)
for (const [what, all] of Object.entries(times))
  console.log(`${what}: ${median(all)} ms (${all.map(Math.round).join(', ')}), scripts after the press: ${median(scripts[what] ?? [])}`)
