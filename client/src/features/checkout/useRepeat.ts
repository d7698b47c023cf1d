import { useEffect, useState } from 'react'
import type { Address, Order } from '../../../../contracts/types.ts'
import { isAwaited } from '../../api/queryClient.ts'
import { deliverTypeOf } from '../../domain/order.ts'
import { chooseDelivery, useDelivery } from '../../cart/deliveryStore.ts'
import { identity } from '../../session/identity.ts'
import { useLogin } from '../../session/login.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { addressesQuery } from '../addresses/queries.ts'
import { ordersQuery } from '../orders/queries.ts'

/** The last order of the signed-in customer, from which the form is filled in. */
export interface Repeat {
  /**
   * False until the last order, and what has changed of the cart, is known or could not be loaded: a form that appears before would be another one
   * than the customer is used to, and move.
   */
  ready: boolean
  /** Null for a guest, and without such an order. */
  order: Order | null
  /** The customer has ordered before: the form is shown as a summary, whether or not the orders were loaded when the checkout was opened. */
  asSummary: boolean
}

/** Chooses delivery type and address of the last order unless a type was chosen before. `cartAwaited`: what has changed of the cart is not known yet. */
export function useRepeat(cartAwaited: boolean): Repeat {
  const { hasAccount: account, checking } = useLogin()
  const [opened, setOpened] = useState(identity().token === null && !cartAwaited ? { asSummary: false } : null)
  const ready = opened !== null
  const { choice, offered } = useDelivery()
  // The order that is placed now is none of these (orderState).
  const orders = useShopQuery(ordersQuery, { enabled: account, refetchInterval: false })
  const addresses = useShopQuery(addressesQuery, { enabled: account })
  const saved = addresses.data ?? none
  const order = ((account ? orders.data : undefined) ?? none).find(({ status }) => status !== 'rejected') ?? null
  const delivered = order !== null && deliverTypeOf(order) === 'delivery'
  const pending = cartAwaited || checking || (account && (isAwaited(orders) || (delivered && isAwaited(addresses))))

  useEffect(() => {
    if (ready || pending) return
    const show = (): void => {
      const type = order === null || choice.deliverType !== null ? undefined : (deliverTypeOf(order) ?? 'curbside')
      if (order !== null && type !== undefined && offered.includes(type)) {
        const address = type === 'delivery' ? saved.find((each) => isAddressOf(order, each)) : undefined
        // Without one the form chooses the default address.
        chooseDelivery({ deliverType: type, ...(address && { addressId: address.id, areaId: address.areaId ?? address.area?.id ?? null }) })
      }
      setOpened({ asSummary: order !== null })
    }
    const timer = setTimeout(show, 0)
    return () => clearTimeout(timer)
  }, [ready, pending, order, choice.deliverType, offered, saved])

  return { ready, order, asSummary: opened?.asSummary === true }
}

/** An order has its address as one text: street and number, then perhaps more. */
function isAddressOf(order: Order, { address }: Address): boolean {
  const street = address.trim().toLocaleLowerCase()
  return street !== '' && (order.address ?? '').trim().toLocaleLowerCase().startsWith(street)
}

const none: never[] = []
