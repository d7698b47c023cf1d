import { LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate } from 'react-router'
import { logout, useLogin } from '../shop/login.ts'
import { paths } from '../shop/paths.ts'
import { useTable } from '../shop/table.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { DestinationIcon } from './DestinationIcon.tsx'
import styles from './Header.module.css'
import { TableOrders } from './TableOrders.tsx'
import { useDestinations } from './useDestinations.ts'

/** The customer's menu: who is here, the account's pages or the table's orders, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { user, loggedIn, isTable } = useLogin()
  const { account } = useDestinations()
  const leave = useLogout()
  const table = useTable()
  const who = !loggedIn ? t('Login') : isTable ? (table?.name ?? t('Table')) : (user?.name ?? '').split(' ')[0]
  return (
    <Disclosure
      // What is to be seen is part of the name, for those who speak to their device.
      name={loggedIn ? `${who ?? ''} – ${t('My Account')}` : t('Login')}
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
              <NavLink to={one.to} onClick={close}>
                <DestinationIcon of={one.icon} />
                {one.label}
              </NavLink>
            </li>
          ))}
          {loggedIn && (
            <li>
              <button
                type="button"
                onClick={() => {
                  close()
                  leave()
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

/** Ends the login and goes home (docs/specification.md section 4). */
export function useLogout(): () => void {
  const navigate = useNavigate()
  return () => {
    logout()
    void navigate(paths.home)
  }
}
