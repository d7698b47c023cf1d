import { useEffect } from 'react'
import { Loader } from '../shop/parts/Loader.tsx'
import { Notices } from '../shop/parts/Notices.tsx'
import { prefetchScripts } from '../shop/parts/prefetch.ts'
import { useTabIntoView } from '../ui/useTabIntoView.ts'
import { ClosedToast } from './ClosedToast.tsx'

/** The scripts that are needed next: of a dish, of a dish, of the cart, and of the checkout. */
const next = [
  () => import('../features/menu/Sheets.tsx'),
  () => import('../features/cart/CartPanel.tsx'),
  () => import('./CheckoutEntry.tsx'),
  () => import('./CheckoutRoute.tsx'),
]

/** What every screen has and the first paint does not need: notices and the loading indicator. */
export function AfterPaint() {
  useTabIntoView()
  useEffect(() => prefetchScripts(next), [])
  return (
    <>
      <ClosedToast />
      <Loader />
      <Notices />
    </>
  )
}
