import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { startLanguage } from '../../i18n/language.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { ContactPage } from './ContactPage.tsx'
import { publicScope } from '../../session/identity.ts'

beforeAll(() => startLanguage({}))

it.each([
  ['https://maps.example/shop', 'https://maps.example/shop'],
  ['http://maps.example/shop', 'https://maps.example/shop'],
  ['maps.example/shop', 'https://maps.example/shop'],
  ['javascript:alert(1)', null],
  ['', null],
])('MAP_URL %j is the route %j', (value, link) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  client.setQueryData(settingsQuery(publicScope()).queryKey, [{ key: 'MAP_URL', value }])
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ContactPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('link', { name: 'Plan the route' })?.getAttribute('href') ?? null).toBe(link)
})
