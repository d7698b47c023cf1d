import type { Address, Area } from '../../../../contracts/types.ts'
import type { DeliverType } from '../../domain/delivery.ts'
import { byId } from '../../domain/ids.ts'
import { areaOf } from '../../domain/submission.ts'
import { useDelivery, type DeliveryChoice } from '../../cart/deliveryStore.ts'
import { useTable, type SessionTable } from '../../session/table.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { addressesQuery, areasQuery } from '../addresses/queries.ts'
import type { CheckoutFields } from './fields.ts'

/** The delivery type and destination of the order. */
export interface Destination {
  choice: DeliveryChoice
  offered: DeliverType[]
  table: SessionTable | null
  addresses: Address[]
  addressesPending: boolean
  areas: Area[]
  /** The chosen saved address. */
  address: Address | null
  /** The area the delivery goes to. */
  area: Area | null
  /** The chosen saved address is in none of the areas. */
  outOfRange: boolean
  /** The delivery fee is unknown: the area is not loaded. */
  feeUnknown: boolean
  /** The areas are loading, or could not be loaded. */
  areasPending: boolean
  areasFailed: boolean
  /** Retries areas that could not be loaded. */
  retry: () => void
}

/** `account`: signed in with an account, which has saved addresses. */
export function useDestination({ elsewhere }: Pick<CheckoutFields, 'elsewhere'>, account: boolean): Destination {
  const { choice, offered } = useDelivery()
  const table = useTable()
  const delivers = choice.deliverType === 'delivery'
  const addressesAnswer = useShopQuery(addressesQuery, { enabled: account && delivers })
  const areasAnswer = useShopQuery(areasQuery, { enabled: delivers })

  const addresses = account && Array.isArray(addressesAnswer.data) ? addressesAnswer.data : none
  const areas = Array.isArray(areasAnswer.data) ? areasAnswer.data : none
  const address = delivers && !elsewhere ? (byId(addresses, choice.addressId) ?? null) : null
  const area = !delivers ? null : address ? (areaOf(areas, address.areaId) ?? address.area ?? null) : areaOf(areas, choice.areaId)
  return {
    choice,
    offered,
    table,
    addresses,
    addressesPending: account && delivers && addressesAnswer.isPending,
    areas,
    address,
    area,
    outOfRange: address !== null && area === null && areasAnswer.isSuccess,
    // A fee that is not loaded is not zero.
    feeUnknown: delivers && area === null && (address !== null || choice.areaId !== null) && !areasAnswer.isSuccess,
    areasPending: areasAnswer.isPending,
    areasFailed: areasAnswer.isError,
    retry: () => void (areasAnswer.isError && areasAnswer.refetch()),
  }
}

const none: never[] = []
