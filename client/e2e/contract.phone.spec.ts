// contracts/upstream.yaml, verified with a mock server that a public tool creates from it: `tablefront check` passes, and the shop takes an order.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { end, executable, root, run, until } from './programs.ts'
import { addAndPress, confirmed, dialog, openDish } from './story.ts'

const port = Number(process.env['E2E_PORT_BASE'] ?? 21000) + 900
const upstream = `http://127.0.0.1:${port}`
const shop = `http://127.0.0.1:${port + 1}`

test('a mock server made from contracts/upstream.yaml passes the check, and the shop takes an order on it', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'tablefront-e2e-'))
  const prism = run(
    join(root, 'scripts/tools/node_modules/.bin/prism'),
    ['mock', '-h', '127.0.0.1', '-p', String(port), 'contracts/upstream.yaml'],
    {},
  )
  const bff = run(executable, ['serve'], {
    TABLEFRONT_ADDR: shop.replace('http://', ''),
    TABLEFRONT_METRICS_ADDR: '',
    TABLEFRONT_UPSTREAM: upstream,
    TABLEFRONT_DATA_DIR: data,
    TABLEFRONT_LOG_LEVEL: 'error',
  })
  try {
    await until('The mock server', async () => (await fetch(`${upstream}/api/settings`)).ok)
    // Throws if the exit code is not 0.
    const { stdout } = await promisify(execFile)(executable, ['check', '--upstream', upstream, '--token', 'any', '--write', '--yes'])
    expect(stdout).toContain('An order can be placed')
    await until('The shop', async () => (await fetch(`${shop}/readyz`)).ok)

    await page.goto(shop)
    const sheet = await openDish(page, 'Margherita')
    await sheet.getByRole('radio', { name: /^dünn/ }).check()
    await addAndPress(sheet.getByRole('button', { name: /^Add to Cart/ }), 'Checkout')
    await dialog(page, 'Login or continue as guest?').getByRole('button', { name: 'Checkout as Guest' }).click()
    await page.locator('[name=deliverType][value=delivery]').check()
    await page.locator('[name=deliverAt][value=now]').check()
    await page.getByRole('combobox', { name: /^Delivery area/ }).selectOption('1')
    await page.fill('[name=address]', 'Ackerstraße 1')
    await page.fill('[name=name]', 'Ada Lovelace')
    await page.fill('[name=email]', 'ada@example.org')
    await page.fill('[name=phone]', '030 901820')
    await page.locator('[name=paymentType][value=cash]').check()
    await page.locator('[name=terms]').check()
    const order = page.getByRole('button', { name: /^Zahlungspflichtig bestellen/ })
    // 8.50 is below the minimum of 12.00.
    await expect(order).toBeDisabled()
    await page.locator('[name=deliverType][value=takeaway]').check()
    await order.click()
    expect(await confirmed(page)).toBe('A-1042')
  } finally {
    await end(bff)
    await end(prism)
    rmSync(data, { recursive: true, force: true })
  }
})
