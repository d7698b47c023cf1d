// Two restaurants with one product, by settings and replaced views: the screenshot docs/two-brands.png, from the demo.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { openDemo } from '../demo.ts'

const target = new URL('../../../docs/two-brands.png', import.meta.url).pathname

test.use({ serviceWorkers: 'allow', locale: 'de-DE' })

test('two brands side by side', async ({ browser }, info) => {
  const { shop, close } = await openDemo()
  try {
    const columns: string[][] = []
    for (const below of ['', 'nord/']) {
      const shots: string[] = []
      for (const [width, height] of [
        [1280, 1000],
        [375, 780],
      ] as const) {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme: 'light',
          reducedMotion: 'reduce',
          locale: 'de-DE',
        })
        const page = await context.newPage()
        await page.goto(shop + below)
        if (below === '') await page.locator('main article button').first().click()
        await expect(page.locator('main article h3 a').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        const path = info.outputPath(`${columns.length}-${width}.png`)
        await page.screenshot({ path })
        shots.push(`data:image/png;base64,${readFileSync(path).toString('base64')}`)
        await context.close()
      }
      columns.push(shots)
    }
    const sheet = await browser.newPage({ viewport: { width: 1920, height: 760 } })
    await sheet.setContent(
      `<style>
        body { display: grid; grid-template-columns: repeat(2, 1fr); gap: 28px; margin: 0; padding: 28px; background: #e9e6e1 }
        figure { position: relative; margin: 0; block-size: 704px }
        img { display: block; border-radius: 10px; box-shadow: 0 1px 3px #0003, 0 12px 36px #0003 }
        .wide { inline-size: 840px }
        .narrow { position: absolute; inset: auto 0 0 auto; inline-size: 230px; border-radius: 18px; outline: 5px solid #1c1917 }
      </style>${columns.map(([wide = '', narrow = '']) => `<figure><img class="wide" alt="" src="${wide}"><img class="narrow" alt="" src="${narrow}"></figure>`).join('')}`,
    )
    await sheet.screenshot({ path: target })
  } finally {
    close()
  }
})
