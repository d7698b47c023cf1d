import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { homeQuery, sharedCartHash } from '../shop/routes/paths.ts'
import { session, sessionKeys } from '../shop/browser/storage.ts'

const PaymentReturn = lazy(async () => ({ default: (await import('../features/checkout/PaymentReturn.tsx')).PaymentReturn }))
const TableLinkHandler = lazy(async () => ({ default: (await import('../features/checkout/TableLinkHandler.tsx')).TableLinkHandler }))
const SharedCartLinkHandler = lazy(async () => ({
  default: (await import('../features/cart/SharedCartLinkHandler.tsx')).SharedCartLinkHandler,
}))

/**
 * Handles links from outside (docs/specification.md section 2): verifies a payment, enters a table's code, opens a shared cart. Loads nothing
 * otherwise.
 */
export function DeepLinks() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  // The handlers remove their parameters from the address and still have work to do.
  const [handlers, setHandlers] = useState(() => ({
    payment: search.has(homeQuery.payment) || search.has(homeQuery.sess),
    table: search.has(homeQuery.table),
    cart: session.read(sessionKeys.sharedCart) !== null,
  }))
  // A link to a cart may also be opened while the shop is open.
  if (hash.startsWith(sharedCartHash) && !handlers.cart) setHandlers({ ...handlers, cart: true })
  return (
    <Suspense>
      {handlers.payment && <PaymentReturn />}
      {handlers.table && <TableLinkHandler />}
      {handlers.cart && <SharedCartLinkHandler />}
    </Suspense>
  )
}
