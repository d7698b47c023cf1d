import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { useTranslation } from 'react-i18next'
import { logout, useLogin } from '../session/login.ts'
import { goTo } from '../navigation/goTo.ts'
import { paths } from '../navigation/paths.ts'
import { useTableSession } from '../session/table.ts'
import { useAccounts } from '../session/useHas.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { DestinationIcon } from './DestinationIcon.tsx'
import { DestinationLink } from './DestinationLink.tsx'
import styles from './Header.module.css'
import { TableOrders } from '../features/orders/TableOrders.tsx'
import { useDestinations } from './useDestinations.ts'

/** The account menu: the customer's or table's name, the account's pages or the table's orders, and logout. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { user, loggedIn, isTable } = useLogin()
  const { account } = useDestinations()
  const accounts = useAccounts()
  const table = useTableSession()
  if (!loggedIn && account.length === 0) return null
  const name = accounts.login ? t('Login') : t('My Orders')
  const who = !loggedIn ? name : isTable ? (table?.name ?? t('Table')) : (user?.name ?? '').split(' ')[0]
  return (
    <Disclosure
      // The visible text is part of the accessible name, for voice control.
      name={loggedIn ? `${who ?? ''} – ${t('My Account')}` : name}
      label={
        <>
          <UserRound aria-hidden="true" />
          <span className={styles.who}>{who}</span>
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
          {loggedIn && (
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

/** Logs out and navigates home (docs/specification.md section 4). */
export function logOutToHome(): void {
  logout()
  goTo(paths.home)
}
