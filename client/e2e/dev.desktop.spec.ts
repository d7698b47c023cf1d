// `make dev`: Vite before the real BFF and a backend (docs/frontend.md).
import { createServer } from 'vite'
import { visit } from './customer.ts'
import { expect, test } from './harness.ts'

// Vite adds styles after the elements that they belong to.
test.use({ steady: false })

test('the policy of production is said with its variable; the look of this shop is edited, with the settings to copy', async ({
  page,
  shop,
}) => {
  process.env['TABLEFRONT_DEV_BFF'] = shop.url
  const vite = await createServer({
    configFile: new URL('../vite.config.ts', import.meta.url).pathname,
    logLevel: 'error',
    server: { port: 0, strictPort: false, hmr: false, watch: null },
    cacheDir: new URL('../../.cache/vite-story-dev', import.meta.url).pathname,
  })
  await vite.listen()
  try {
    const url = (vite.resolvedUrls?.local[0] ?? '').replace(/\/$/, '')
    // Composed, since a host that is written in the code is allowed.
    await shop.upstream.scenario({
      settings: {
        CUSTOM_HEADER_CODE: `<script>document.head.append(Object.assign(document.createElement('script'), { src: 'https:' + '//cdn' + '.unlisted.example/tag.js' }))</script>`,
      },
    })
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.context().addCookies([{ name: 'branch', value: encodeURIComponent(shop.upstream.branches[0] ?? ''), url }])
    await visit(page, shop, `${url}/contact`)
    await expect
      .poll(() => said.filter((line) => line.startsWith('Production')))
      .toEqual([
        "Production's policy blocks https://cdn.unlisted.example/tag.js, too. TABLEFRONT_CSP_SCRIPT=https://cdn.unlisted.example allows it (docs/tags.md).",
      ])

    await page.goto(`${url}/_kit`)
    const editor = page.getByRole('form', { name: 'Look' })
    const [light, dark] = ['light, ltr', 'dark, ltr'].map((title) => page.frameLocator(`iframe[title="${title}"]`))
    if (light === undefined || dark === undefined) return
    const fill = (of: typeof light): Promise<string> =>
      of.getByRole('button', { name: 'primary', exact: true }).evaluate((button) => getComputedStyle(button).backgroundColor)
    // The shop's own look, of its backend.
    await expect(editor.getByLabel('PRIMARY_COLOR')).toHaveValue('#b4541f')
    await expect.poll(() => fill(light)).toBe('rgb(180, 84, 31)')
    await expect(dark.getByRole('button', { name: 'primary', exact: true })).toBeVisible()
    await expect(editor.locator('[data-contrast]')).toHaveText('Every text and edge has enough contrast.')
    const copied = editor.getByLabel('Settings to copy')
    await expect(copied).toHaveValue('')

    await editor.getByLabel('PRIMARY_COLOR').fill('#14557b')
    await expect.poll(() => fill(light)).toBe('rgb(20, 85, 123)')
    await editor.getByLabel('Font, heading').selectOption('Oswald')
    await expect(light.locator('h1').first()).toHaveCSS('font-family', /^"Oswald Variable"/)
    await editor.getByLabel('--radius-m').fill('0px')
    await editor.getByRole('group', { name: 'light' }).getByLabel('--ink-quiet').fill('#bbbbbb')
    await expect(editor.locator('[data-contrast]')).toContainText('light: --ink-quiet on --surface-page has 1.')
    await expect(editor.locator('[data-contrast]')).not.toContainText('dark')
    await expect(copied).toHaveValue(
      [
        'PRIMARY_COLOR #14557b',
        'FONT_SETTINGS {"heading":"Oswald","text":"Inter"}',
        'CUSTOM_HEADER_CODE <style>:root{--radius-m:0px}:root[data-scheme=light]{--ink-quiet:#bbbbbb}</style>',
      ].join('\n'),
    )
  } finally {
    await vite.close()
  }
})
