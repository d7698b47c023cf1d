// Table cards for the operator's printer.
import { expect, test, withBranch, withLanguage } from './harness.ts'

// The story prints the page.
test.use({ steady: false })

test('table cards: typed codes become cards with the table’s link, four on a sheet; the page is not indexed', async ({ page, shop }) => {
  await withBranch(page, shop)
  await withLanguage(page, shop, 'en')
  const answer = await page.goto('/_table-cards')
  expect(await answer?.text()).toContain('<meta name="robots" content="noindex">')
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /_table-cards')
  await expect(page.getByRole('heading', { level: 1, name: 'Table cards' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled()
  await page.fill('[name=codes]', 'T7-KLEE Window\nT12-FARN\n1..3\n<b>')
  await expect(page.locator('#root').getByText('These lines could not be read: <b>')).toBeVisible()
  const cards = page.getByRole('list', { name: 'Table cards' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  const first = cards.first()
  await expect(first.getByRole('img', { name: 'QR code to order at Window' })).toBeVisible()
  await expect(first.getByText('Scannen und bestellen')).toBeVisible()
  await expect(first.getByText('امسح الرمز واطلب')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(first.getByText('امسح الرمز واطلب')).toHaveCount(0)

  // Printed, there are only cards, each a quarter of a sheet.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('[name=codes]')).toBeHidden()
  const box = await first.boundingBox()
  expect(Math.abs((box?.width ?? 0) - (105 * 96) / 25.4)).toBeLessThan(1)
  expect(Math.abs((box?.height ?? 0) - (148.4 * 96) / 25.4)).toBeLessThan(1)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'screen' })

  // The card's link opens the shop at the table.
  const address = (await first.getByText(/\?table=/).textContent()) ?? ''
  await page.goto(`http://${address}`)
  await expect(page.locator('#root').getByText('You are ordering at Table 7.')).toBeVisible()
})
