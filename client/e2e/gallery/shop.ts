// The menu with an opened dish, on a desktop and a phone: the screenshot docs/shop.png.
import { readFileSync } from 'node:fs'
import { visit } from '../customer.ts'
import { expect, test } from '../harness.ts'
import { fontsAreThere, menuIsThere, openDish } from '../story.ts'

const target = new URL('../../../docs/shop.png', import.meta.url).pathname

test('the menu with an opened dish', async ({ browser, shop }, info) => {
  const shots: string[] = []
  for (const [width, height] of [
    [1440, 900],
    [375, 780],
  ] as const) {
    const context = await browser.newContext({
      baseURL: shop.url,
      viewport: { width, height },
      deviceScaleFactor: 2,
      hasTouch: width < 1000,
      isMobile: width < 1000,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await visit(page, shop, '/')
    await menuIsThere(page)
    await expect(page.locator('[data-first-paint]')).toHaveCount(0)
    await fontsAreThere(page)
    if (width > 1000) {
      await page.locator('main article button').first().click()
      await expect(page.getByRole('complementary', { name: 'Cart' }).getByRole('listitem').first()).toBeVisible()
      await page.locator('[data-toasts]').getByRole('button', { name: 'Close' }).click()
      await openDish(page, 'Salami')
    }
    await page.waitForLoadState('networkidle')
    const path = info.outputPath(`${String(width)}.png`)
    await page.screenshot({ path })
    shots.push(`data:image/png;base64,${readFileSync(path).toString('base64')}`)
    await context.close()
  }
  const sheet = await browser.newPage({ viewport: { width: 1440, height: 800 } })
  await sheet.setContent(
    `<style>
      body { position: relative; margin: 0; padding: 28px; background: #e9e6e1 }
      img { display: block; border-radius: 10px; box-shadow: 0 1px 3px #0003, 0 12px 36px #0003 }
      .wide { inline-size: 1190px }
      .narrow { position: absolute; inset: auto 28px 28px auto; inline-size: 300px; border-radius: 22px; outline: 6px solid #1c1917 }
    </style><img class="wide" alt="" src="${shots[0] ?? ''}"><img class="narrow" alt="" src="${shots[1] ?? ''}">`,
  )
  await sheet.screenshot({ path: target })
})
