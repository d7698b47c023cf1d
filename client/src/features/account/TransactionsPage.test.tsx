import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { caller } from '../../session/identity.ts'
import { login } from '../../session/login.ts'
import { openMockShop } from '../../test-setup-shop.ts'
import { TransactionsPage } from './TransactionsPage.tsx'

const { server } = openMockShop()

beforeEach(async () => {
  const { token } = await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })
  await login(token)
})

afterEach(() => void vi.restoreAllMocks())

async function show(): Promise<void> {
  const path = '/me/my-transactions/transaction-history'
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path, element: <TransactionsPage /> }], { initialEntries: [path] })} />
    </QueryClientProvider>,
  )
  await screen.findByText('Your points')
  expect(screen.queryByText(/^As of/)).toBeNull()
}

describe('the history of points', () => {
  it('says when it was current while there is no network', async () => {
    await show()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(await screen.findByText(/^As of \d/)).toBeInTheDocument()
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await vi.waitFor(() => expect(screen.queryByText(/^As of/)).toBeNull())
  })

  it.each(['me/transactions', 'me'])('says when it was current once GET %s fails', async (path) => {
    await show()
    server.use(http.get(`*/api/${path}`, () => HttpResponse.json({}, { status: 502 })))
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(/^As of \d/)).toBeInTheDocument()
  })
})
