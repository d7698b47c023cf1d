import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { homeQuery, sharedCartHash } from '../shop/paths.ts'
import { session, sessionKeys } from '../shop/storage.ts'

const PaymentReturn = lazy(async () => ({ default: (await import('../features/checkout/PaymentReturn.tsx')).PaymentReturn }))
const TableLinkHandler = lazy(async () => ({ default: (await import('../features/checkout/TableLinkHandler.tsx')).TableLinkHandler }))
const SharedCartLinkHandler = lazy(async () => ({
  default: (await import('../features/cart/SharedCartLinkHandler.tsx')).SharedCartLinkHandler,
}))

/** Looks after those who come from outside (docs/specification.md section 2): a payment is verified, a table's code is entered, a shared cart is opened. Costs nothing otherwise. */
export function DeepLinks() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  // They take their parameters out of the address bar and still have work to do.
  const [arrived, setArrived] = useState(() => ({
    payment: search.has(homeQuery.payment) || search.has(homeQuery.sess),
    table: search.has(homeQuery.table),
    cart: session.read(sessionKeys.sharedCart) !== null,
  }))
  // A link to a cart may be followed in an open shop, too.
  if (hash.startsWith(sharedCartHash) && !arrived.cart) setArrived({ ...arrived, cart: true })
  return (
    <Suspense>
      {arrived.payment && <PaymentReturn />}
      {arrived.table && <TableLinkHandler />}
      {arrived.cart && <SharedCartLinkHandler />}
    </Suspense>
  )
}
