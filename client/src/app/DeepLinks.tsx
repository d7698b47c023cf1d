import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { lazyPart } from '../loading/lazyPart.tsx'
import { homeQuery, sharedCartIn } from '../navigation/paths.ts'
import { guardAgain } from './runGuard.ts'
import { session, sessionKeys } from '../browser/storage.ts'

const TableLinkHandler = lazyPart(async () => (await import('../features/checkout/TableLinkHandler.tsx')).TableLinkHandler)
const SharedCartLinkHandler = lazyPart(async () => (await import('../features/cart/SharedCartLinkHandler.tsx')).SharedCartLinkHandler)

/**
 * Handles links from outside (docs/specification.md section 2): enters a table's code, opens a shared cart. Loads nothing
 * otherwise.
 */
export function DeepLinks() {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  // The handlers remove their parameters from the address and still have work to do.
  const [table] = useState(() => search.has(homeQuery.table))
  // Taken from the address at once: what opens meanwhile may change the address before the handler is loaded.
  const [cart, setCart] = useState(() => session.read(sessionKeys.sharedCart))
  // A link to a cart may also be opened while the shop is open.
  const linked = sharedCartIn(hash)
  if (linked !== null && linked !== cart) setCart(linked)
  return (
    <>
      {/* The code let the address pass the guard. */}
      {table && <TableLinkHandler onRefused={() => void guardAgain()} />}
      {cart !== null && <SharedCartLinkHandler taken={cart} />}
    </>
  )
}
