import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { holdBack, openMockShop, renderShop, logIn } from '../../test-setup-shop.tsx'
import { TransactionsPage } from './TransactionsPage.tsx'

const shop = openMockShop()
const { server } = shop

beforeEach(async () => {
  await logIn()
})

afterEach(() => void vi.restoreAllMocks())

async function show(): Promise<void> {
  const path = '/me/my-transactions/transaction-history'
  renderShop({ [path]: <TransactionsPage /> }, path)
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
    await expect.poll(() => screen.queryByText(/^As of/)).toBeNull()
  })

  it('appears with the points: nothing moves when they are known later', async () => {
    const answer = holdBack(shop, '*/api/me')
    queryClient.clear()
    const shown = show()
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.queryByRole('table')).toBeNull()
    answer()
    await shown
    expect(screen.getByRole('table')).toBeInTheDocument()
  })

  it.each(['me/transactions', 'me'])('says when it was current once GET %s fails', async (path) => {
    await show()
    server.use(http.get(`*/api/${path}`, () => HttpResponse.json({}, { status: 502 })))
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText(/^As of \d/)).toBeInTheDocument()
  })
})
