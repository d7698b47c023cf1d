import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { useLogin } from '../session/login.ts'
import { useOffersAccount, useTableSession } from '../session/table.ts'
import { useAccounts } from '../session/useHas.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { DestinationIcon } from '../screen/DestinationIcon.tsx'
import { logOutToHome } from '../screen/account.ts'
import { DestinationLink } from '../navigation/DestinationLink.tsx'
import styles from './Header.module.css'
import { TableOrders } from '../features/orders/TableOrders.tsx'
import { useDestinations } from './useDestinations.ts'

/** The account menu: the customer's or table's name, the account's pages or the table's orders, and logout. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { user, hasAccount } = useLogin()
  const { account, canLogOut } = useDestinations()
  const accounts = useAccounts()
  const table = useTableSession()
  const offersAccount = useOffersAccount()
  if (!canLogOut && account.length === 0) return null
  const unnamed = canLogOut ? t('My Account') : accounts.login ? t('Login') : t('My Orders')
  // A table is named also while its login is being checked.
  const atTable = canLogOut && !offersAccount
  // A backend may know no name of a customer.
  const name = atTable ? (table?.name ?? t('Table')) : hasAccount ? (user?.name ?? '').trim().split(' ')[0] : ''
  return (
    <Disclosure
      // The visible text is part of the accessible name, for voice control.
      name={name ? `${name} – ${t('My Account')}` : unnamed}
      label={
        <>
          <UserRound aria-hidden="true" />
          <span className={styles.who}>{name || unnamed}</span>
        </>
      }
    >
      {(close) => (
        <ul>
          {table !== null && <TableOrders table={table.name} onOpen={close} />}
          {account.map((one) => (
            <li key={one.to}>
              <DestinationLink to={one.to} marksCurrent onClick={close}>
                <DestinationIcon of={one.icon} />
                {one.label}
              </DestinationLink>
            </li>
          ))}
          {canLogOut && (
            <li>
              <button
                type="button"
                onClick={() => {
                  close()
                  logOutToHome()
                }}
              >
                <LogOut aria-hidden="true" data-flips />
                {t('Logout')}
              </button>
            </li>
          )}
        </ul>
      )}
    </Disclosure>
  )
}
