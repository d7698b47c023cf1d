import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

/** The number of the settings as every screen shows it, with fresh modules for each test. */
async function show(): Promise<void> {
  vi.resetModules()
  const { usePhone } = await import('./phone.ts')
  const { queryClient } = await import('../api/queryClient.ts')
  const { settingsQuery } = await import('../restaurant/settings.ts')
  const { publicScope } = await import('../session/identity.ts')
  queryClient.setQueryData(settingsQuery(publicScope()).queryKey, [{ key: 'PHONE', value: '+493012345678' }])
  function Number() {
    const { href, national } = usePhone()
    return <a href={href}>{national}</a>
  }
  render(
    <QueryClientProvider client={queryClient}>
      <Number />
    </QueryClientProvider>,
  )
}
afterEach(() => {
  vi.doUnmock('libphonenumber-js/max')
})

it('a number has one form: national, and none before it is known', async () => {
  await show()
  expect(screen.getByRole('link')).toHaveTextContent(/^\s*$/)
  expect(await screen.findByText('030 12345678')).toHaveAttribute('href', 'tel:+493012345678')
})

it('it is shown as it was given if its format can’t be loaded', async () => {
  vi.doMock('libphonenumber-js/max', () => Promise.reject(new Error('not loaded')))
  await show()
  expect(await screen.findByText('+493012345678')).toBeVisible()
})
