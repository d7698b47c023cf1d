import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { queryClient } from './api/queryClient.ts'
import { Shell } from './app/Shell.tsx'

/** Renders the shop at the address of the page, as main.tsx does once it has arrived there. */
export async function renderShell(): Promise<void> {
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
}
