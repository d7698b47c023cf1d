import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fallbackConfig, setConfig } from '../shop/restaurant/config.ts'
import { startLanguage } from '../shop/restaurant/language.ts'
import { Footer } from './Footer.tsx'

beforeAll(() => startLanguage({}))
afterEach(() => setConfig(fallbackConfig))

const show = (bare = false) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MemoryRouter>
        <Footer bare={bare} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

describe('the footer', () => {
  it('of the checkout links only to the legal pages', () => {
    show(true)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.queryAllByRole('link')).toEqual([])
  })
  it('links the accessibility statement only if the operator has set a contact for it', () => {
    show()
    expect(screen.queryByRole('link', { name: 'Accessibility' })).toBeNull()
    setConfig({ ...fallbackConfig, accessibilityContact: 'a11y@shop.example' })
    show()
    expect(screen.getByRole('link', { name: 'Accessibility' })).toHaveAttribute('href', '/accessibility')
  })
})
