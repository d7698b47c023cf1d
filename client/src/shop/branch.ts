import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Branch } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { chosenBranch } from './chosenBranch.ts'
import { renewKept } from './offline.ts'
import { paths } from './paths.ts'
import { mirrorInCookie } from './plainCookies.ts'
import { local, parkedCartKey, storedKeys } from './storage.ts'

/** The branches, always the main host's list (WIRE.md section 2). */
export const branchesQuery = queryOptions({
  queryKey: ['branches'],
  queryFn: ({ signal }) => call('GET /branches', { signal }),
  staleTime: 5 * 60_000,
})

/** Two branch urls name the same branch: compared after a trailing slash and letter case of the host. */
export function sameBranch(one: string | null, other: string | null): boolean {
  const plain = (url: string | null): string => {
    if (url === null || url === '') return ''
    try {
      return new URL(url).href.replace(/\/+$/, '')
    } catch {
      return url.replace(/\/+$/, '')
    }
  }
  return plain(one) === plain(other)
}

/** The branches, and the chosen one where it is on the list. */
export function useBranches(): { branches: Branch[]; chosen: Branch | undefined } {
  const data = useQuery(branchesQuery).data
  const branches = Array.isArray(data) ? data : []
  const url = chosenBranch()
  return { branches, chosen: url === null ? undefined : branches.find((branch) => sameBranch(branch.url, url)) }
}

/**
 * Moves the stored cart when the branch changes: the current one is parked, the other branch's comes back (DESIGN.md section 5).
 * Nothing is mixed and nothing is lost.
 */
export function moveCart(from: string | null, to: string | null): void {
  if (sameBranch(from, to)) return
  const current = local.read(storedKeys.cart)
  if (current === null) local.remove(parkedCartKey(from))
  else local.write(parkedCartKey(from), current)
  const parked = local.read(parkedCartKey(to))
  if (parked === null) local.remove(storedKeys.cart)
  else local.write(storedKeys.cart, parked)
  local.remove(parkedCartKey(to))
}

/** Stores the chosen branch and reloads at / (SPEC.md section 2). `null` is the main host; `at` is another address of the home page to reload at. */
export function chooseBranch(url: string | null, at: string = paths.home): void {
  moveCart(chosenBranch(), url)
  if (url === null) local.remove(storedKeys.branchUrl)
  else local.write(storedKeys.branchUrl, url)
  mirrorInCookie('branch', url ?? '')
  renewKept('branch')
  window.location.assign(at)
}
