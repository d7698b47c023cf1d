// The reservation modal (docs/specification.md sections 2 and 5).
import { readFile } from 'node:fs/promises'
import { expectAlert, expectFieldError, fillReserver, reservationSheet, visit } from './customer.ts'
import { expect, test } from './harness.ts'

test('opens from the header, requires every field but the notes, and Back closes it', async ({ page, shop }) => {
  await visit(page, shop, '/contact')
  const narrow = (page.viewportSize()?.width ?? 0) < 900
  if (narrow) await page.getByRole('button', { name: 'Open the menu' }).click()
  const place = narrow ? page.getByRole('dialog', { name: 'Navigation' }) : page.getByRole('banner')
  await place.getByRole('link', { name: 'Reservation' }).click()
  const sheet = reservationSheet(page)
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expectFieldError(page, 'guests', 'Please choose the number of guests.')
  await expectFieldError(page, 'reservedAt', 'Please choose a day and a time.')
  await expect(sheet.locator('[name=name]')).toHaveAccessibleDescription('Please fill in this field.')
  await expect(sheet.locator('[name=email]')).toHaveAccessibleDescription('Please fill in this field.')
  await expect(sheet.locator('[name=phone]')).toHaveAccessibleDescription('Please enter a valid telephone number.')
  await expect(sheet.locator('[name=terms]')).toHaveAccessibleDescription('Please accept the terms to continue.')
  expect(await sheet.getByRole('radiogroup', { name: 'Guests' }).locator('label').allTextContents()).toEqual([
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

test('party size, a time from the working hours; the confirmation and the calendar file', { tag: '@phone' }, async ({ page, shop }) => {
  await visit(page, shop, '/contact?reservation=1')
  const sheet = reservationSheet(page)
  await sheet.getByRole('radio', { name: '10+' }).check()
  await sheet.getByRole('toolbar', { name: 'Day' }).getByRole('button', { name: 'Tomorrow' }).click()
  await sheet
    .getByRole('toolbar', { name: /^Time on/ })
    .getByRole('button', { name: /^(19:30|0?7:30 PM)$/ })
    .click()
  await expect(sheet.locator('[name=reservedAt]')).toHaveValue(/^\d{4}-\d\d-\d\dT19:30$/)
  await fillReserver(page, 'guest@example.org')
  await sheet.locator('[name=notes]').fill('By the window')
  await sheet.getByRole('button', { name: 'Reserve', exact: true }).click()
  await expectAlert(page, 'Success', 'Your reservation request has been submitted. We will notify you about your reservation status.')
  await expect(sheet).toContainText('10+')
  // The dialog has said it.
  await expect(sheet.getByText(/has been submitted/)).toHaveCount(0)
  const sent = (await shop.upstream.log()).filter((call) => call.path.endsWith('/reservations'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ guests: '10+', name: 'Ada Lovelace', phone: '+493023125100', notes: 'By the window', terms: true })
  expect((sent[0]?.body as { reservedAt: string } | undefined)?.reservedAt).toMatch(/T19:30:00[+-]\d\d:\d\d$/)
  const [file] = await Promise.all([page.waitForEvent('download'), sheet.getByRole('button', { name: 'Add to the calendar' }).click()])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/BEGIN:VEVENT[\s\S]*DTSTART:\d{8}T\d{6}Z/)
})
