import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Profile, Transactions, User } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { meQuery, personal } from '../../shop/login.ts'

/** One page of the points' history; pages start at 1 and the server decides how long they are (SPEC.md section 9). The shown page stays until the next one is there. */
export const transactionsQuery = (page: number) =>
  queryOptions({
    queryKey: [personal, 'transactions', page],
    queryFn: ({ signal }): Promise<Transactions> => call('GET /me/transactions', { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  })

/** Changes the profile and updates the local user (SPEC.md section 7). Throws ApiError with the messages of each field. */
export async function saveProfile(profile: Profile): Promise<void> {
  const answer: unknown = await call('PUT /me', { body: profile })
  const { name, email, phone } = profile
  const answered = typeof answer === 'object' && answer !== null ? (answer as Partial<User>) : {}
  queryClient.setQueryData(meQuery.queryKey, (user) => (user ? { ...user, name, email, phone, ...answered } : user))
}
