import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { openMockShop } from '../test-setup-shop.ts'
import { loadFirstScreen } from './Screens.tsx'
import { Shell } from './Shell.tsx'

openMockShop()

// In a file of its own, so that nothing was rendered before.
it('an address that changes before the first render is guarded, and redirects by a page load', async () => {
  const replaced = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  window.history.replaceState(null, '', '/select-branch')
  await loadFirstScreen()
  window.history.replaceState(window.history.state, '', '/me')
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Shell />
        </BrowserRouter>
      </QueryClientProvider>,
    )
    await Promise.resolve()
  })
  expect(replaced).toHaveBeenCalledWith('/me/my-profile')
})
