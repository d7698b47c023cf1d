import type { PublicScope } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'

/** How long a change of language waits for the screen's data, in milliseconds; data that is later is shown when it arrives. */
const screenTimeout = 2500

/** Fetches the active queries in another language, so that the screen does not become empty during the change. */
export async function prefetchScreen(language: string): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' })
  const asked = shown.map(async ({ queryKey: [scope, ...rest], options: { queryFn, queryHash: _, ...options } }) => {
    if (typeof scope !== 'object' || queryFn === undefined || rest[0] === 'translations') return
    await queryClient.query({
      ...options,
      queryKey: [{ ...(scope as PublicScope), language }, ...rest],
      queryFn,
      initialData: undefined,
      retry: false,
    })
  })
  await Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, screenTimeout))])
}
