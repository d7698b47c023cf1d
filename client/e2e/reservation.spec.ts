// The reservation modal (SPEC.md sections 2 and 5).
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAlert, expectFieldError, visit, visitAs } from './customer.ts'
import { expect, expectAccessible, test } from './harness.ts'

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Reservation' })

async function fillPerson(page: Page, email: string): Promise<void> {
  const sheet = sheetOf(page)
  await sheet.locator('[name=name]').fill('Ada Lovelace')
  await sheet.locator('[name=email]').fill(email)
  await sheet.locator('[name=phone]').fill('030 23125100')
  await sheet.locator('[name=terms]').check()
}

test('opens from the header, needs every field but the notes, and Back closes it', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  const narrow = (page.viewportSize()?.width ?? 0) < 900
  if (narrow) await page.getByRole('button', { name: 'Open the menu' }).click()
  const place = narrow ? page.getByRole('dialog', { name: 'Navigation' }) : page.getByRole('banner')
  await place.getByRole('link', { name: 'Reservation' }).click()
  const sheet = sheetOf(page)
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expectFieldError(page, 'guests', 'Please choose how many you are.')
  await expectFieldError(page, 'reservedAt', 'Please choose a day and a time.')
  await expect(sheet.locator('[name=name]')).toHaveAccessibleDescription('Please fill in this field.')
  await expect(sheet.locator('[name=email]')).toHaveAccessibleDescription('Please fill in this field.')
  await expect(sheet.locator('[name=phone]')).toHaveAccessibleDescription('Please enter a valid telephone number.')
  await expect(sheet.locator('[name=terms]')).toHaveAccessibleDescription('Please accept the terms to continue.')
  expect(await sheet.locator('[name=guests] option').allTextContents()).toEqual([
    'How many are you?',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10+',
  ])
  await page.goBack()
  await expect(sheet).toBeHidden()
})

test('a time from the hours and a party from the chips; the answer and the calendar file', async ({ page, shop }) => {
  await visit(page, shop, '/contact?reservation=1')
  const sheet = sheetOf(page)
  await sheet.getByRole('button', { name: 'Guests: 10+' }).click()
  await expect(sheet.locator('[name=guests]')).toHaveValue('10+')
  await sheet.getByRole('toolbar', { name: 'Day' }).getByRole('button', { name: 'Tomorrow' }).click()
  await sheet
    .getByRole('toolbar', { name: /^Time on/ })
    .getByRole('button', { name: /^(19:30|0?7:30 PM)$/ })
    .click()
  await expect(sheet.locator('[name=reservedAt]')).toHaveValue(/^\d{4}-\d\d-\d\dT19:30$/)
  await fillPerson(page, 'guest@example.org')
  await sheet.locator('[name=notes]').fill('By the window')
  await sheet.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expectAlert(page, 'Success', 'Your reservation request has been submitted. We will notify you about your reservation status.')
  await expect(sheet).toContainText('10+')
  const sent = (await shop.upstream.log()).filter((call) => call.path.endsWith('/reservations'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ guests: '10+', name: 'Ada Lovelace', phone: '+493023125100', notes: 'By the window', terms: true })
  expect((sent[0]?.body as { reservedAt: string }).reservedAt).toMatch(/T19:30:00[+-]\d\d:\d\d$/)
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Add to the calendar' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/BEGIN:VEVENT[\s\S]*DTSTART:\d{8}T\d{6}Z/)
})

test('server errors stand beside their fields; a time that has passed is refused at once', async ({ page, shop }) => {
  await visit(page, shop, '/contact?reservation=1')
  const sheet = sheetOf(page)
  await sheet.locator('[name=guests]').selectOption('2')
  await sheet.locator('[name=reservedAt]').fill('2020-01-01T19:00')
  await fillPerson(page, 'errors@example.org')
  const reserve = sheet.getByRole('button', { name: 'Reserve', exact: true })
  await reserve.click()
  await expectFieldError(page, 'reservedAt', 'This time has passed already.')
  await sheet.locator('[name=reservedAt]').fill('2099-01-01T19:00')
  await reserve.click()
  for (const name of ['reservedAt', 'guests', 'name', 'email', 'phone', 'terms'])
    await expect(sheet.locator(`[name=${name}]`)).toHaveAccessibleDescription('This value is not accepted.')
  await sheet.locator('[name=email]').fill('full@example.org')
  await reserve.click()
  await expect(sheet.locator('[name=reservedAt]')).toHaveAccessibleDescription(/no free table/)
  await expectAccessible(page)
})

test('an answer that got lost is asked for again under the same key', async ({ page, shop }) => {
  await visitAs(page, shop, 'ada@example.org', '/contact?reservation=1')
  const sheet = sheetOf(page)
  await expect(sheet.locator('[name=name]')).toHaveValue('Ada Lovelace')
  await sheet.locator('[name=guests]').selectOption('4')
  await sheet.locator('[name=reservedAt]').fill('2099-01-01T19:00')
  await sheet.locator('[name=terms]').check()
  await page.route('**/api/reservations', (route) => route.abort(), { times: 1 })
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reservations')) keys.push(request.headers()['idempotency-key'])
  })
  const reserve = sheet.getByRole('button', { name: 'Reserve', exact: true })
  await reserve.click()
  await expect(sheet.getByRole('alert')).toBeVisible()
  await reserve.click()
  await expectAlert(page, 'Success', 'Your reservation request has been submitted.')
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('there is none where RESERVATION_ENABLED is off', async ({ page, shop }) => {
  await shop.upstream.scenario({ names: ['no-reservation'] })
  await visit(page, shop, '/contact?reservation=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sheetOf(page)).toBeHidden()
  await expect(page.getByRole('link', { name: 'Reservation' })).toHaveCount(0)
})
