// A backend that lacks optional calls of a signed-in customer: after its first 404 nothing leads there (docs/backend.md).
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { absentCalls } from '../api/absentCalls.ts'
import { call, type CallName } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { AccountScreen } from '../screen/AccountScreen.tsx'
import { caller } from '../session/identity.ts'
import { login } from '../session/login.ts'
import { openMockShop } from '../test-setup-shop.ts'
import { useDestinations } from './useDestinations.ts'

const { server } = openMockShop()
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>

beforeEach(async () => {
  absentCalls.set(new Set())
  const { token } = await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })
  await login(token)
})

const lacks = [
  ['GET /me/orders', 'My Orders'],
  ['GET /me/addresses', 'My Addresses'],
  ['GET /me/transactions', 'Transaction History'],
] as const

describe.each(lacks)('without %s', (name, label) => {
  const ask = () => call(name as CallName, { identity: caller(), query: { page: 1 } } as never).catch(() => undefined)
  const shown = () => {
    const { result } = renderHook(() => useDestinations().account.map((each) => each.label), { wrapper })
    return result
  }

  it(`"${label}" is not offered any more`, async () => {
    const view = render(
      <MemoryRouter>
        <AccountScreen title="x">
          <p />
        </AccountScreen>
      </MemoryRouter>,
      { wrapper },
    )
    const destinations = shown()
    expect(await screen.findByRole('link', { name: label })).toBeInTheDocument()
    // A proxy's page says nothing about the backend, a failure neither.
    for (const [status, body] of [
      [404, { code: 'upstream_invalid' }],
      [500, { message: 'no' }],
    ] as const) {
      server.use(http.get(`*/api${name.slice(4)}`, () => HttpResponse.json(body, { status }), { once: true }))
      await act(ask)
      expect(screen.getByRole('link', { name: label })).toBeInTheDocument()
    }
    server.use(http.get(`*/api${name.slice(4)}`, () => HttpResponse.json({ message: 'Not found.' }, { status: 404 })))
    await act(ask)
    expect(screen.queryByRole('link', { name: label })).toBeNull()
    expect(destinations.current).not.toContain(label)
    view.unmount()
  })
})
