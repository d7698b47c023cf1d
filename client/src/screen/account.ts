import { useTranslation } from 'react-i18next'
import { goTo } from '../navigation/goTo.ts'
import { paths } from '../navigation/paths.ts'
import { useSettings } from '../restaurant/settings.ts'
import { logout } from '../session/login.ts'
import { useHas } from '../session/useHas.ts'

/** A page of My Account; DestinationIcon.tsx renders its icon. */
export interface AccountPage {
  to: string
  label: string
  icon: 'orders' | 'addresses' | 'profile' | 'points'
}

/** The customer's pages, in the order of every menu; without those for which the restaurant has no call. */
export function useAccountPages(): AccountPage[] {
  const { t } = useTranslation()
  const settings = useSettings()
  const has = useHas()
  const addresses = settings.on('USES_NEW_ADDRESS_SYSTEM') ? paths.addressList : paths.myAddresses
  const pages: (AccountPage | false)[] = [
    has('GET /me/orders') && { to: paths.myOrders, label: t('My Orders'), icon: 'orders' },
    has('GET /me/addresses') && { to: addresses, label: t('My Addresses'), icon: 'addresses' },
    settings.on('LOYALTY_SYSTEM') &&
      has('GET /me/transactions') && { to: paths.transactions, label: t('Transaction History'), icon: 'points' },
    { to: paths.myProfile, label: t('My Profile'), icon: 'profile' },
  ]
  return pages.filter((page) => page !== false)
}

/** Logs out and navigates home (docs/specification.md section 4). */
export function logOutToHome(): void {
  logout()
  goTo(paths.home)
}
