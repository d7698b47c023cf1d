import { useTranslation } from 'react-i18next'
import { useHasDeviceOrders } from '../cart/deviceOrders.ts'
import { deviceOrdersPath, homeQuery, informationAddress, paths } from '../navigation/paths.ts'
import { useLogin } from '../session/login.ts'
import { useOffersAccount } from '../session/table.ts'
import type { DestinationName } from '../screen/DestinationIcon.tsx'
import { useAccountPages } from '../screen/account.ts'
import { useAccounts, useHas } from '../session/useHas.ts'
import { usePages } from '../restaurant/pages.ts'
import { useSettings } from '../restaurant/settings.ts'

/** A link of the header, the side menu or the footer (DestinationLink.tsx). */
export interface Destination {
  /** An address; or only the query of what opens over the current screen. */
  to: string
  label: string
  icon: DestinationName
}

/** The links of header, side menu and footer, by the conditions of docs/specification.md section 2. */
export function useDestinations(): {
  main: Destination[]
  footer: Destination[]
  /** The information pages of the footer. */ legal: Destination[]
  account: Destination[]
  /** Somebody is logged in, as far as is known. */ canLogOut: boolean
} {
  const { t } = useTranslation()
  const settings = useSettings()
  const informationPages = usePages()
  // A menu that says "Login" until the login is checked would change under a press.
  const canLogOut = useLogin().presumed
  const offersAccount = useOffersAccount()
  const ordered = useHasDeviceOrders()
  const has = useHas()
  const accounts = useAccounts()
  const information = (which: 'onHeader' | 'onFooter'): Destination[] =>
    informationPages.filter((page) => page[which]).map((page) => ({ to: informationAddress(page.id), label: page.name, icon: 'page' }))

  const home: Destination = { to: paths.home, label: t('Home'), icon: 'home' }
  const contact: Destination = { to: paths.contact, label: t('Contact Us'), icon: 'contact' }
  const reservation: Destination[] =
    settings.on('RESERVATION_ENABLED') && has('POST /reservations')
      ? [{ to: `?${homeQuery.reservation}=1`, label: t('Reservation'), icon: 'reservation' }]
      : []
  const pages = useAccountPages()
  const account: Destination[] = offersAccount
    ? pages
    : canLogOut
      ? []
      : [
          ...(ordered ? [{ to: deviceOrdersPath, label: t('My Orders'), icon: 'orders' } as const] : []),
          ...(accounts.login ? [{ to: paths.login, label: t('Login'), icon: 'login' } as const] : []),
          ...(accounts.registration ? [{ to: paths.register, label: t('Register'), icon: 'register' } as const] : []),
        ]
  return {
    main: [home, ...reservation, ...information('onHeader'), contact],
    footer: [home, ...reservation, ...information('onFooter'), contact],
    legal: information('onFooter'),
    account,
    canLogOut,
  }
}
