import { homeQuery, sharedCartHash } from '../navigation/paths.ts'

/**
 * Whether an address of the home page is a link from outside: it may be opened in a browser in which no branch is chosen yet (docs/architecture.md
 * section 5).
 */
export function isDeepLink({ search }: { search: string }): boolean {
  return new URLSearchParams(search).has(homeQuery.table) || window.location.hash.startsWith(sharedCartHash)
}
