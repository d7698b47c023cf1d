// Transfer sizes before the menu can be used, and the second visit without a network.
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { launch } from '../../client/e2e/chromium.ts'
import { asReturningVisitor, type Shop } from './shop.ts'

/** Transferred bytes (Brotli) until the search field is usable. */
export interface Sizes {
  page: number
  scripts: number
  /** Bytes that block the first paint. */
  styles: number
  fonts: number
  pictures: number
  requests: number
  /** API calls before the first paint. */
  calls: number
  /** Milliseconds until a dish is visible on a second visit without a network; null if the menu does not show. */
  offline: number | null
}

/** Measures once, in a phone's window. */
export async function measureSizes(shop: Shop): Promise<Sizes> {
  const browser = await chromium.launch(launch)
  try {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })
    await asReturningVisitor(context, shop)
    const page = await context.newPage()
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        if (document.querySelector('input[type=search]') === null) return
        observer.disconnect()
        performance.mark('usable')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto(shop.url)
    await page.locator('input[type=search]').waitFor()
    await page.waitForLoadState('networkidle')
    const early = await page.evaluate(() => {
      const usable = performance.getEntriesByName('usable')[0]?.startTime ?? 0
      const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
      const [navigation] = performance.getEntriesByType('navigation')
      return {
        page: (navigation as PerformanceNavigationTiming).encodedBodySize,
        painted,
        styles: document.querySelector('style[data-file]')?.textContent ?? '',
        files: performance
          .getEntriesByType('resource')
          .filter((entry): entry is PerformanceResourceTiming => entry.startTime < usable)
          .map((entry) => ({ path: new URL(entry.name).pathname, start: entry.startTime, bytes: entry.encodedBodySize })),
      }
    })
    const sum = (kind: RegExp, until = Infinity): number =>
      early.files.filter(({ path, start }) => kind.test(path) && start < until).reduce((bytes, file) => bytes + file.bytes, 0)
    const sizes = {
      page: early.page,
      scripts: sum(/\.js$/),
      // On a first visit they are inline.
      styles: early.styles === '' ? sum(/\.css$/, early.painted) : brotliCompressSync(early.styles).length,
      fonts: sum(/\.woff2$/),
      pictures: sum(/\.(avif|webp|svg|png|jpe?g)$/),
      requests: early.files.length + 1,
      calls: early.files.filter(({ path, start }) => /^\/(api|bff)\//.test(path) && start < early.painted).length,
    }
    // The second visit, without a network: after the service worker has finished its precaching.
    const kept = await page.evaluate(() =>
      Promise.race([
        navigator.serviceWorker.ready.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5000)),
      ]),
    )
    let offline: number | null = null
    if (kept) {
      await page.reload()
      await page.locator('input[type=search]').waitFor()
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      const before = Date.now()
      await page.goto(shop.url).catch(() => undefined)
      offline = await page
        .locator('main article')
        .first()
        .waitFor({ timeout: 10_000 })
        .then(() => Date.now() - before)
        .catch(() => null)
    }
    return { ...sizes, offline }
  } finally {
    await browser.close()
  }
}
