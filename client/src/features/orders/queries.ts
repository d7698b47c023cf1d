import { isRecord } from '../../domain/wire.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Order } from '../../../../contracts/types.ts'
import { saysAbsent } from '../../api/absentCalls.ts'
import { ApiError } from '../../api/apiError.ts'
import { call, type CallOptions } from '../../api/http.ts'
import { useStore } from '../../createStore.ts'
import { storedOrders } from '../../cart/deviceOrders.ts'
import type { Caller, PublicScope } from '../../api/scope.ts'
import { queryClient } from '../../api/queryClient.ts'
import { readCart } from '../../domain/storedCart.ts'
import { type StoredCart } from '../../domain/cart.ts'
import { readDeliverType, type DeliverType } from '../../domain/delivery.ts'
import { readOrder } from '../../domain/order.ts'
import { slotsOf } from '../../domain/pricing.ts'
import type { WholeMenu } from '../../domain/reorder.ts'
import { usualDishes } from '../../domain/usual.ts'
import { languagesQuery } from '../../i18n/language.ts'
import { personalKey, publicKey, sameBranch } from '../../session/identity.ts'
import { local, storedKeys } from '../../browser/storage.ts'
import { categoriesQuery, categoryProductsQuery, comboQuery, combosQuery } from '../menu/queries.ts'

/** The customer's orders, newest first (docs/specification.md section 7). `useFollowed` refetches them while one is under way. */
export const ordersQuery = (scope: Caller) =>
  queryOptions({
    queryKey: personalKey(scope, 'orders'),
    queryFn: ({ signal, queryKey: [identity] }): Promise<Order[]> => listOrders({ signal, identity }),
    staleTime: 10_000,
  })

async function listOrders(options: CallOptions<'GET /me/orders'>): Promise<Order[]> {
  return (await call('GET /me/orders', options)).flatMap((each) => readOrder(each) ?? [])
}

/** One order of the customer, or of the table; from the list where the backend has no call for one. Throws ApiError (404: no such order). */
export const orderQuery = (scope: Caller, orderCode: string) =>
  queryOptions({
    queryKey: personalKey(scope, 'orders', orderCode),
    queryFn: async ({ signal, queryKey: [identity] }): Promise<Order> => {
      const answer = await call('GET /me/orders/{orderCode}', { path: { orderCode }, signal, identity }).catch(async (error: unknown) => {
        const list = saysAbsent(error) ? await listOrders({ signal, identity }).catch((): Order[] => []) : []
        const listed = list.find(({ code }) => code === orderCode)
        if (listed === undefined) throw error
        return listed
      })
      const order = readOrder(answer)
      if (order === null) throw new ApiError({ status: 502, code: 'upstream_invalid' })
      return order
    },
    staleTime: 10_000,
  })

/** The whole menu in a language, for looking up past orders. A category that can't be loaded is left out, and `partial` is set. */
export const wholeMenuQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'whole-menu'),
    queryFn: ({ queryKey: [scope] }): Promise<WholeMenu> => wholeMenu(scope),
    // A partial menu is refetched the next time.
    staleTime: ({ state }) => (state.data?.partial === true ? 0 : 5 * 60_000),
  })

async function wholeMenu(scope: PublicScope): Promise<WholeMenu> {
  const [categories, menus] = await Promise.all([
    queryClient.query(categoriesQuery(scope)),
    queryClient.query(combosQuery(scope)).catch((): null => null),
  ])
  const parts = await Promise.all(
    categories.map(async ({ id, name }) => {
      const answer = await queryClient.query(categoryProductsQuery(scope, id)).catch(() => null)
      return answer === null ? null : answer.data.map((product) => ({ product, categoryId: id, category: name }))
    }),
  )
  // The list may lack the slots, without which a menu can't be composed.
  const whole = await Promise.all(
    (menus ?? []).map(async (menu) =>
      slotsOf(menu).length > 0 ? menu : await queryClient.query(comboQuery(scope, menu.id)).catch(() => undefined),
    ),
  )
  return {
    products: parts.flatMap((part) => part ?? []),
    menus: whole.filter((menu) => menu !== null && menu !== undefined),
    ...((menus === null || parts.includes(null) || whole.includes(undefined)) && { partial: true }),
  }
}

/** The menus in the shop's other languages, in which an order may have been recorded. A language that can't be loaded is left out. */
export async function menusInOtherLanguages(scope: PublicScope): Promise<WholeMenu[]> {
  const languages = await queryClient.query(languagesQuery(scope))
  const others = languages.map(({ name }) => name).filter((name) => name !== scope.language)
  const menus = await Promise.all(others.map((language) => queryClient.query(wholeMenuQuery({ ...scope, language })).catch(() => null)))
  return menus.filter((menu) => menu !== null)
}

/** An order placed on this device without an account, with all that is known of it: it can't be fetched later. */
export interface DeviceOrder {
  order: Order
  deliverType: DeliverType
  /** The table's name; null elsewhere. */
  table: string | null
  cart: StoredCart
  branchUrl: string | null
  /** False while the payment is pending. */
  settled: boolean
}

/** The maximum number of orders stored on a device. */
const maxDeviceOrders = 5

/** The orders placed on this device without an account, newest first. Unreadable ones are left out. */
export function deviceOrders(): DeviceOrder[] {
  const stored = storedOrders.get()
  if (lastRead?.stored !== stored) lastRead = { stored, orders: stored.map(readDeviceOrder).filter((order) => order !== null) }
  return lastRead.orders
}

let lastRead: { stored: readonly unknown[]; orders: DeviceOrder[] } | undefined

/** The same inside a component, which renders again when one is added or changes, here or in another tab. */
export const useDeviceOrders = (): DeviceOrder[] => useStore({ subscribe: storedOrders.subscribe, get: deviceOrders })

export function deviceOrder(code: string): DeviceOrder | null {
  return deviceOrders().find((each) => each.order.code === code) ?? null
}

/** Whether an order is stored under the key of its attempt, since the restaurant gave it no code. */
export const isUnnamed = (code: string): boolean => /^[0-9a-f]{32}$/.test(code)

/** Stores an order on this device; replaces one with the same code. */
export function storeDeviceOrder(order: DeviceOrder): void {
  const others = deviceOrders().filter((each) => each.order.code !== order.order.code)
  const orders = [order, ...others].slice(0, maxDeviceOrders)
  storedOrders.set(orders)
  // The home page reserves the space of what it will show of them from its first rendering on.
  if (order.settled) local.write(storedKeys.strip, '1')
  const here = orders.filter((each) => sameBranch(each.branchUrl, order.branchUrl)).map((each) => each.order)
  if (usualDishes(here).length > 0) local.write(storedKeys.usual, '1')
}

/**
 * Records that the payment of the order with this code, or of the newest one at a branch, is completed. Returns that order; null if there is none.
 */
export function settleDeviceOrder(code: string | null, branch: string | null): DeviceOrder | null {
  const orders = deviceOrders().filter((each) => sameBranch(each.branchUrl, branch))
  const found = code === null ? orders.find((each) => !each.settled) : orders.find((each) => each.order.code === code)
  if (!found) return null
  const settled = { ...found, settled: true }
  storeDeviceOrder(settled)
  return settled
}

function readDeviceOrder(value: unknown): DeviceOrder | null {
  if (!isRecord(value)) return null
  const { order, deliverType, table, cart, branchUrl, settled } = value
  const read = readOrder(order)
  if (read === null) return null
  return {
    order: read,
    deliverType: readDeliverType(deliverType) ?? 'takeaway',
    table: typeof table === 'string' ? table : null,
    cart: readCart(cart),
    branchUrl: typeof branchUrl === 'string' ? branchUrl : null,
    settled: settled !== false,
  }
}
