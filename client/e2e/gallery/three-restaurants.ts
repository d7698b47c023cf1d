// Three branches that look different by settings alone: the screenshot docs/three-restaurants.png.
import { readFileSync } from 'node:fs'
import { expect, test, withLanguage } from '../harness.ts'

const target = new URL('../../../docs/three-restaurants.png', import.meta.url).pathname

test('three restaurants side by side', async ({ browser, shop }, info) => {
  const columns: { wide: string; narrow: string }[] = []
  for (const [index, branch] of shop.upstream.branches.entries()) {
    const shots: string[] = []
    for (const [width, height] of [
      [1280, 1580],
      [375, 780],
    ] as const) {
      const context = await browser.newContext({
        baseURL: shop.url,
        viewport: { width, height },
        colorScheme: 'light',
        reducedMotion: 'reduce',
      })
      await context.addCookies([{ name: 'branch', value: encodeURIComponent(branch), url: shop.url }])
      const page = await context.newPage()
      await withLanguage(page, shop, 'de')
      await page.addInitScript((url) => {
        localStorage.setItem('branchUrl', url)
        sessionStorage.setItem('tablefront:popup', '1')
      }, branch)
      await page.goto('/')
      await expect(page.locator('main article').first()).toBeVisible()
      await expect(page.locator('[data-first-paint]')).toHaveCount(0)
      // The fonts are loaded after the screen is shown.
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready)
      // The notice that the shop is closed is hidden.
      await expect(page.locator('[data-toasts]').filter({ hasText: /\S/ })).toHaveCount(0, { timeout: 15_000 })
      const path = info.outputPath(`${index}-${width}.png`)
      await page.screenshot({ path })
      shots.push(`data:image/png;base64,${readFileSync(path).toString('base64')}`)
      await context.close()
    }
    columns.push({ wide: shots[0] ?? '', narrow: shots[1] ?? '' })
  }
  const sheet = await browser.newPage({ viewport: { width: 1920, height: 760 } })
  await sheet.setContent(
    `<style>
      body { display: grid; grid-template-columns: repeat(3, 1fr); gap: 28px; margin: 0; padding: 28px; background: #e9e6e1 }
      figure { position: relative; margin: 0; block-size: 704px }
      img { display: block; border-radius: 10px; box-shadow: 0 1px 3px #0003, 0 12px 36px #0003 }
      .wide { inline-size: 560px }
      .narrow { position: absolute; inset: auto 0 0 auto; inline-size: 210px; border-radius: 18px; outline: 5px solid #1c1917 }
    </style>${columns.map(({ wide, narrow }) => `<figure><img class="wide" alt="" src="${wide}"><img class="narrow" alt="" src="${narrow}"></figure>`).join('')}`,
  )
  await sheet.screenshot({ path: target })
})
