import { queryOptions } from '@tanstack/react-query'
import type { Area } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { callerIn, publicKey } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'

/** Where the restaurant delivers, and on what terms (docs/specification.md section 3). */
export const areasQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'areas'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /areas', { signal, identity: callerIn(scope) }),
    staleTime: 60_000,
  })

/** The delivery areas, empty until they are loaded; not fetched while `enabled` is false. */
export function useAreas(enabled = true): Area[] {
  return useShopQuery(areasQuery, { enabled }).data ?? []
}
