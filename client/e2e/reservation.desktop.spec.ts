// The reservation modal, independent of the width (docs/specification.md sections 2 and 5).
import { expectAlert, expectFieldError, fillReserver, reservationSheet, visit, visitAs } from './customer.ts'
import { expect, test } from './harness.ts'

test('server errors are shown at their fields; a past time is rejected at once', async ({ page, shop }) => {
  await visit(page, shop, '/contact?reservation=1')
  const sheet = reservationSheet(page)
  await sheet.getByRole('radio', { name: '2', exact: true }).check()
  await sheet.locator('[name=reservedAt]').fill('2020-01-01T19:00')
  await fillReserver(page, 'errors@example.org')
  const reserve = sheet.getByRole('button', { name: 'Reserve', exact: true })
  await reserve.click()
  await expectFieldError(page, 'reservedAt', 'This time has passed already.')
  await sheet.locator('[name=reservedAt]').fill('2099-01-01T19:00')
  await reserve.click()
  for (const name of ['reservedAt', 'guests', 'name', 'email', 'phone', 'terms'])
    await expect(sheet.locator(`[name=${name}]`).first()).toHaveAccessibleDescription('This value is not accepted.')
  await sheet.locator('[name=email]').fill('full@example.org')
  await reserve.click()
  await expect(sheet.locator('[name=reservedAt]')).toHaveAccessibleDescription(/no free table/)
})

test('after a lost response the reservation is sent again under the same key', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/contact?reservation=1')
  const sheet = reservationSheet(page)
  await expect(sheet.locator('[name=name]')).toHaveValue('Ada Lovelace')
  await sheet.getByRole('radio', { name: '4', exact: true }).check()
  await sheet.locator('[name=reservedAt]').fill('2099-01-01T19:00')
  await sheet.locator('[name=terms]').check()
  await page.route('**/api/reservations', (route) => route.abort(), { times: 1 })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reservations')) keys.push(request.headers()['idempotency-key'])
  })
  const reserve = sheet.getByRole('button', { name: 'Reserve', exact: true })
  await reserve.click()
  await expect(sheet.locator('[data-notice=danger]')).toBeVisible()
  await reserve.click()
  await expectAlert(page, 'Success', 'Your reservation request has been submitted.')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('there is no reservation if RESERVATION_ENABLED is off', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-reservation'] })
  await visit(page, shop, '/contact?reservation=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(reservationSheet(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Reservation' })).toHaveCount(0)
})
