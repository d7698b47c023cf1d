import { useCallback } from 'react'
import { useLogin } from '../session/login.ts'
import { showPanel } from '../overlays/panels.ts'
import { goTo } from '../navigation/goTo.ts'
import { closeAdded } from '../notices/notices.ts'
import { paths } from '../navigation/paths.ts'
import { useSettings } from '../restaurant/settings.ts'
import { useAccounts } from '../session/useHas.ts'

/**
 * Returns the function that opens the checkout (docs/specification.md section 4): logged in goes to /checkout; otherwise, if guest checkout is
 * allowed, the dialog "Login or continue as guest?" opens (not in a shop without accounts); otherwise /checkout, where the guard applies.
 */
export function useCheckoutEntry(): () => void {
  // A customer whose login is being checked, or could not be, is not asked to log in: the guard of the checkout waits for the check.
  const { presumed } = useLogin()
  const settings = useSettings()
  const accounts = useAccounts()
  return useCallback(() => {
    closeAdded()
    if (!presumed && accounts.login && settings.on('ALLOW_GUEST_CHECKOUT')) showPanel('checkoutEntry')
    else goTo(paths.checkout)
  }, [presumed, accounts.login, settings])
}
