// The contact page (docs/specification.md sections 2 and 5).
import { expectAlert, expectFieldError, visit } from './customer.ts'
import { expect, test } from './harness.ts'

test('shows address, hours and contact data, and the map only on request', { tag: '@phone' }, async ({ page, shop }) => {
  const tiles: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/tiles/')) tiles.push(request.url())
  })
  await visit(page, shop, '/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await expect(main.getByRole('link', { name: '030 23125042' })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(main.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)
  await expect(main.getByRole('link', { name: 'Plan the route' })).toHaveAttribute('href', /^https:/)
  const week = main.getByRole('table')
  await expect(week.getByRole('row')).toHaveCount(7)
  await expect(week.getByRole('row').first()).toContainText('Monday')
  await expect(week.getByRole('row').last()).toContainText('Sunday')
  await expect(week.locator('[aria-current=date]')).toHaveCount(1)
  await expect(main.getByText('Open now')).toBeVisible()
  expect(tiles).toEqual([])
  await main.getByRole('button', { name: 'Show the map' }).click()
  await expect(main.getByRole('application', { name: 'Map' })).toBeVisible()
  await expect.poll(() => tiles.length).toBeGreaterThan(0)
})

test.describe('the form', () => {
  const whole = { fname: 'Ada', lname: 'Lovelace', email: 'guest@example.org', subject: 'Praise', message: 'It was good.' }

  test(
    'shows the server’s errors at the fields, survives a reload, and confirms the sent message',
    { tag: '@phone' },
    async ({ page, shop }) => {
      await visit(page, shop, '/contact')
      for (const [name, value] of Object.entries({ ...whole, email: 'errors@example.org' })) await page.fill(`main [name=${name}]`, value)
      await page.check('[name=terms]')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      for (const name of ['fname', 'lname', 'email', 'subject', 'message', 'terms'])
        await expectFieldError(page, name, 'This value is not accepted.')
      await page.reload()
      await expect(page.locator('main [name=message]')).toHaveValue(whole.message)
      await page.fill('main [name=email]', whole.email)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expectAlert(page, 'Success', 'Your message has been received. We will contact you shortly.')
      await expect(page.locator('main [name=message]')).toHaveValue('')
      const sent = (await shop.upstream.log()).filter((call) => call.path.endsWith('/contact')).at(-1)
      expect(sent?.body).toEqual({ ...whole, terms: true })
    },
  )
})
