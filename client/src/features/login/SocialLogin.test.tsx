import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/queryClient.ts'
import { fallbackConfig, setConfig } from '../../restaurant/config.ts'
import { startLanguage } from '../../i18n/language.ts'
import { settingsQuery } from '../../restaurant/settings.ts'
import { socialErrors } from './providers.ts'
import { SocialLogin } from './SocialLogin.tsx'
import { publicScope } from '../../session/identity.ts'

const facebook = { appId: '1', script: 'https://provider.test/facebook.js' }

/** Facebook's SDK, with this status after the login and this answer about the person. */
const sdk = (status: object, person: object) =>
  ({
    init: vi.fn(),
    login: (heard: (status: object) => void) => heard(status),
    api: (_path: string, _parameters: object, heard: (person: object) => void) => heard(person),
  }) as unknown as NonNullable<Window['FB']>
const connected = { status: 'connected', authResponse: { accessToken: 'at', userID: '9' } }

function show(allowed: string): void {
  queryClient.setQueryData(settingsQuery(publicScope()).queryKey, [
    { key: 'ALLOW_SOCIAL_LOGIN', value: allowed },
    { key: 'ALLOW_REGISTRATION', value: '1' },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<SocialLogin onLoggedIn={() => undefined} />} />
          <Route path="/register" element={<p>register</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

beforeAll(() => startLanguage(undefined))
afterEach(() => {
  setConfig(fallbackConfig)
  delete window.FB
  queryClient.clear()
})

describe('a social login', () => {
  // The other two of the five texts: refreshing is register's (e2e/social.desktop.spec.ts), a provider that is not configured has no button (providers.test.ts).
  it.each([
    ['notReady', false, undefined],
    ['cancelled', true, sdk({ status: 'not_authorized', authResponse: null }, {})],
    ['notLoggedIn', true, sdk(connected, { error: { code: 104 } })],
  ] as const)('that fails says so: %s', async (error, loads, fb) => {
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) queueMicrotask(() => (node as HTMLScriptElement).dispatchEvent(new Event(loads ? 'load' : 'error')))
    })
    // A script's address of its own, since a script is fetched once.
    setConfig({ ...fallbackConfig, facebook: { ...facebook, script: `https://provider.test/${error}.js` } })
    if (fb) window.FB = fb
    show('1')
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Facebook' }))
    expect(await screen.findByText(socialErrors[error])).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue with Facebook' })).toBeEnabled()
  })

  it.each([
    ['register, of an account that the backend does not know and says so by a code', 404, 'account_unknown', true],
    ['register, of one that it refuses', 422, 'no_such_account', true],
    ['register, of an invalid request', 400, 'bad_login', true],
    ['register, of one that may not log in', 401, 'no_login', true],
    ['register, of a forbidden one', 403, 'forbidden', true],
    ['nowhere, of too many attempts', 429, 'throttled', false],
    ['nowhere, of a sign-in that the gateway could not confirm', 422, 'social_unverified', false],
  ] as const)('leads to %s', async (_where, status, code, registers) => {
    vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
      for (const node of nodes) queueMicrotask(() => (node as HTMLScriptElement).dispatchEvent(new Event('load')))
    })
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.resolve(Response.json({ code, message: 'No.' }, { status }))),
    )
    setConfig({ ...fallbackConfig, facebook: { ...facebook, script: `https://provider.test/${code}.js` } })
    window.FB = sdk(connected, { id: '9', name: 'Dorothy', email: 'd@example.org' })
    show('1')
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Facebook' }))
    if (registers) expect(await screen.findByText('register')).toBeInTheDocument()
    else expect(await screen.findByText('No.')).toBeVisible()
    vi.unstubAllGlobals()
  })

  it.each([
    ['', facebook],
    ['1', null],
  ] as const)('is not offered with ALLOW_SOCIAL_LOGIN %j and provider %j', (allowed, provider) => {
    setConfig({ ...fallbackConfig, facebook: provider })
    show(allowed)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
