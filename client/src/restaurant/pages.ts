import { queryOptions } from '@tanstack/react-query'
import type { Id, Page } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { sameId } from '../domain/ids.ts'
import { callerIn, publicKey } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { useSettings } from './settings.ts'

/** The information pages (docs/specification.md section 3). */
export const pagesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'pages'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /pages', { signal, identity: callerIn(scope) }),
    staleTime: 5 * 60_000,
  })

/** The information pages, empty until they are loaded. */
export function usePages(): Page[] {
  return useShopQuery(pagesQuery).data ?? []
}

/** The page with this id, compared as text; undefined if there is none. */
export function pageWithId(pages: readonly Page[], id: Id | string | null): Page | undefined {
  return pages.find((page) => sameId(page.id, id))
}

/** The pages that the terms boxes link to, by the ids in the settings (docs/specification.md section 9); undefined if not set. */
export function useLegalPages(): { terms: Page | undefined; privacy: Page | undefined } {
  const settings = useSettings()
  const pages = usePages()
  const named = (id: string): Page | undefined => (id === '' ? undefined : pageWithId(pages, id))
  return { terms: named(settings.text('TERMS_AND_CONDITIONS')), privacy: named(settings.text('PRIVACY_POLICY')) }
}
