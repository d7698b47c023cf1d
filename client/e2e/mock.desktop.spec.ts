// The mock mode: the client alone in the browser, on mocks, with no server at all (docs/architecture.md section 6; `make mock`).
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'

// Vite transforms each module on its first request, which takes time for hundreds of modules.
test.use({ serviceWorkers: 'allow', locale: 'en-GB', actionTimeout: 90_000 })

test('a guest orders without any server; pictures and providers are there', async ({ page }) => {
  const vite = await createServer({
    configFile: new URL('../vite.config.ts', import.meta.url).pathname,
    mode: 'mock',
    logLevel: 'error',
    server: { port: 0, strictPort: false, hmr: false, watch: null },
    cacheDir: new URL('../../.cache/vite-story', import.meta.url).pathname,
  })
  await vite.listen()
  try {
    const shop = vite.resolvedUrls?.local[0] ?? ''
    expect((await page.request.get(`${shop}providers/google.js`)).headers()['content-type']).toContain('javascript')
    await page.goto(shop)
    await page.locator('main article button').first().click()
    await expect(page).toHaveURL(shop)
    // The look of the settings: font, colour, background.
    const look = (name: string): Promise<string> =>
      page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token), name)
    await expect.poll(() => look('--font-heading')).toMatch(/^"?Fraunces Variable/)
    expect(await look('--accent')).toBe('#b4541f')
    expect(await look('--page-picture')).toContain('background-mitte.svg')
    // From here on without a reload, which would load some hundred modules one by one.
    await page.locator('main article a[href*="product=101"]').first().click()
    const sheet = page.locator('dialog[open]')
    await expect(sheet).toBeVisible()
    await expect
      .poll(() =>
        sheet
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(100)
    await sheet.locator('[role=radiogroup]').nth(1).locator('input').first().check()
    await sheet.locator('footer button').last().click()
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^Kasse/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: /Gast/ }).click()
    await page.locator('[name=deliverType][value=takeaway]').check()
    await page.fill('[name=name]', 'Mary Jackson')
    await page.fill('[name=email]', 'mary@example.com')
    await page.fill('[name=phone]', '030 23125150')
    await page.locator('[name=paymentType][value=cash]').check()
    await page.locator('[name=terms]').check()
    await page.locator('[data-place-order]').click()
    await expect(page.getByText(/^A-\d+$/)).toBeVisible()
    // The kit in both schemes and both directions, each in a frame of its own; one of them is enough to wait for.
    let frames = 0
    await page.route('**/_kit?dir=*', (route) => {
      frames += 1
      return frames < 4 ? route.fulfill({ contentType: 'text/html', body: '' }) : route.continue()
    })
    await page.goto(`${shop}_kit`)
    await expect(page.locator('iframe')).toHaveCount(4)
    const dark = page.locator('iframe').last().contentFrame()
    await expect(dark.getByRole('button', { name: 'primary' })).toBeVisible()
    await expect(dark.locator('html')).toHaveAttribute('dir', 'rtl')
  } finally {
    await vite.close()
  }
})
