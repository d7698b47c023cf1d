import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Area } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { callerIn, publicKey, useIdentity } from '../session/identity.ts'

/** Where the restaurant delivers, and on what terms (docs/specification.md section 3). */
export const areasQuery = queryOptions({
  get queryKey() {
    return publicKey('areas')
  },
  queryFn: ({ signal, queryKey: [scope] }) => call('GET /areas', { signal, identity: callerIn(scope) }),
  staleTime: 60_000,
})

/** The delivery areas, empty until they are loaded; not fetched while `enabled` is false. */
export function useAreas(enabled = true): Area[] {
  useIdentity()
  const areas = useQuery({ ...areasQuery, enabled }).data
  return Array.isArray(areas) ? areas : []
}
