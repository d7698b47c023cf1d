import { queryOptions } from '@tanstack/react-query'
import type { Tax } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { screenBoot, screenBootTime } from '../boot.ts'
import { callerIn, publicKey } from '../session/identity.ts'

export const taxesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'taxes'),
    queryFn: ({ signal, queryKey: [scope] }): Promise<Tax[]> => call('GET /taxes', { signal, identity: callerIn(scope) }),
    initialData: () => screenBoot(scope).taxes,
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })
