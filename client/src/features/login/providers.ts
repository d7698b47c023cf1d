import { text } from '../../api/translatable.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { randomKey } from '../../browser/randomKey.ts'

/*
 * Signing in with Google and Facebook (docs/specification.md section 4). Their scripts are loaded only after the customer has pressed the button
 * (docs/threat-model.md T28), automatic sign-in is off, and their response is proof for the server and not trusted here (docs/threat-model.md T19).
 */

/** A provider's name, sent as socialName. */
export type ProviderName = 'google' | 'facebook'

/** What a button says that signs in with a provider. */
export const continueWith: Record<ProviderName, string> = { google: text('Continue with Google'), facebook: text('Continue with Facebook') }

/** The proof that the server verifies. */
type Proof = { idToken: string; nonce: string } | { accessToken: string }

export interface SocialProfile {
  socialName: ProviderName
  socialId: string
  name: string
  /** Empty if the customer does not share it. */
  email: string
  proof: Proof
}

/** The five texts of docs/specification.md section 8 for social logins. */
export const socialErrors = {
  notFound: text('Login provider not found'),
  notLoggedIn: text('Not logged in'),
  notReady: text('Login providers not ready yet'),
  noRefresh: text('Chosen login provider is not supported for refreshing a token'),
  cancelled: text('User cancelled login or did not fully authorize'),
} as const

/** A failed social login; the message is one of `socialErrors`, a translation key. */
export class ProviderError extends Error {
  constructor(message: (typeof socialErrors)[keyof typeof socialErrors]) {
    super(message)
    this.name = 'ProviderError'
  }
}

// What is used of the providers' scripts. The published types say that all of it is always there; but a script may not be loaded, Chromium's FedCM has
// no display moments, and Facebook's authResponse is null without a session.
interface PromptMoment {
  isNotDisplayed?: () => boolean
  isSkippedMoment?: () => boolean
  isDismissedMoment?: () => boolean
  getDismissedReason?: () => string
}

interface GoogleIdentity {
  initialize: (options: Record<string, unknown>) => void
  prompt: (moment?: (moment: PromptMoment) => void) => void
  renderButton: (parent: HTMLElement, options: Record<string, unknown>) => void
  disableAutoSelect: () => void
}

interface FacebookStatus {
  status: 'connected' | 'not_authorized' | 'unknown'
  authResponse?: { accessToken: string; userID: string } | null
}

interface FacebookSdk {
  init: (options: Record<string, unknown>) => void
  login: (callback: (status: FacebookStatus) => void, options: Record<string, unknown>) => void
  logout: (callback: () => void) => void
  getLoginStatus: (callback: (status: FacebookStatus) => void) => void
  api: (
    path: string,
    parameters: Record<string, string>,
    callback: (answer: { id?: string; name?: string; email?: string; error?: unknown }) => void,
  ) => void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
    FB?: FacebookSdk
  }
}

/** The timeout of a provider's script, in milliseconds. */
const scriptTimeout = 15_000
const scripts = new Map<string, Promise<void>>()

function fetchScript(src: string): Promise<void> {
  let loading = scripts.get(src)
  if (loading !== undefined) return loading
  loading = new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = (): void => {
      clearTimeout(late)
      scripts.delete(src)
      script.remove()
      reject(new ProviderError(socialErrors.notReady))
    }
    const late = setTimeout(fail, scriptTimeout)
    script.src = src
    script.async = true
    script.onload = () => {
      clearTimeout(late)
      resolve()
    }
    script.onerror = fail
    document.head.append(script)
  })
  scripts.set(src, loading)
  return loading
}

/** The providers that the operator has configured, in the order of their buttons. */
export function offeredProviders(): ProviderName[] {
  const { google, facebook } = shopConfig()
  return [...(google ? (['google'] as const) : []), ...(facebook ? (['facebook'] as const) : [])]
}

async function googleIdentity(): Promise<{ identity: GoogleIdentity; clientId: string }> {
  const config = shopConfig().google
  if (!config) throw new ProviderError(socialErrors.notFound)
  await fetchScript(config.script)
  const identity = window.google?.accounts.id
  if (identity === undefined) throw new ProviderError(socialErrors.notReady)
  return { identity, clientId: config.clientId }
}

async function facebookSdk(): Promise<FacebookSdk> {
  const config = shopConfig().facebook
  if (!config) throw new ProviderError(socialErrors.notFound)
  await fetchScript(config.script)
  const sdk = window.FB
  if (sdk === undefined) throw new ProviderError(socialErrors.notReady)
  sdk.init({ appId: config.appId, version: 'v21.0', cookie: false, status: false, xfbml: false })
  return sdk
}

/** The callbacks of a sign-in. A failure may be followed by a profile: the provider's own button stays usable. */
export interface SignInCallbacks {
  profile: (profile: SocialProfile) => void
  failure: (error: ProviderError) => void
  /** The provider requires its own button, which is now in the host element. */
  ownButton: () => void
}

/** Signs in with a provider. `host` is the container of the provider's own button, if it requires one. */
export async function signInAt(provider: ProviderName, host: HTMLElement, language: string, callbacks: SignInCallbacks): Promise<void> {
  try {
    if (provider === 'google') await signInAtGoogle(host, language, callbacks)
    else callbacks.profile(await signInAtFacebook())
  } catch (error) {
    callbacks.failure(error instanceof ProviderError ? error : new ProviderError(socialErrors.notReady))
  }
}

async function signInAtGoogle(host: HTMLElement, language: string, callbacks: SignInCallbacks): Promise<void> {
  const { identity, clientId } = await googleIdentity()
  const nonce = randomKey()
  let answered = false
  identity.initialize({
    client_id: clientId,
    nonce,
    auto_select: false,
    cancel_on_tap_outside: false,
    context: 'signin',
    ux_mode: 'popup',
    callback: ({ credential }: { credential?: string }) => {
      answered = true
      const profile = credential === undefined ? null : profileOf(credential, nonce)
      if (profile === null) callbacks.failure(new ProviderError(socialErrors.notLoggedIn))
      else callbacks.profile(profile)
    },
  })
  host.replaceChildren()
  identity.renderButton(host, { type: 'standard', theme: 'outline', size: 'large', text: 'continue_with', locale: language })
  identity.prompt((moment) => {
    if (answered) return
    // Google shows no prompt in some browsers and after it was closed a few times; its button always works.
    if (moment.isNotDisplayed?.() === true) callbacks.ownButton()
    else if (moment.isDismissedMoment?.() === true && moment.getDismissedReason?.() === 'credential_returned') return
    else if (moment.isDismissedMoment?.() === true || moment.isSkippedMoment?.() === true) {
      callbacks.failure(new ProviderError(socialErrors.cancelled))
      callbacks.ownButton()
    }
  })
}

async function signInAtFacebook(): Promise<SocialProfile> {
  const sdk = await facebookSdk()
  const status = await new Promise<FacebookStatus>((resolve) => sdk.login(resolve, { scope: 'public_profile,email' }))
  const session = status.authResponse
  if (status.status !== 'connected' || !session) throw new ProviderError(socialErrors.cancelled)
  const person = await new Promise<{ id?: string; name?: string; email?: string; error?: unknown }>((resolve) =>
    sdk.api('/me', { fields: 'id,name,email' }, resolve),
  )
  if (person.error !== undefined || person.id === undefined) throw new ProviderError(socialErrors.notLoggedIn)
  return {
    socialName: 'facebook',
    socialId: person.id,
    name: person.name ?? '',
    email: person.email ?? '',
    proof: { accessToken: session.accessToken },
  }
}

/**
 * Requests new proof from a provider after the previous one has expired. Only Google can do so without a press; `ownButton` is called if Google
 * requires its own button. Throws `ProviderError`.
 */
export async function refreshProof(
  profile: SocialProfile,
  host: HTMLElement,
  language: string,
  ownButton: () => void,
): Promise<SocialProfile> {
  if (profile.socialName !== 'google') throw new ProviderError(socialErrors.noRefresh)
  const fresh = await new Promise<SocialProfile>((resolve, reject) => {
    void signInAt('google', host, language, { profile: resolve, failure: reject, ownButton })
  })
  return samePerson(fresh, profile)
}

/** Returns the new profile if it is the same person's. Throws `ProviderError` if somebody else has signed in. */
export function samePerson(fresh: SocialProfile, before: SocialProfile): SocialProfile {
  if (fresh.socialName !== before.socialName || fresh.socialId !== before.socialId) throw new ProviderError(socialErrors.notLoggedIn)
  return fresh
}

/** Signs out of a provider, so that the next person at this device has to sign in. Throws `ProviderError`. */
export async function signOutAt(provider: ProviderName): Promise<void> {
  if (provider === 'google') {
    const { identity } = await googleIdentity()
    identity.disableAutoSelect()
    return
  }
  const sdk = await facebookSdk()
  const status = await new Promise<FacebookStatus>((resolve) => sdk.getLoginStatus(resolve))
  if (status.status !== 'connected') throw new ProviderError(socialErrors.notLoggedIn)
  await new Promise<void>((resolve) => sdk.logout(resolve))
}

/** Parses the profile in an ID token; the server verifies the signature. Null if it can't be parsed. */
export function profileOf(idToken: string, nonce: string): SocialProfile | null {
  try {
    const payload = (idToken.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
    const { sub, name, email } = claims
    if (typeof sub !== 'string' || sub === '') return null
    return {
      socialName: 'google',
      socialId: sub,
      name: typeof name === 'string' ? name : '',
      email: typeof email === 'string' ? email : '',
      proof: { idToken, nonce },
    }
  } catch {
    return null
  }
}
