import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeMockServer } from '../../../../mocks/node.ts'
import { call, configurePipe } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { chosenBranch } from '../../shop/chosenBranch.ts'
import { currentLanguage, startLanguage } from '../../shop/language.ts'
import { storedToken } from '../../shop/login.ts'
import { local, storedKeys } from '../../shop/storage.ts'
import { turnAway } from '../../shop/turnedAway.ts'
import { LoginPage } from './LoginPage.tsx'

const { server, world } = makeMockServer()

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' })
  configurePipe({ token: storedToken, language: currentLanguage, branch: chosenBranch })
  await startLanguage(undefined)
})
afterAll(() => server.close())
beforeEach(() => {
  queryClient.clear()
  local.write(storedKeys.branchUrl, world.shops[1]?.url ?? '')
})

it('who is turned away only because the backend is away reads so, and goes on once it is back', async () => {
  const { token } = await call('POST /login', { body: { email: 'ada@example.org', password: 'correct-horse' } })
  local.write(storedKeys.token, token)
  server.use(http.get('*/api/me', () => HttpResponse.json({ message: 'away' }, { status: 502 })))
  turnAway('/me/my-orders')
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/login'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^You are signed in on this device, but the restaurant can't be reached/)).toBeVisible()
  expect(storedToken()).toBe(token)
  server.resetHandlers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('elsewhere')).toBeVisible()
  expect(router.state.location.pathname).toBe('/me/my-orders')
})
