import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useCart } from '../cart/cartStore.ts'
import { showCart, showPanel, usePanel } from '../overlays/panels.ts'
import { Brand } from './Brand.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { useTableSession } from '../session/table.ts'
import { usePainted } from '../ui/usePainted.ts'
import styles from './Header.module.css'
import { CartButtonView, HeaderView, MenuButtonView } from './HeaderView.tsx'
import { DestinationLink } from '../navigation/DestinationLink.tsx'
import { useDestinations } from './useDestinations.ts'
import { useHasTopBar } from './useHasTopBar.ts'

// Neither is part of the first paint.
const AccountMenu = lazyPart(async () => (await import('./AccountMenu.tsx')).AccountMenu)
const TopBar = lazyPart(async () => (await import('./TopBar.tsx')).TopBar)

/**
 * The header: a top bar with branch, open state, phone, points and social networks on wide screens, and the bar that stays while scrolling
 * (docs/specification.md section 2).
 */
export const Header = memo(function Header() {
  const { t } = useTranslation()
  const { main } = useDestinations()
  // The top bar is not rendered on narrow screens, since a telephone number loads its metadata.
  const wide = useMedia('(width >= 64rem)')
  const painted = usePainted()
  const hasTopBar = useHasTopBar()
  const atTable = useTableSession() !== null
  return (
    <HeaderView
      atTable={atTable}
      topBar={hasTopBar && (wide && painted ? <TopBar /> : null)}
      menuButton={<MenuButton />}
      brand={<Brand />}
      label={t('Main')}
      links={main.map((one) => (
        <li key={one.to}>
          <DestinationLink to={one.to} marksCurrent className={styles.link}>
            {one.label}
          </DestinationLink>
        </li>
      ))}
      account={painted && <AccountMenu />}
      cart={<CartButton />}
    />
  )
})

function MenuButton() {
  const { t } = useTranslation()
  const open = usePanel() === 'menu'
  return <MenuButtonView label={t('Open the menu')} aria-expanded={open} onClick={() => showPanel('menu')} />
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
      onClick={showCart}
    />
  )
}
