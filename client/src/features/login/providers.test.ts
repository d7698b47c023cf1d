import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fallbackConfig, setConfig } from '../../restaurant/config.ts'
import { ProviderError, profileOf, refreshProof, signInAt, signOutAt, socialErrors, type SignInCallbacks } from './providers.ts'

const google = { clientId: 'client', script: 'https://provider.test/google.js' }
const facebook = { appId: '1', script: 'https://provider.test/facebook.js' }
const token = (claims: object): string => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

const callbacks = () => ({ profile: vi.fn<SignInCallbacks['profile']>(), failure: vi.fn<SignInCallbacks['failure']>(), ownButton: vi.fn() })
const host = document.createElement('div')

/** Simulates the network: scripts load or fail as soon as they are in the page. */
function scripts(load: boolean): void {
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) queueMicrotask(() => (node as HTMLScriptElement).dispatchEvent(new Event(load ? 'load' : 'error')))
  })
}

beforeEach(() => {
  setConfig({ ...fallbackConfig, google, facebook })
  scripts(true)
})
afterEach(() => {
  setConfig(fallbackConfig)
  delete window.google
  delete window.FB
})

describe('signing in at a provider', () => {
  it('asks Google with a fresh nonce and without auto-login, and reads who it is', async () => {
    let options: Record<string, unknown> = {}
    window.google = {
      accounts: {
        id: {
          initialize: (given) => (options = given),
          renderButton: vi.fn(),
          prompt: () =>
            (options['callback'] as (answer: object) => void)({ credential: token({ sub: '7', name: 'Ada', email: 'ada@example.org' }) }),
          disableAutoSelect: vi.fn(),
        },
      },
    }
    const heard = callbacks()
    await signInAt('google', host, 'de', heard)
    const nonce = options['nonce'] as string
    expect(options).toMatchObject({ client_id: 'client', auto_select: false })
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(heard.profile).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        socialName: 'google',
        socialId: '7',
        name: 'Ada',
        email: 'ada@example.org',
        proof: { idToken: expect.any(String) as string, nonce },
      }),
    )
  })

  it('says that the customer cancelled, and leaves Google’s own button', async () => {
    const prompt = (moment?: (moment: object) => void) => moment?.({ isSkippedMoment: () => true, getSkippedReason: () => 'user_cancel' })
    window.google = { accounts: { id: { initialize: vi.fn(), renderButton: vi.fn(), prompt, disableAutoSelect: vi.fn() } } }
    const heard = callbacks()
    await signInAt('google', host, 'de', heard)
    expect(heard.failure).toHaveBeenCalledExactlyOnceWith(new ProviderError(socialErrors.cancelled))
    expect(heard.ownButton).toHaveBeenCalledOnce()
  })

  const sdk = (status: object, person: object = {}) => ({
    init: vi.fn(),
    login: (heard: (status: never) => void) => heard(status as never),
    logout: vi.fn((heard: () => void) => heard()),
    getLoginStatus: (heard: (status: never) => void) => heard(status as never),
    api: (_path: string, _parameters: object, heard: (person: never) => void) => heard(person as never),
  })
  const connected = { status: 'connected', authResponse: { accessToken: 'at', userID: '9' } }

  it('brings Facebook’s access token, also without an e-mail address', async () => {
    window.FB = sdk(connected, { id: '9', name: 'Dorothy' })
    const heard = callbacks()
    await signInAt('facebook', host, 'de', heard)
    expect(heard.profile).toHaveBeenCalledExactlyOnceWith({
      socialName: 'facebook',
      socialId: '9',
      name: 'Dorothy',
      email: '',
      proof: { accessToken: 'at' },
    })
  })

  it.each([
    ['cancelled', { status: 'not_authorized', authResponse: null }, {}],
    ['notLoggedIn', connected, { error: { code: 104 } }],
  ] as const)('Facebook: %s', async (error, status, person) => {
    window.FB = sdk(status, person)
    const heard = callbacks()
    await signInAt('facebook', host, 'de', heard)
    expect(heard.failure).toHaveBeenCalledExactlyOnceWith(new ProviderError(socialErrors[error]))
  })

  it('knows no provider that is not configured', async () => {
    setConfig(fallbackConfig)
    const heard = callbacks()
    await signInAt('google', host, 'de', heard)
    expect(heard.failure).toHaveBeenCalledExactlyOnceWith(new ProviderError(socialErrors.notFound))
  })

  it('is not ready when the script does not come', async () => {
    scripts(false)
    setConfig({ ...fallbackConfig, facebook: { ...facebook, script: 'https://provider.test/elsewhere.js' } })
    const heard = callbacks()
    await signInAt('facebook', host, 'de', heard)
    expect(heard.failure).toHaveBeenCalledExactlyOnceWith(new ProviderError(socialErrors.notReady))
  })

  it('refreshes proof at Google only', async () => {
    const profile = { socialName: 'facebook' as const, socialId: '9', name: '', email: '', proof: { accessToken: 'at' } }
    await expect(refreshProof(profile, host, 'de', vi.fn())).rejects.toThrow(socialErrors.noRefresh)
  })

  it('signs out at Facebook, and says when nobody is signed in there', async () => {
    const fb = sdk(connected)
    window.FB = fb
    await signOutAt('facebook')
    expect(fb.logout).toHaveBeenCalledOnce()
    window.FB = sdk({ status: 'unknown' })
    await expect(signOutAt('facebook')).rejects.toThrow(socialErrors.notLoggedIn)
  })

  it.each(['', 'a.b.c', `x.${Buffer.from('[]').toString('base64url')}.y`, token({ name: 'without sub' })])(
    'reads nobody out of %j',
    (broken) => {
      expect(profileOf(broken, 'n')).toBeNull()
    },
  )
})
