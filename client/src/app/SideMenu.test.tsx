import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { showPanel } from '../overlays/panels.ts'
import { fallbackConfig, setConfig } from '../restaurant/config.ts'
import { SideMenu } from './SideMenu.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => setConfig(fallbackConfig))

it('of a shop without accounts has no heading over nothing', () => {
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
        <MemoryRouter>
          <SideMenu />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  showPanel('menu')
  show()
  expect(screen.getByRole('heading', { name: 'My Account', hidden: true })).toBeInTheDocument()
  cleanup()
  setConfig({ ...fallbackConfig, accounts: false })
  show()
  expect(screen.queryByRole('heading', { name: 'My Account', hidden: true })).toBeNull()
})
