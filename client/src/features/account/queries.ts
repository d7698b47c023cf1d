import { isRecord } from '../../domain/wire.ts'
import { hashKey, queryOptions } from '@tanstack/react-query'
import type { Profile, Transactions, User } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import type { Caller } from '../../api/scope.ts'
import { queryClient } from '../../api/queryClient.ts'
import { caller, personalKey } from '../../session/identity.ts'
import { meQuery } from '../../session/login.ts'

/**
 * One page of the history of points; pages start at 1 and the server decides their length (docs/specification.md section 9). The shown page stays
 * until the next one is loaded.
 */
export const transactionsQuery = (scope: Caller, page: number) =>
  queryOptions({
    queryKey: personalKey(scope, 'transactions', page),
    queryFn: ({ signal, queryKey: [identity] }): Promise<Transactions> =>
      call('GET /me/transactions', { query: { page }, signal, identity }),
    // Only of the same customer.
    placeholderData: (shown: Transactions | undefined, before) =>
      before !== undefined && hashKey(before.queryKey.slice(0, 1)) === hashKey(personalKey(scope).slice(0, 1)) ? shown : undefined,
    staleTime: 15_000,
  })

/** Saves the profile and updates the cached user (docs/specification.md section 7). Throws ApiError with the messages of each field. */
export async function saveProfile(profile: Profile): Promise<void> {
  const answer: unknown = await call('PUT /me', { body: profile, identity: caller() })
  const { name, email, phone } = profile
  const answered = isRecord(answer) ? (answer as Partial<User>) : {}
  queryClient.setQueryData(meQuery(caller()).queryKey, (user) => (user ? { ...user, name, email, phone, ...answered } : user))
}
