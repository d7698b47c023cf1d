import { onLogout } from '../../session/login.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import type { ProviderName } from './providers.ts'

/** Stores the provider of a social login, for the logout. */
export function rememberProvider(provider: ProviderName): void {
  local.write(storedKeys.social, provider)
}

/**
 * Signs out of the social provider at every logout (docs/specification.md section 4); called once at start. Its script is loaded only after a social
 * login.
 */
export function signOutOfProviderAtLogout(): () => void {
  return onLogout(() => {
    const provider = local.read(storedKeys.social)
    local.remove(storedKeys.social)
    if (provider !== 'google' && provider !== 'facebook') return
    void import('./providers.ts')
      .then(({ signOutAt }) => signOutAt(provider))
      .catch(() => {
        // Not signed in at the provider any more, or it is not reachable: the logout here is not affected.
      })
  })
}
