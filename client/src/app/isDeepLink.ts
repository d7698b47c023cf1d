import { homeQuery, sharedCartHash } from '../shop/routes/paths.ts'

/**
 * Whether an address of the home page is a link from outside: it may be opened in a browser in which no branch is chosen yet (docs/architecture.md
 * section 5).
 */
export function isDeepLink({ search }: { search: string }): boolean {
  const asked = new URLSearchParams(search)
  return (
    (asked.has(homeQuery.payment) && asked.has(homeQuery.sess)) ||
    asked.has(homeQuery.table) ||
    window.location.hash.startsWith(sharedCartHash)
  )
}
