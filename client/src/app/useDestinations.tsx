import { CalendarDays, FileText, House, LogIn, MapPin, MessageCircle, Receipt, UserPlus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { isOn } from '../domain/wire.ts'
import { homeQuery, paths } from '../shop/paths.ts'
import { useLogin } from '../shop/login.ts'
import { usePages } from '../shop/pages.ts'
import { useSettings } from '../shop/settings.ts'

/** A link of the header, the side menu or the footer. */
export interface Destination {
  to: string
  label: string
  icon: ReactNode
  /** Opens over the screen that is there: Back closes it. */
  overlay?: boolean
}

/** Where one can go from everywhere, by SPEC.md section 2's conditions. */
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
  const location = useLocation()

  const over = (key: string, value: string): string => {
    const search = new URLSearchParams(location.search)
    search.set(key, value)
    return `${location.pathname}?${search.toString()}`
  }
  const information = (which: 'onHeader' | 'onFooter'): Destination[] =>
    pages
      .filter((page) => isOn(page[which]))
      .map((page) => ({ to: over(homeQuery.page, String(page.id)), label: page.name, icon: <FileText />, overlay: true }))

  const home: Destination = { to: paths.home, label: t('Home'), icon: <House /> }
  const contact: Destination = { to: paths.contact, label: t('Contact Us'), icon: <MessageCircle /> }
  const reservation: Destination[] = settings.on('RESERVATION_ENABLED')
    ? [{ to: over(homeQuery.reservation, '1'), label: t('Reservation'), icon: <CalendarDays />, overlay: true }]
    : []
  const addresses = settings.on('USES_NEW_ADDRESS_SYSTEM') ? paths.addressList : paths.myAddresses
  const account: Destination[] = loggedIn
    ? isTable
      ? []
      : [
          { to: paths.myProfile, label: t('My Profile'), icon: <UserRound /> },
          { to: addresses, label: t('My Addresses'), icon: <MapPin /> },
          { to: paths.myOrders, label: t('My Orders'), icon: <Receipt /> },
        ]
    : [
        { to: paths.login, label: t('Login'), icon: <LogIn /> },
        ...(settings.on('ALLOW_REGISTRATION') ? [{ to: paths.register, label: t('Register'), icon: <UserPlus /> }] : []),
      ]
  return {
    main: [home, ...reservation, ...information('onHeader'), contact],
    footer: [home, ...reservation, ...information('onFooter'), contact],
    legal: information('onFooter'),
    account,
  }
}
