import type { Query, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { askAgainIn } from '../../api/queryClient.ts'
import { followAgainIn, isFinal } from '../../domain/following.ts'
import { now, serverTime } from '../../restaurant/clock.ts'
import { useIdentity } from '../../session/identity.ts'
import { useOnline } from '../../browser/useOnline.ts'

type OrderData = Order | Order[]

/**
 * The options that refetch a query of orders until every status in it is final: also while the page is hidden, so that its title can show a change;
 * not offline or without a login, and at once when they are back.
 */
export function useFollowed() {
  const online = useOnline()
  const { token } = useIdentity()
  return {
    enabled: token !== null,
    refetchInterval: <T extends OrderData, K extends readonly unknown[]>({ state }: Query<T, Error, T, K>): number | false => {
      if (!online) return false
      if (state.data === undefined) return state.status === 'error' ? askAgainIn(state.error) : false
      const refused = state.error instanceof ApiError ? state.error : null
      // No login, or not their order: another request would fail as well.
      if (refused !== null && [401, 403, 404].includes(refused.status)) return false
      return followAgainIn({
        orders: [state.data].flat(),
        now: now().getTime(),
        hidden: document.visibilityState === 'hidden',
        silent: state.status === 'error' ? Date.now() - state.dataUpdatedAt : 0,
        retryAfter: (refused?.retryAfter ?? 0) * 1000,
      })
    },
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
  } as const
}

/** When the shown data of an order, or of several, was current, in milliseconds, if it could not be refetched; null: up to date, or final. */
export function useAsOf(query: UseQueryResult<Order | Order[]>): number | null {
  const online = useOnline()
  // Placeholder data after an expired login is older than its query.
  const [shown, setShown] = useState(query.dataUpdatedAt)
  if (query.dataUpdatedAt > shown) setShown(query.dataUpdatedAt)
  const current = online && !query.isPlaceholderData && !query.isError
  return current || query.data === undefined || [query.data].flat().every(isFinal) ? null : serverTime(shown)
}
