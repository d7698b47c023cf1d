import { lazy, Suspense, useState } from 'react'
import { useSearchParams, type LoaderFunction } from 'react-router'
import { homeQuery } from '../shop/paths.ts'

const PaymentReturn = lazy(async () => ({ default: (await import('../features/checkout/PaymentReturn.tsx')).PaymentReturn }))
const TableArrival = lazy(async () => ({ default: (await import('../features/checkout/TableArrival.tsx')).TableArrival }))

/** Looks after those who come from outside (SPEC.md section 2): a payment is verified, a table's code is entered. Costs nothing otherwise. */
export function Arrivals() {
  const [search] = useSearchParams()
  // They take their parameters out of the address bar and still have work to do.
  const [arrived] = useState(() => ({
    payment: search.has(homeQuery.payment) || search.has(homeQuery.sess),
    table: search.has(homeQuery.table),
  }))
  return (
    <Suspense>
      {arrived.payment && <PaymentReturn />}
      {arrived.table && <TableArrival />}
    </Suspense>
  )
}

/** A guard that lets arrivals through: they may come in a browser where no branch was chosen yet (DESIGN.md section 5). */
export function openToArrivals(guard: LoaderFunction): LoaderFunction {
  const open: LoaderFunction = (args, handler) => {
    const { searchParams } = new URL(args.request.url)
    const arrives = (searchParams.has(homeQuery.payment) && searchParams.has(homeQuery.sess)) || searchParams.has(homeQuery.table)
    return arrives ? null : guard(args, handler)
  }
  return open
}
