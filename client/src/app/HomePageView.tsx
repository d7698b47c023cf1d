import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import type { LinkKind } from '../ui/link.ts'
import branch from './BranchLink.module.css'
import styles from './HomePage.module.css'
import openState from './OpenState.module.css'

/** The home page: the menu, and the docked cart beside it on wide screens. */
export function HomePageView({ menu, dock }: { menu: ReactNode; dock?: ReactNode }) {
  return (
    <div className={styles.page}>
      {menu}
      {dock}
    </div>
  )
}

/** Branch and open state at the top of the menu. */
export function PlaceView({ children }: { children: ReactNode }) {
  return <div className={styles.place}>{children}</div>
}

/** The chosen branch; opens the branch selector. */
export function BranchLinkView({ name, href, link: Link = 'a' }: { name: string; href: string; link?: LinkKind }) {
  return (
    <Link href={href} className={branch.branch}>
      <Store aria-hidden="true" />
      <span className={branch.name}>{name}</span>
    </Link>
  )
}

/** The open state as a text. */
export function OpenStateView({
  open,
  soon = false,
  children,
}: {
  open: boolean
  /** Closing soon. */ soon?: boolean
  children: ReactNode
}) {
  return (
    <span className={openState.state} data-open={open} data-soon={soon || undefined}>
      {children}
    </span>
  )
}
