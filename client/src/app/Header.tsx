import { LogOut, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useNavigate } from 'react-router'
import { useCart } from '../shop/cart.ts'
import { logout, useLogin } from '../shop/login.ts'
import { showCart, showPanel, usePanel } from '../shop/panels.ts'
import { Part } from '../shop/Part.tsx'
import { paths } from '../shop/paths.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Brand } from './Brand.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { usePainted } from '../ui/usePainted.ts'
import styles from './Header.module.css'
import { CartButtonView, HeaderView, MenuButtonView } from './HeaderView.tsx'
import { useDestinations } from './useDestinations.ts'

const DestinationIcon = lazy(async () => ({ default: (await import('./DestinationIcon.tsx')).DestinationIcon }))
const HeaderLine = lazy(async () => ({ default: (await import('./HeaderLine.tsx')).HeaderLine }))

/** The header: a quiet line with branch, open state, phone, points and networks on wide screens, and the bar that stays (docs/specification.md section 2). */
export function Header() {
  const { t } = useTranslation()
  const { main } = useDestinations()
  const panel = usePanel()
  // The quiet line is not made where it is not shown: a telephone number brings its metadata along.
  const wide = useMedia('(width >= 64rem)')
  const painted = usePainted()
  return (
    <HeaderView
      line={
        wide &&
        painted && (
          <Part>
            <HeaderLine />
          </Part>
        )
      }
      menuButton={<MenuButtonView label={t('Open the menu')} aria-expanded={panel === 'menu'} onClick={() => showPanel('menu')} />}
      brand={<Brand />}
      label={t('Main')}
      links={main.map((one) => (
        <li key={one.to}>
          {one.overlay === true ? (
            <Link to={one.to} state={{ overlay: true }} className={styles.link} preventScrollReset>
              {one.label}
            </Link>
          ) : (
            <NavLink to={one.to} end className={styles.link}>
              {one.label}
            </NavLink>
          )}
        </li>
      ))}
      account={<AccountMenu />}
      cart={<CartButton />}
    />
  )
}

function AccountMenu() {
  const { t } = useTranslation()
  const { user, loggedIn, isTable } = useLogin()
  const { account } = useDestinations()
  const painted = usePainted()
  const leave = useLogout()
  const who = !loggedIn ? t('Login') : isTable ? t('Table') : (user?.name ?? '').split(' ')[0]
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
          {account.map((one) => (
            <li key={one.to}>
              <NavLink to={one.to} onClick={close}>
                <Suspense fallback={<span className={styles.iconPlace} />}>
                  {painted ? <DestinationIcon of={one.icon} /> : <span className={styles.iconPlace} />}
                </Suspense>
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

function CartButton() {
  const { t } = useTranslation()
  const { count } = useCart()
  const open = usePanel() === 'cart'
  return (
    <CartButtonView
      label={count === 0 ? t('Cart') : t('Cart, items: {{count}}', { count })}
      count={count}
      aria-expanded={open}
      onClick={() => (open ? showPanel(null) : showCart())}
    />
  )
}
