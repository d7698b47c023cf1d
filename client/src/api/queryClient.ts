import { QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from './apiError.ts'

/**
 * The shop's query client (DESIGN.md section 5). A GET is tried once more when the failure may pass; a mutation never is, since a non-GET is never sent twice.
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
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The one client of the running shop; tests make their own. */
export const queryClient = createQueryClient()
