import { lazy, Suspense } from 'react'
import { CartBar } from '../features/cart/CartBar.tsx'
import { MenuPage } from '../features/menu/MenuPage.tsx'
import { useTitle } from '../shop/useTitle.ts'
import { Arrivals } from './Arrivals.tsx'
import { BranchLink } from './BranchLink.tsx'
import styles from './HomePage.module.css'
import { useMedia } from '../ui/useMedia.ts'
import { OpenState } from './OpenState.tsx'

/** The docked cart is no part of the first paint, and none of a phone's at all. */
const CartDock = lazy(async () => ({ default: (await import('../features/cart/CartDock.tsx')).CartDock }))

/** /: the quick menu, with the cart beside it on wide screens and below it on narrow ones. */
export function HomePage() {
  useTitle()
  const docked = useMedia('(width >= 1200px)')
  return (
    <>
      <div className={styles.page}>
        <MenuPage
          place={
            <div className={styles.place}>
              <BranchLink />
              <OpenState />
            </div>
          }
        />
        {docked && (
          <Suspense>
            <CartDock />
          </Suspense>
        )}
      </div>
      <CartBar />
      <Arrivals />
    </>
  )
}
