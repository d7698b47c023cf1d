import { queryOptions } from '@tanstack/react-query'
import type { WorkingHours } from '../../../contracts/types.ts'
import { asOf } from '../api/age.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'
import { hoursExpire, isInactive, readHours, shopOpenState, weekOf, type OpenState, type WeekHours } from '../domain/hours.ts'
import { now, serverTime, useMinute } from './clock.ts'
import { shopConfig } from './config.ts'
import { callerIn, publicKey, publicScope } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'

/** The week's hours and whether the shop takes orders (docs/specification.md section 3); refetched in a visible tab. */
export const workingHoursQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'working-hours'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /working-hours', { signal, identity: callerIn(scope) }),
    staleTime: 15_000,
    refetchInterval: ({ state }) => askHoursIn(state),
  })

/**
 * After how many milliseconds the hours are requested again: each minute, and as soon as the shop opens or closes. The BFF may answer from its cache
 * with hours from before the change, for up to 15 s.
 */
function askHoursIn(state: { data?: unknown; dataUpdatedAt: number }): number {
  const hours = readHours(state.data)
  const change = hours === undefined ? null : expiryOf(hours, shopConfig().timezone, serverTime(asOf(state)))
  if (change === null) return 60_000
  const left = change - now().getTime()
  return left < 0 ? 5_000 : Math.min(60_000, left + 500)
}

/** Whether the shop takes orders at all, outside of components; true while unknown. */
export function isShopActive(): boolean {
  return !isInactive(readHours(queryClient.getQueryData(workingHoursQuery(publicScope()).queryKey)))
}

/** The hours as a screen needs them. */
export interface ShopHours {
  /** The week's hours; undefined if they are not loaded or not known. */
  week: WeekHours | undefined
  /** What the backend says of this moment; undefined until it is loaded. */
  meta: WorkingHours['meta'] | undefined
  /** The backend has no opening times. */
  absent: boolean
  /** The hours are being loaded for the first time; false once a request has failed. */
  waiting: boolean
  /** Open or closed at this minute, with the next change; instants in milliseconds. Null: not known. */
  state: OpenState | null
  /** Whether the shop takes orders at all; true while unknown. */
  active: boolean
  /** The restaurant's time zone (TABLEFRONT_TIMEZONE). */
  zone: string
}

/** The working hours inside a component; the open state follows the clock. */
export function useHours(): ShopHours {
  const query = useShopQuery(workingHoursQuery)
  const minute = useMinute()
  const zone = shopConfig().timezone
  const hours = readHours(query.data)
  return {
    week: hours && weekOf(hours),
    meta: hours?.meta,
    absent: query.isSuccess && hours === undefined,
    waiting: query.isPending && query.errorUpdateCount === 0,
    state: hours === undefined ? null : stateOf(hours, zone, minute.getTime(), Math.max(0, minute.getTime() - serverTime(asOf(query)))),
    active: !isInactive(hours),
    zone,
  }
}

/** A function that computes again only if its arguments have changed: many components ask for the same hours. */
function memoizeLast<A extends readonly unknown[], R>(compute: (...given: A) => R): (...given: A) => R {
  let last: { given: A; result: R } | undefined
  return (...given) => {
    if (last === undefined || last.given.some((value, at) => value !== given[at])) last = { given, result: compute(...given) }
    return last.result
  }
}

const stateOf = memoizeLast(shopOpenState)
const expiryOf = memoizeLast(hoursExpire)

/** Computes the open state in advance, in a task of its own: the first use of a time zone takes as long as rendering a screen. */
export function prepareHours(): void {
  const state = queryClient.getQueryState<WorkingHours>(workingHoursQuery(publicScope()).queryKey)
  const hours = readHours(state?.data)
  const minute = Math.floor(now().getTime() / 60_000) * 60_000
  if (state !== undefined && hours !== undefined)
    stateOf(hours, shopConfig().timezone, minute, Math.max(0, minute - serverTime(asOf(state))))
}
