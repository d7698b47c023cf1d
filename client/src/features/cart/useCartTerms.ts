import { deliveryTerms, type DeliveryTerms } from '../../domain/delivery.ts'
import { byId } from '../../domain/ids.ts'
import { useAreas } from '../../shop/restaurant/areas.ts'
import { useCart } from '../../shop/cart/cart.ts'
import { shopCurrency } from '../../shop/restaurant/config.ts'
import { useDelivery } from '../../shop/cart/delivery.ts'

/** The delivery terms of the cart for the chosen type and area: fee, minimum order and free delivery (docs/specification.md sections 4 and 9). */
export function useCartTerms(): DeliveryTerms {
  const { choice } = useDelivery()
  const { sum } = useCart()
  const areas = useAreas(choice.deliverType === 'delivery' && choice.areaId !== null)
  return deliveryTerms(choice.deliverType, byId(areas, choice.areaId), sum, shopCurrency())
}
