import { isRecord } from '../../domain/wire.ts'
import { returnPath } from '../../domain/redirect.ts'
import { paths } from '../../navigation/paths.ts'
import type { SocialProfile } from './providers.ts'

/** The router state that the pages of this feature pass to each other. */
export interface LoginState {
  /** The address from which a guard redirected; only in the account area. */
  from?: string
  /** The e-mail address typed on the previous page. */
  email?: string
  /** The profile of a social account that is not registered yet. */
  social?: SocialProfile
}

/** Parses the router's state, which may have any shape after a reload with a newer version. */
export function loginState(state: unknown): LoginState {
  if (!isRecord(state)) return {}
  const { from, email, social } = state
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof email === 'string' && { email }),
    ...(isProfile(social) && { social }),
  }
}

/**
 * Where a login navigates to: back to the checkout, back to the page of the account area that required the login, else home (docs/specification.md
 * section 4). No other address is followed.
 */
export function afterLogin(search: URLSearchParams, { from }: LoginState): string {
  const back = returnPath(search)
  if (back !== null) return back
  return from !== undefined && /^\/me(\/[\w./-]*)?(\?[^#\\]*)?$/.test(from) && !from.includes('..') ? from : paths.home
}

function isProfile(value: unknown): value is SocialProfile {
  if (!isRecord(value)) return false
  const { socialName, socialId, name, email, proof } = value
  return (
    (socialName === 'google' || socialName === 'facebook') &&
    typeof socialId === 'string' &&
    typeof name === 'string' &&
    typeof email === 'string' &&
    isRecord(proof)
  )
}
