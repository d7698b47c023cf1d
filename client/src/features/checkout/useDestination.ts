import { useQuery } from '@tanstack/react-query'
import type { Address, Area } from '../../../../contracts/types.ts'
import { deliveryTerms, type DeliverType, type DeliveryTerms } from '../../domain/delivery.ts'
import { byId } from '../../domain/ids.ts'
import type { Minor } from '../../domain/money.ts'
import { areaOf } from '../../domain/submission.ts'
import { shopCurrency } from '../../shop/config.ts'
import { useDelivery, type DeliveryChoice } from '../../shop/delivery.ts'
import { useTable, type SessionTable } from '../../shop/table.ts'
import { addressesQuery, areasQuery } from '../addresses/queries.ts'
import type { CheckoutFields } from './fields.ts'

/** How the order is handed over and where it goes. */
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
  terms: DeliveryTerms
  /** What the delivery costs is not known: its area is not there. */
  feeUnknown: boolean
  /** The areas are on their way, or could not be loaded. */
  areasPending: boolean
  areasFailed: boolean
  /** Asks again for areas that could not be loaded. */
  retry: () => void
}

/** `account`: saved addresses can be asked for; `sum`: the sum of the cart's lines. */
export function useDestination({ elsewhere }: Pick<CheckoutFields, 'elsewhere'>, account: boolean, sum: Minor): Destination {
  const { choice, offered } = useDelivery()
  const table = useTable()
  const delivers = choice.deliverType === 'delivery'
  const addressesAnswer = useQuery({ ...addressesQuery, enabled: account && delivers })
  const areasAnswer = useQuery({ ...areasQuery, enabled: delivers })

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
    terms: deliveryTerms(choice.deliverType, area, sum, shopCurrency()),
    // No fee is not a fee of zero.
    feeUnknown: delivers && area === null && (address !== null || choice.areaId !== null) && !areasAnswer.isSuccess,
    areasPending: areasAnswer.isPending,
    areasFailed: areasAnswer.isError,
    retry: () => void (areasAnswer.isError && areasAnswer.refetch()),
  }
}

const none: never[] = []
