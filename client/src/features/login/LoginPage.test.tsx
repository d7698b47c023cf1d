import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { call } from '../../api/http.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { redirectedFrom } from '../../session/loginRedirect.ts'
import { openMockShop, renderShop } from '../../test-setup-shop.tsx'
import { LoginPage } from './LoginPage.tsx'
import { caller, identity, startIdentity } from '../../session/identity.ts'

const { server } = openMockShop()

it('a login that can’t be checked because the backend is down shows so, and continues once it is back', async () => {
  const { token } = await call('POST /login', { identity: caller(), body: { email: 'ada@example.org', password: 'correct-horse' } })
  local.write(storedKeys.token, token)
  startIdentity()
  server.use(http.get('*/api/me', () => HttpResponse.json({ message: 'away' }, { status: 502 })))
  redirectedFrom.set('/me/my-orders')
  const { router } = renderShop({ '/login': <LoginPage /> }, '/login')
  expect(await screen.findByText(/^You are signed in on this device, but the restaurant can't be reached/)).toBeVisible()
  expect(identity().token).toBe(token)
  server.resetHandlers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('elsewhere')).toBeVisible()
  expect(router.state.location.pathname).toBe('/me/my-orders')
})

it.each([{ access_token: 'x' }, [{ token: 'x' }], { token: '' }, undefined])('a login without a token has failed: %j', async (body) => {
  server.use(http.post('*/api/login', () => (body === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(body))))
  const { router } = renderShop({ '/login': <LoginPage /> }, '/login')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'correct-horse')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(/Please try again in a moment/)).toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
  expect(identity().token).toBeNull()
})

it('a login whose answer was lost can be tried again, and says so', async () => {
  server.use(
    http.post('*/api/login', () =>
      HttpResponse.json({ code: 'outcome_unknown', message: 'Please do not send it again.' }, { status: 504 }),
    ),
  )
  renderShop({ '/login': <LoginPage /> }, '/login')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'correct-horse')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(/Please try again in a moment/)).toBeVisible()
  expect(screen.queryByText(/do not send it again/)).toBeNull()
})

it.each([
  [{ detail: 'No account with these credentials' }, 'No account with these credentials'],
  [
    { code: 'x', message: '<strong>Error:</strong> Caf&eacute;? <a href="/lost">Lost your password?</a>' },
    'Error: Café? Lost your password?',
  ],
  [{ message: 'Unauthenticated.' }, 'Please check what you have entered.'],
  [{}, 'Please check what you have entered.'],
])('a wrong password is said to be one, also as 401: %j', async (body, words) => {
  server.use(http.post('*/api/login', () => HttpResponse.json(body, { status: 401, headers: { 'X-Upstream-Status': '401' } })))
  renderShop({ '/login': <LoginPage /> }, '/login')
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ada@example.org')
  await userEvent.type(screen.getByLabelText('Password'), 'correct-horse')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(words)).toBeVisible()
})
