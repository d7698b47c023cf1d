import { useEffect, useRef } from 'react'
import { idText } from '../../domain/ids.ts'
import { itemOfLine, notifyOfItems, type EventItem } from '../../events/events.ts'
import { currentCart } from '../../cart/cartStore.ts'
import type { Checkout } from './useCheckout.ts'

const items = (): EventItem[] => currentCart().items.map((line) => itemOfLine(line))

/**
 * The events of the checkout: it opens with a cart, a delivery type is chosen, a payment is chosen. What is chosen already when it opens counts as
 * chosen then.
 */
export function useCheckoutEvents({ cart, destination, payment }: Checkout): void {
  const open = cart.count > 0
  const way = destination.choice.deliverType
  const provider = payment.provider === null ? null : idText(payment.provider.id)
  const told = useRef({ open: false, way: null as string | null, provider: null as string | null })
  useEffect(() => {
    if (!open) return
    const before = told.current
    told.current = { open, way: way ?? before.way, provider: provider ?? before.provider }
    if (!before.open) notifyOfItems('begin_checkout', items(), {})
    if (way !== null && way !== before.way) notifyOfItems('add_shipping_info', items(), { shipping_tier: way })
    if (provider !== null && provider !== before.provider) notifyOfItems('add_payment_info', items(), { payment_type: provider })
  }, [open, way, provider])
}
