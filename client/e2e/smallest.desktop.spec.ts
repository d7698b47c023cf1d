// The backend of docs/backend.md with only the required calls: `tablefront check` says that an order can be placed, and a guest places one.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { end, executable, run, until } from './programs.ts'
import { confirmed, dialog, guest, openDish, placeOrder, toCheckout } from './story.ts'

test('a guest orders on the smallest backend', async ({ browser }, info) => {
  const port = Number(process.env['E2E_PORT_BASE'] ?? 21000) + info.parallelIndex * 20 + 5
  const [upstream, shopUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 10}`]
  const data = mkdtempSync(join(tmpdir(), 'tablefront-'))
  const backend = run(process.execPath, ['examples/smallest-backend.mjs'], { PORT: String(port) })
  const shop = run(executable, ['serve'], {
    TABLEFRONT_ADDR: `127.0.0.1:${port + 10}`,
    TABLEFRONT_METRICS_ADDR: '',
    TABLEFRONT_UPSTREAM: upstream,
    TABLEFRONT_LANGUAGE: 'en',
    TABLEFRONT_DATA_DIR: data,
    TABLEFRONT_LOG_LEVEL: 'warn',
  })
  try {
    await until('The backend', async () => (await fetch(`${upstream}/api/settings`)).ok)
    await until('The shop', async () => (await fetch(`${shopUrl}/readyz`)).ok)

    const { stdout } = await promisify(execFile)(executable, ['check', '--upstream', upstream])
    expect(stdout).toContain('An order can be placed')

    const page = await browser.newPage({ baseURL: shopUrl })
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
    })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Margherita', exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    // Once it is known that there are no hours, branches, telephone or networks, no space is reserved for them.
    await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.height).toBeLessThan(70)
    const sheet = await openDish(page, 'Salami')
    await sheet.getByRole('radio', { name: /^32 cm/ }).check()
    await sheet.getByRole('button', { name: /^Add to Cart/ }).click()
    await expect(sheet).toBeHidden()
    await toCheckout(page)
    await page.fill('[name=name]', guest.name)
    await page.fill('[name=email]', guest.email)
    await page.fill('[name=phone]', guest.phone)
    await page.locator('[name=terms]').check()
    await expect(placeOrder(page)).toContainText('12,50')
    await placeOrder(page).click()
    expect(await confirmed(page)).toBe('A-1001')
    await expect(dialog(page, /Error/)).toHaveCount(0)
    // In English, though prices are written as in Germany; and no heading without anything below it.
    await expect(page.getByRole('main')).toContainText(/Ordered\s*today, \d/)
    await expect(page.getByRole('contentinfo').getByText('Quick links')).toBeVisible()
    await expect(page.getByRole('contentinfo').getByText(/^(Working hours|Find us)$/)).toHaveCount(0)
    // A single dish is asked for, and is not there: the list's dish is the dish. A price is asked for once, and is the shop's own. Nothing is tried again.
    expect([...new Set(refused)].sort()).toEqual(['404 /api/checkout/quote', '404 /api/products/categories/1/products/12'])
    expect(refused.length).toBeLessThanOrEqual(3)
  } finally {
    await end(shop)
    await end(backend)
    rmSync(data, { recursive: true, force: true })
  }
})
