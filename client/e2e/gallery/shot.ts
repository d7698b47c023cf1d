// The gallery's pictures: each waits until what it shows is loaded.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { fontsAreThere } from '../story.ts'

export const folder = new URL('../../../gallery', import.meta.url).pathname

/** Takes a screenshot of the viewport, or of the whole page up to 3,200 px. */
export type Shot = (title: string, whole?: boolean) => Promise<void>

/**
 * What takes the pictures of a page. `look`: its column in the gallery; `width`: the window's, in units of 16 px of the customer's font; `fonts`: the
 * restaurant has fonts of its own.
 */
export function shooting(page: Page, look: string, width: number, fonts = true): Shot {
  mkdirSync(folder, { recursive: true })
  return async (title, whole = false) => {
    // The application, not the first paint.
    await expect(page.locator('[data-first-paint], #first-sheet')).toHaveCount(0)
    // The docked cart is rendered a moment later.
    if (width >= 1200 && (await page.locator('#menus').count()) > 0) await expect(page.locator('aside').first()).toBeVisible()
    if (fonts) await fontsAreThere(page)
    // The checkout has no footer.
    if (whole && !new URL(page.url()).pathname.endsWith('/checkout')) {
      // Scrolls through the page, since the footer is rendered when it comes into view.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
        await expect(page.locator('footer').last()).toBeInViewport({ timeout: 1000 })
      }).toPass()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    }
    // The visible images are loaded and decoded. One that does not come is shown as the customer sees it.
    await page.evaluate(() =>
      Promise.all(
        [...document.images]
          .filter((image) => {
            const { top, bottom, left, right, width } = image.getBoundingClientRect()
            // A lazy image out of the window is never decoded.
            return width > 0 && bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth
          })
          .map((image) => Promise.race([image.decode().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 5000))])),
      ),
    )
    const height = whole ? Math.min(3200, await page.evaluate(() => document.documentElement.scrollHeight)) : 0
    const path = join(folder, `${title}.${look}.png`)
    const view = page.viewportSize() ?? { width: 375, height: 812 }
    await page.screenshot(whole ? { path, fullPage: true, clip: { x: 0, y: 0, width: view.width, height } } : { path })
  }
}
