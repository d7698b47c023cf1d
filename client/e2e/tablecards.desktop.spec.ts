// Table cards, as the command writes them for the operator's printer.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { violations } from './axe.ts'
import { expect, test, withBranch, withLanguage } from './harness.ts'
import { executable } from './programs.ts'

test('table cards: four on a sheet of A4, and a card’s link opens the shop at its table', async ({ page, shop }) => {
  const tables = 'T7-KLEE Window, T12-FARN, 1..3'
  const { stdout } = await promisify(execFile)(executable, ['table-cards', '--shop', shop.url, '--tables', tables])
  await page.setContent(stdout)
  const cards = page.getByRole('listitem')
  await expect(cards).toHaveCount(5)
  const first = cards.first()
  await expect(first.getByText('Scannen und bestellen')).toBeVisible()
  await expect(first.getByText('امسح الرمز واطلب')).toBeVisible()
  expect(await first.locator('img').evaluate((logo: HTMLImageElement) => logo.decode().then(() => logo.naturalWidth))).toBeGreaterThan(0)
  expect(await violations(page, 'page')).toEqual([])
  const box = await first.boundingBox()
  expect(Math.abs((box?.width ?? 0) - (105 * 96) / 25.4)).toBeLessThan(1)
  expect(Math.abs((box?.height ?? 0) - (148.4 * 96) / 25.4)).toBeLessThan(1)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)

  const address = (await first.getByText(/\?table=/).textContent()) ?? ''
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  await page.goto(`http://${address}`)
  await expect(page.locator('#root').getByText('You are ordering at Table 7.')).toBeVisible()
})
