import { homeQuery, sharedCartHash } from '../shop/paths.ts'

/** Whether an address of the home page is an arrival from outside: it may come in a browser where no branch was chosen yet (docs/architecture.md section 5). */
export function isDeepLink({ search }: { search: string }): boolean {
  const asked = new URLSearchParams(search)
  return (
    (asked.has(homeQuery.payment) && asked.has(homeQuery.sess)) ||
    asked.has(homeQuery.table) ||
    window.location.hash.startsWith(sharedCartHash)
  )
}
