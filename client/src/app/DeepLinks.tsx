import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { lazyPart } from '../shop/parts/lazyPart.ts'
import { Part } from '../shop/parts/Part.tsx'
import { homeQuery, sharedCartHash } from '../shop/routes/paths.ts'
import { guardAgain } from './runGuard.ts'
import { session, sessionKeys } from '../shop/browser/storage.ts'

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
  const [handlers, setHandlers] = useState(() => ({
    table: search.has(homeQuery.table),
    cart: session.read(sessionKeys.sharedCart) !== null,
  }))
  // A link to a cart may also be opened while the shop is open.
  if (hash.startsWith(sharedCartHash) && !handlers.cart) setHandlers({ ...handlers, cart: true })
  return (
    <Part>
      {/* The code let the address pass the guard. */}
      {handlers.table && <TableLinkHandler onRefused={() => void guardAgain()} />}
      {handlers.cart && <SharedCartLinkHandler />}
    </Part>
  )
}
