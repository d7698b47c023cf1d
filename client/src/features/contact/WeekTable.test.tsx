import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { fallbackConfig, setConfig } from '../../restaurant/config.ts'
import { WeekTable } from './WeekTable.tsx'

const { server } = openMockShop()
afterEach(() => setConfig(fallbackConfig))

it.each([
  ['en-US', '05:00 PM–12:00 AM', /:\d\d [AP]M$/],
  ['en-GB', '17:00–24:00', / \d\d:\d\d$/],
])('the hours of %s are in the clock of the state above them', async (locale, range, opens) => {
  setConfig({ ...fallbackConfig, language: 'de', locale, country: locale.slice(-2).toLowerCase() })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const data = Object.fromEntries(days.map((day) => [day, [{ start: '17:00', end: '24:00' }]]))
  const nextOpen = new Date(Date.now() + 36 * 3_600_000).toISOString()
  server.use(http.get('*/api/working-hours', () => HttpResponse.json({ data, meta: { isActive: false, isOpenNow: false, nextOpen } })))
  renderShop(<WeekTable />)
  expect(within(await screen.findByRole('table')).getAllByText(range)).toHaveLength(7)
  expect(screen.getByText(/^Opens again/).textContent).toMatch(opens)
})

it('says that the hours are not known where no day of the week could be read', async () => {
  server.use(
    http.get('*/api/working-hours', () => HttpResponse.json({ data: {}, meta: { isActive: true, isOpenNow: true, nextOpen: null } })),
  )
  renderShop(<WeekTable />)
  expect(await screen.findByText('The working hours could not be loaded.')).toBeVisible()
  expect(screen.queryByText('Closed')).not.toBeInTheDocument()
})
