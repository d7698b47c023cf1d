import { returnPath } from '../../domain/redirect.ts'
import { paths } from '../../shop/paths.ts'
import type { SocialProfile } from './providers.ts'

/** What the pages of this feature hand to each other through the router's state. */
export interface LoginState {
  /** The address that a guard redirected; only of this shop's account area. */
  from?: string
  /** The e-mail address typed before. */
  email?: string
  /** The social account that has no account here yet. */
  social?: SocialProfile
}

/** Reads the router's state, which may be anything after a reload of an older version. */
export function loginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {}
  const { from, email, social } = state as Record<string, unknown>
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof email === 'string' && { email }),
    ...(isProfile(social) && { social }),
  }
}

/**
 * Where a login leads: back to the checkout that sent the customer here, back to the page of the account area that asked for a login, else home
 * (docs/specification.md section 4). Nothing else is followed.
 */
export function afterLogin(search: URLSearchParams, { from }: LoginState): string {
  const back = returnPath(search)
  if (back !== null) return back
  return from !== undefined && /^\/me(\/[\w./-]*)?(\?[^#\\]*)?$/.test(from) && !from.includes('..') ? from : paths.home
}

function isProfile(value: unknown): value is SocialProfile {
  if (typeof value !== 'object' || value === null) return false
  const { socialName, socialId, name, email, proof } = value as Record<string, unknown>
  return (
    (socialName === 'google' || socialName === 'facebook') &&
    typeof socialId === 'string' &&
    typeof name === 'string' &&
    typeof email === 'string' &&
    typeof proof === 'object' &&
    proof !== null
  )
}
