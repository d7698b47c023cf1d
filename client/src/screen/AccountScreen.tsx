import LogOut from 'lucide-react/icons/log-out'
import MapPin from 'lucide-react/icons/map-pin'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Sparkles from 'lucide-react/icons/sparkles'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import { classes } from '../ui/classes.ts'
import { NoticeBar } from '../ui/States.tsx'
import styles from './AccountScreen.module.css'
import { logout, useLogin } from '../session/login.ts'
import { paths } from '../navigation/paths.ts'
import { Screen } from './Screen.tsx'
import { useHas } from '../session/useHas.ts'
import { useSettings } from '../restaurant/settings.ts'
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

/** The pages of the account area; the points' history only if the loyalty system is on. */
function AccountNavigation() {
  const { t } = useTranslation()
  const settings = useSettings()
  const has = useHas()
  const navigate = useNavigate()
  const row = useRef<HTMLUListElement>(null)
  // On phones the pages are one scrolling row: the current one is scrolled into view.
  useEffect(() => centreCurrent(row.current), [])
  const pages = [
    { to: paths.myProfile, label: t('My Profile'), icon: <UserRound aria-hidden="true" /> },
    ...(has('GET /me/orders') ? [{ to: paths.myOrders, label: t('My Orders'), icon: <ReceiptText aria-hidden="true" /> }] : []),
    ...(has('GET /me/addresses')
      ? [
          {
            to: settings.on('USES_NEW_ADDRESS_SYSTEM') ? paths.addressList : paths.myAddresses,
            label: t('My Addresses'),
            icon: <MapPin aria-hidden="true" />,
          },
        ]
      : []),
    ...(settings.on('LOYALTY_SYSTEM') && has('GET /me/transactions')
      ? [{ to: paths.transactions, label: t('Transaction History'), icon: <Sparkles aria-hidden="true" /> }]
      : []),
  ]
  return (
    <nav aria-label={t('My Account')} data-screen className={styles.navigation}>
      <Bar as="ul" scrolls gap={2} ref={row} className={styles.pages}>
        {pages.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className={({ isActive }) => classes(styles.page, isActive && styles.current)}>
              {icon}
              {label}
            </NavLink>
          </li>
        ))}
        <li className={styles.last}>
          <button
            type="button"
            className={styles.page}
            onClick={() => {
              logout()
              void navigate(paths.home)
            }}
          >
            <LogOut aria-hidden="true" data-flips />
            {t('Logout')}
          </button>
        </li>
      </Bar>
    </nav>
  )
}
