import Menu from 'lucide-react/icons/menu'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { CountBadge } from '../ui/Badge.tsx'
import { IconButton } from '../ui/Button.tsx'
import { Bar } from '../ui/Layout.tsx'
import { classes } from '../ui/classes.ts'
import type { LinkKind } from '../ui/link.ts'
import brand from './Brand.module.css'
import styles from './Header.module.css'

interface HeaderViewProps {
  /** The content of wide screens' top bar, which follows; false: there is no top bar. */
  topBar: ReactNode
  menuButton: ReactNode
  brand: ReactNode
  label: string
  /** The links of wide screens, each in a list item. */
  links?: ReactNode
  account?: ReactNode
  /** The account shows the table's name: on narrow screens, too. */
  atTable?: boolean
  cart: ReactNode
}

/** The header: a top bar on wide screens, and the bar that stays while scrolling. */
export function HeaderView({ topBar, menuButton, brand: logo, label, links, account, atTable = false, cart }: HeaderViewProps) {
  return (
    <header data-screen className={styles.header}>
      {topBar !== false && <div className={styles.line}>{topBar}</div>}
      <Bar noWrap gap={2} className={styles.bar}>
        {menuButton}
        {logo}
        <nav aria-label={label} className={styles.nav}>
          {links !== undefined && <ul>{links}</ul>}
        </nav>
        <div className={classes(styles.account, atTable && styles.table)}>{account}</div>
        {cart}
      </Bar>
    </header>
  )
}

type Press = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'aria-expanded'>

export function MenuButtonView({ label, ...press }: { label: string } & Press) {
  return <IconButton {...press} label={label} icon={<Menu />} className={styles.menuButton} aria-haspopup="dialog" />
}

export function CartButtonView({ label, count = 0, ...press }: { label: string; count?: number } & Press) {
  return (
    <IconButton
      {...press}
      label={label}
      icon={
        <>
          <ShoppingBag aria-hidden="true" />
          {count > 0 && <CountBadge key={count} count={count} className={styles.count} />}
        </>
      }
      className={styles.cart}
    />
  )
}

interface BrandViewProps {
  href: string
  name: string
  /** The logo's URL; empty: the name is shown. */
  logo: string
  /** When the logo, drawn for light ground, has a light background. */
  background?: 'never' | 'inDark' | 'always'
  onError?: () => void
  link?: LinkKind
}

/** The restaurant's logo, a link to the home page. */
export function BrandView({ href, name, logo, background = 'never', onError, link: Link = 'a' }: BrandViewProps) {
  return (
    <Link href={href} className={brand.brand} aria-label={name}>
      {logo === '' ? (
        <span className={brand.name}>{name}</span>
      ) : (
        <img
          src={logo}
          alt=""
          className={classes(brand.logo, background === 'always' && brand.plate, background === 'inDark' && brand.plateInDark)}
          onError={onError}
        />
      )}
    </Link>
  )
}
