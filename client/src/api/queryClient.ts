import { QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { shareStructure } from './age.ts'
import { ApiError, isPassing } from './apiError.ts'

/**
 * The shop's query client (docs/architecture.md section 5). A GET is retried once if the failure may be temporary; a mutation never is, since a non-GET is never
 * sent twice. Data is fresh for 30 s, as in the BFF's cache, and leaves the memory half an hour after the last screen that shows it: the menu of another
 * language, the dishes of a cart as they were. Settings and texts, which are read outside of components, stay; what a customer types is gone sooner (their
 * own `gcTime`). Offline queries fail at once instead of being paused, so that the screen can say so.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        // All at once, with a call for each category of the menu: refetchOnFocus (restaurant/useStaleSince.ts) asks for one after another.
        refetchOnWindowFocus: false,
        structuralSharing: shareStructure,
        retry: (count, error) =>
          count < 1 && isPassing(error) && !(error instanceof ApiError && error.retryAfter !== undefined && error.retryAfter > 5),
        retryDelay: 600,
        refetchInterval: ({ state }) => (state.status === 'error' && state.data === undefined ? askAgainIn(state.error) : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * After how many milliseconds a visible screen that shows only an error retries by itself, so that customers who wait for the restaurant need not press a
 * button. Never for permanent failures, and not before the server's Retry-After.
 */
export function askAgainIn(error: unknown): number | false {
  if (!isPassing(error)) return false
  const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(10_000, wanted)
}

/** It is being asked for, and nothing is known yet: neither an answer nor a first failure. */
export const isAwaited = ({ isLoading, failureCount }: UseQueryResult): boolean => isLoading && failureCount === 0

/** The client of the running shop; tests create their own. */
export const queryClient = createQueryClient()
