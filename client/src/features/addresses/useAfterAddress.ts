import { useNavigate, useSearchParams } from 'react-router'
import type { Address } from '../../../../contracts/types.ts'
import { returnPath } from '../../domain/redirect.ts'
import { chooseDelivery } from '../../cart/deliveryStore.ts'

/**
 * Where an address form returns to: /checkout if there is a `return` parameter, with the new address chosen there; otherwise the address list
 * (docs/specification.md section 2).
 */
export function useAfterAddress(list: string): { back: string; saved: (address: Address | undefined) => void } {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const checkout = returnPath(search)
  const back = checkout ?? list
  return {
    back,
    saved: (address) => {
      if (checkout !== null && address !== undefined) chooseDelivery({ deliverType: 'delivery', addressId: address.id, areaId: null })
      void navigate(back)
    },
  }
}
