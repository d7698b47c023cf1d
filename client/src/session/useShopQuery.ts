import { useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Caller } from '../api/scope.ts'
import { useIdentity } from './identity.ts'

type Observing<Data, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Data, Key>, 'queryKey' | 'queryFn'>

/**
 * The answer of a query in this tab's scope. Every query is a function of its scope, so that a component that shows one follows a change of branch,
 * language or login: `useShopQuery(areasQuery)`, or `useShopQuery((scope) => productQuery(scope, category, id))`.
 */
export function useShopQuery<Data, Key extends QueryKey>(
  query: (scope: Caller) => UseQueryOptions<Data, Error, Data, Key>,
  observing?: Observing<Data, Key>,
): UseQueryResult<Data> {
  return useQuery({ ...query(useIdentity()), ...observing })
}
