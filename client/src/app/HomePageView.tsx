import Store from 'lucide-react/icons/store'
import type { ReactNode } from 'react'
import type { LinkKind } from '../ui/link.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Bar, Stack } from '../ui/Layout.tsx'
import branch from './BranchLink.module.css'
import styles from './HomePage.module.css'

/** The home page: the menu, and the docked cart beside it on wide screens. */
export function HomePageView({ menu, dock }: { menu: ReactNode; dock?: ReactNode }) {
  return (
    <Stack className={styles.page}>
      {menu}
      {dock}
    </Stack>
  )
}

/** Branch and open state at the top of the menu. */
export function PlaceView({ children }: { children: ReactNode }) {
  return (
    <Bar gap={5} rows={0} className={styles.place}>
      {children}
    </Bar>
  )
}

/** The chosen branch; opens the branch selector. */
export function BranchLinkView({
  restaurant,
  name,
  href,
  link: Link = 'a',
}: {
  /** The restaurant's name with which the branch's begins, for screen readers; empty: none. */
  restaurant: string
  name: string
  href: string
  link?: LinkKind
}) {
  return (
    <Link href={href} className={branch.branch}>
      <Store aria-hidden="true" />
      <span className={branch.name}>
        {restaurant !== '' && <VisuallyHidden>{restaurant}</VisuallyHidden>}
        {name}
      </span>
    </Link>
  )
}
