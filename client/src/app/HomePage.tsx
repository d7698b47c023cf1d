import { useEffect, useState } from 'react'
import { useHasDeviceOrders } from '../cart/deviceOrders.ts'
import { lazyPart } from '../loading/lazyPart.tsx'
import { MenuPage } from '../features/menu/MenuPage.tsx'
import { useCart } from '../cart/cartStore.ts'
import { restoreTable, useTableSession } from '../session/table.ts'
import { useLogin } from '../session/login.ts'
import { Boundary } from '../loading/Part.tsx'
import { local, session, sessionKeys, storedKeys } from '../browser/storage.ts'
import { useTitle } from '../browser/useTitle.ts'
import { DeepLinks } from './DeepLinks.tsx'
import { BranchLink } from './BranchLink.tsx'
import { BrokenScreen } from './BrokenScreen.tsx'
import styles from './HomePage.module.css'
import { HomePageView, PlaceView } from './HomePageView.tsx'
import { useMedia } from '../ui/useMedia.ts'
import { usePainted } from '../ui/usePainted.ts'
import { useHasPlace } from './useHasTopBar.ts'
import { useWaiting } from '../orderState/payment.ts'
import { OpenState } from '../restaurant/OpenState.tsx'

/** The docked cart is not part of the first paint, and is not shown on phones. */
const CartDock = lazyPart(async () => (await import('../features/cart/CartDock.tsx')).CartDock)

const CartBar = lazyPart(async () => (await import('../features/cart/CartBar.tsx')).CartBar)

const OrderedBefore = lazyPart(async () => (await import('../features/orders/OrderedBefore.tsx')).OrderedBefore)

/** /: the menu, with the cart beside it on wide screens and a cart bar below it on narrow ones. The cart stays if the menu fails. */
export function HomePage() {
  useTitle()
  useEffect(restoreTable, [])
  const docked = useMedia('(width >= 75rem)')
  // Only customers who have ordered before can have usual dishes; for others the code is not loaded.
  const { loggedIn, checking } = useLogin()
  const [left] = useState(() => session.read(sessionKeys.leftBranch) !== null)
  const waiting = useWaiting() !== null
  const orderedBefore = useHasDeviceOrders() || loggedIn || checking || left || waiting
  // A customer who is new on this device may have ordered elsewhere. What is reserved at first stays, and nothing is reserved later: the menu would move.
  const atTable = useTableSession() !== null
  const [reserved] = useState(() => {
    const strip = local.read(storedKeys.strip)
    return strip === null ? (loggedIn || checking) && !atTable : strip === '1'
  })
  const [usualReserved] = useState(() => local.read(storedKeys.usual) !== null)
  const place = reserved && <div className={styles.strip} />
  const painted = usePainted()
  const hasPlace = useHasPlace()
  const { count } = useCart()
  return (
    <>
      <HomePageView
        menu={
          <Boundary kind="screen" fallback={(props) => <BrokenScreen {...props} />}>
            <MenuPage
              place={
                hasPlace && (
                  <PlaceView>
                    <BranchLink />
                    <OpenState />
                  </PlaceView>
                )
              }
              usual={(menu) =>
                (orderedBefore || reserved) && (
                  <OrderedBefore
                    menu={menu}
                    place={place}
                    fallback={
                      <>
                        {place}
                        {usualReserved && <div className={styles.usual} />}
                      </>
                    }
                  />
                )
              }
            />
          </Boundary>
        }
        dock={docked && painted && <CartDock />}
      />
      {painted && count > 0 && <CartBar />}
      <DeepLinks />
    </>
  )
}
