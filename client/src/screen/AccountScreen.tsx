import LogOut from 'lucide-react/icons/log-out'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { classes } from '../ui/classes.ts'
import { NoticeBar } from '../ui/States.tsx'
import styles from './AccountScreen.module.css'
import { useLogin } from '../session/login.ts'
import { paths } from '../navigation/paths.ts'
import { logOutToHome, useAccountPages } from './account.ts'
import { DestinationIcon } from './DestinationIcon.tsx'
import { Screen } from './Screen.tsx'
import { centreCurrent } from '../ui/motion.ts'

interface AccountScreenProps {
  /** Overrides the place's title, already translated. */
  title?: string
  children: ReactNode
}

/** A page of the account area: the breadcrumb My Account (docs/specification.md section 2), its navigation, and the content. */
export function AccountScreen({ title, children }: AccountScreenProps) {
  return (
    <Screen title={title}>
      <Stack gap={6} className={styles.account}>
        <AccountNavigation />
        <div className={styles.content}>
          <ExpiredLogin />
          {children}
        </div>
      </Stack>
    </Screen>
  )
}

/** Shown when the login has expired on this screen. The screen keeps its state, and after logging in the customer returns here. */
function ExpiredLogin() {
  const { t } = useTranslation()
  const { expired, loggedIn } = useLogin()
  const { pathname, search } = useLocation()
  if (!expired || loggedIn) return null
  return (
    <div className={styles.expired}>
      <NoticeBar
        kind="danger"
        action={
          <Link to={paths.login} state={{ from: pathname + search }} className={buttonClass({ size: 's' })}>
            {t('Login')}
          </Link>
        }
      >
        {t('Your login has expired. Log in again; everything you typed stays.')}
      </NoticeBar>
    </div>
  )
}

function AccountNavigation() {
  const { t } = useTranslation()
  const pages = useAccountPages()
  const row = useRef<HTMLUListElement>(null)
  // On phones the pages are one scrolling row: the current one is scrolled into view.
  useEffect(() => centreCurrent(row.current), [])
  return (
    <nav aria-label={t('My Account')} data-screen className={styles.navigation}>
      <Bar as="ul" scrolls gap={2} ref={row} className={styles.pages}>
        {pages.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className={({ isActive }) => classes(styles.page, isActive && styles.current)}>
              <DestinationIcon of={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        <li className={styles.last}>
          <button type="button" className={styles.page} onClick={logOutToHome}>
            <LogOut aria-hidden="true" data-flips />
            {t('Logout')}
          </button>
        </li>
      </Bar>
    </nav>
  )
}
