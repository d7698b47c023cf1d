// 2,000 products in 60 categories on a processor four times slower: scrolling, typing, opening a sheet (docs/bench-client.md).
import { chromium, type Page } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'
import { asReturningVisitor, type Shop } from './shop.ts'

/** What was measured, in milliseconds. */
export interface Many {
  /** While scrolling the menu: the longest frame, the number of frames over 50 ms, and of all frames. */
  longestFrame: number
  slowFrames: number
  frames: number
  medianFrame: number
  /** From a key press to the next paint: the maximum of a word's letters. */
  keystroke: number
  /** From the last letter to the results, the search's debounce included. */
  hits: number
  /** From a press on a card to the next paint, and until the sheet is open. */
  sheet: number
  sheetOpen: number
  products: number
}

declare global {
  interface Window {
    slowest: { key: number; press: number }
    /** When the customer last pressed or typed. */
    lastInput: number
  }
}

/** Measures once, in a phone's viewport. */
export async function measureMany(shop: Shop, slowdown = 4): Promise<Many> {
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    })
    await asReturningVisitor(context, shop)
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.slowest = { key: 0, press: 0 }
      for (const type of ['pointerdown', 'input']) window.addEventListener(type, (event) => (window.lastInput = event.timeStamp), true)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const kind = entry.name.startsWith('key') || entry.name === 'input' ? 'key' : 'press'
          if (/^(key|input|pointer|click|mouse)/.test(entry.name)) window.slowest[kind] = Math.max(window.slowest[kind], entry.duration)
        }
      }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    })
    await page.goto(shop.url)
    await page.locator('[name=search]').waitFor()
    // All dishes are in the document.
    await page.waitForFunction(() => document.querySelectorAll('section[id^=category-] article').length >= 2000, undefined, {
      timeout: 60_000,
    })
    await page.waitForLoadState('networkidle')
    await settle(page)
    const client = await context.newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })

    const frames = await scrollThrough(page)
    const products = await page.evaluate(() => document.querySelectorAll('main article').length)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await settle(page)
    await page.evaluate(() => (window.slowest = { key: 0, press: 0 }))
    await page.locator('[name=search]').tap()
    await settle(page)
    await page.evaluate(() => (window.slowest = { key: 0, press: 0 }))
    await page.keyboard.type('pizza', { delay: 50 })
    const hits = await untilThere(page, '.MenuPage_results', 'article')
    await settle(page)
    const keystroke = await page.evaluate(() => window.slowest.key)
    await page.locator('[name=search]').fill('')
    await page.locator('#menus article').first().waitFor()
    await settle(page)
    const card = page.locator('section[id^=category-] article a').first()
    await card.scrollIntoViewIfNeeded()
    await settle(page)
    await page.evaluate(() => (window.slowest = { key: 0, press: 0 }))
    const opened = untilThere(page, 'dialog[open]', 'h2')
    await card.tap()
    const sheetOpen = await opened
    await settle(page)
    const sheet = await page.evaluate(() => window.slowest.press)
    const sorted = [...frames].sort((a, b) => a - b)
    return {
      longestFrame: Math.round(sorted.at(-1) ?? 0),
      slowFrames: frames.filter((one) => one > 50).length,
      frames: frames.length,
      medianFrame: Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10,
      keystroke,
      hits: Math.round(hits),
      sheet,
      sheetOpen: Math.round(sheetOpen),
      products,
    }
  } finally {
    await browser.close()
  }
}

/** Scrolls down the menu for 300 frames, 120 px each, and returns the duration of each frame. */
async function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        let before = performance.now()
        const step = (now: number): void => {
          frames.push(now - before)
          before = now
          const end = document.documentElement.scrollHeight - window.innerHeight - 4
          if (window.scrollY >= end || frames.length > 300) resolve(frames.slice(1))
          else {
            window.scrollBy({ top: 120, behavior: 'instant' })
            requestAnimationFrame(step)
          }
        }
        requestAnimationFrame(step)
      }),
  )
}

/**
 * The milliseconds from the last press or letter until an element with this content is in the document, looked for once a frame. Playwright's own waiting would be measured,
 * too: it compares every dish with the selector, again and again, in the page's thread.
 */
async function untilThere(page: Page, element: string, content: string): Promise<number> {
  return page.evaluate(
    ([element, content]) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(element)?.querySelector(content)) resolve(performance.now() - window.lastInput)
          else requestAnimationFrame(look)
        }
        look()
      }),
    [element, content] as const,
  )
}

/** Waits until the page is idle: two short frames and an idle callback. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 3000 }))),
      ),
  )
}
