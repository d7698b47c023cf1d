import { useTranslation } from 'react-i18next'
import { useHasDeviceOrders } from '../cart/deviceOrders.ts'
import { deviceOrdersPath, homeQuery, paths } from '../navigation/paths.ts'
import { useLogin } from '../session/login.ts'
import { useAccounts, useHas } from '../session/useHas.ts'
import { usePages } from '../restaurant/pages.ts'
import { useSettings } from '../restaurant/settings.ts'

/** The kind of a destination; DestinationIcon.tsx renders it. */
export type DestinationName = 'page' | 'home' | 'contact' | 'reservation' | 'profile' | 'addresses' | 'orders' | 'login' | 'register'

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
} {
  const { t } = useTranslation()
  const settings = useSettings()
  const pages = usePages()
  const { loggedIn, isTable } = useLogin()
  const ordered = useHasDeviceOrders()
  const has = useHas()
  const accounts = useAccounts()
  const information = (which: 'onHeader' | 'onFooter'): Destination[] =>
    pages
      .filter((page) => page[which])
      .map((page) => ({ to: `?${homeQuery.page}=${encodeURIComponent(String(page.id))}`, label: page.name, icon: 'page' }))

  const home: Destination = { to: paths.home, label: t('Home'), icon: 'home' }
  const contact: Destination = { to: paths.contact, label: t('Contact Us'), icon: 'contact' }
  const reservation: Destination[] =
    settings.on('RESERVATION_ENABLED') && has('POST /reservations')
      ? [{ to: `?${homeQuery.reservation}=1`, label: t('Reservation'), icon: 'reservation' }]
      : []
  const addresses = settings.on('USES_NEW_ADDRESS_SYSTEM') ? paths.addressList : paths.myAddresses
  const account: Destination[] = loggedIn
    ? isTable
      ? []
      : [
          ...(has('GET /me/orders') ? [{ to: paths.myOrders, label: t('My Orders'), icon: 'orders' } as const] : []),
          ...(has('GET /me/addresses') ? [{ to: addresses, label: t('My Addresses'), icon: 'addresses' } as const] : []),
          { to: paths.myProfile, label: t('My Profile'), icon: 'profile' },
        ]
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
  }
}
