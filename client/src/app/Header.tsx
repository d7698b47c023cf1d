import { LogOut, Menu, ShoppingBag, UserRound } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useNavigate } from 'react-router'
import { useCart } from '../shop/cart.ts'
import { logout, useLogin } from '../shop/login.ts'
import { showCart, showPanel, usePanel } from '../shop/panels.ts'
import { Part } from '../shop/Part.tsx'
import { paths } from '../shop/paths.ts'
import { IconButton } from '../ui/Button.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Brand } from './Brand.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { usePainted } from '../ui/usePainted.ts'
import styles from './Header.module.css'
import { useDestinations } from './useDestinations.tsx'

const HeaderLine = lazy(async () => ({ default: (await import('./HeaderLine.tsx')).HeaderLine }))

/** The header: a quiet line with branch, open state, phone, points and networks on wide screens, and the bar that stays (SPEC.md section 2). */
export function Header() {
  const { t } = useTranslation()
  const { main } = useDestinations()
  const panel = usePanel()
  // The quiet line is not made where it is not shown: a telephone number brings its metadata along.
  const wide = useMedia('(width >= 64rem)')
  const painted = usePainted()
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        {wide && painted && (
          <Part>
            <HeaderLine />
          </Part>
        )}
      </div>
      <div className={styles.bar}>
        <IconButton
          label={t('Open the menu')}
          icon={<Menu />}
          className={styles.menuButton}
          aria-expanded={panel === 'menu'}
          aria-haspopup="dialog"
          onClick={() => showPanel('menu')}
        />
        <Brand />
        <nav aria-label={t('Main')} className={styles.nav}>
          <ul>
            {main.map((one) => (
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
          </ul>
        </nav>
        <AccountMenu />
        <CartButton />
      </div>
    </header>
  )
}

function AccountMenu() {
  const { t } = useTranslation()
  const { user, loggedIn, isTable } = useLogin()
  const { account } = useDestinations()
  const leave = useLogout()
  const who = !loggedIn ? t('Login') : isTable ? t('Table') : (user?.name ?? '').split(' ')[0]
  return (
    <div className={styles.account}>
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
                  {one.icon}
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
    </div>
  )
}

/** Ends the login and goes home (SPEC.md section 4). */
export function useLogout(): () => void {
  const navigate = useNavigate()
  return () => {
    void logout().then(() => navigate(paths.home))
  }
}

function CartButton() {
  const { t } = useTranslation()
  const { count } = useCart()
  const open = usePanel() === 'cart'
  return (
    <button
      type="button"
      className={styles.cart}
      aria-expanded={open}
      aria-label={count === 0 ? t('Cart') : t('Cart, items: {{count}}', { count })}
      onClick={() => (open ? showPanel(null) : showCart())}
    >
      <ShoppingBag aria-hidden="true" />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true" key={count}>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  )
}
