import { useEffect } from 'react'
import { currentCart } from '../../cart/cartStore.ts'
import { itemOfLine, notifyOfItems } from '../../events/events.ts'

/** Dispatches the event of a cart that is looked at. */
export function notifyOfView(): void {
  notifyOfItems(
    'view_cart',
    currentCart().items.map((line) => itemOfLine(line)),
    {},
  )
}

export function useViewCart(shown: boolean): void {
  useEffect(() => {
    if (shown) notifyOfView()
  }, [shown])
}
