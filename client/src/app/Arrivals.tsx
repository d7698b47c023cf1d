import { lazy, Suspense, useState } from 'react'
import { useLocation, useSearchParams, type LoaderFunction } from 'react-router'
import { homeQuery, sharedCartHash } from '../shop/paths.ts'
import { session, sessionKeys } from '../shop/storage.ts'

const PaymentReturn = lazy(async () => ({ default: (await import('../features/checkout/PaymentReturn.tsx')).PaymentReturn }))
const TableArrival = lazy(async () => ({ default: (await import('../features/checkout/TableArrival.tsx')).TableArrival }))
const SharedCartArrival = lazy(async () => ({ default: (await import('../features/cart/SharedCartArrival.tsx')).SharedCartArrival }))

/** Looks after those who come from outside (docs/specification.md section 2): a payment is verified, a table's code is entered, a shared cart is opened. Costs nothing otherwise. */
export function Arrivals() {
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
      {arrived.table && <TableArrival />}
      {arrived.cart && <SharedCartArrival />}
    </Suspense>
  )
}

/** A guard that lets arrivals through: they may come in a browser where no branch was chosen yet (docs/architecture.md section 5). */
export function openToArrivals(guard: LoaderFunction): LoaderFunction {
  const open: LoaderFunction = (args, handler) => {
    const { searchParams } = new URL(args.request.url)
    const arrives =
      (searchParams.has(homeQuery.payment) && searchParams.has(homeQuery.sess)) ||
      searchParams.has(homeQuery.table) ||
      // The router hands loaders an address without its fragment.
      window.location.hash.startsWith(sharedCartHash)
    return arrives ? null : guard(args, handler)
  }
  return open
}
