import { QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from './apiError.ts'

/**
 * The shop's query client (docs/architecture.md section 5). A GET is tried once more when the failure may pass; a mutation never is, since a non-GET is never sent twice.
 * Copies count as fresh for 30 s, like the BFF's own; offline queries fail at once instead of hanging, so that the screen can say so.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
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
 * After how many milliseconds a screen that shows nothing but a failure asks again by itself, as long as it is looked at: anyone who waits for the
 * restaurant should not have to press for it. Never where the failure will not pass, and not before the server wants to be asked.
 */
export function askAgainIn(error: unknown): number | false {
  if (!isPassing(error)) return false
  const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
  return Math.max(10_000, wanted)
}

/** The one client of the running shop; tests make their own. */
export const queryClient = createQueryClient()
