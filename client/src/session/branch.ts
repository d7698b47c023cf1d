import { queryOptions } from '@tanstack/react-query'
import type { Branch } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import type { PublicScope } from '../api/scope.ts'
import { createStore, useStore } from '../createStore.ts'
import { callerIn, identity, publicKey, sameBranch, useIdentity } from './identity.ts'
import { forgetLogin } from './login.ts'
import { useShopQuery } from './useShopQuery.ts'
import { refreshOfflineCache } from '../browser/offline.ts'
import { basePath, paths } from '../navigation/paths.ts'
import { mirrorInCookie } from '../browser/plainCookies.ts'
import { local, parkedCartKey, session, sessionKeys, storedKeys } from '../browser/storage.ts'

/** The branches, always the main host's list (docs/wire.md section 2). */
export const branchesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'branches'),
    queryFn: ({ signal, queryKey: [scope] }) => call('GET /branches', { signal, identity: callerIn(scope) }),
    staleTime: 5 * 60_000,
  })

export function branchHost(): string {
  try {
    return new URL(identity().branch ?? window.location.origin).host
  } catch {
    return window.location.host
  }
}

const refusedBranch = createStore<string | null>(null)

/** Records that a branch is no longer listed (421). */
export function branchRefused({ branch }: PublicScope): void {
  refusedBranch.set(branch)
}

/** Whether this tab's branch is no longer listed, so that another one must be chosen. */
export function isBranchUnknown(): boolean {
  const { branch } = identity()
  return branch !== null && branch === refusedBranch.get()
}

export function useBranchUnknown(): boolean {
  const { branch } = useIdentity()
  const refused = useStore(refusedBranch)
  return branch !== null && branch === refused
}

export function useBranches(): { branches: Branch[]; chosen: Branch | undefined } {
  const branches = useShopQuery(branchesQuery).data ?? []
  const url = useIdentity().branch
  return { branches, chosen: url === null ? undefined : branches.find((branch) => sameBranch(branch.url, url)) }
}

/**
 * Stores another branch as the chosen one: parks the cart under `cart` and restores the other branch's. The writes are ordered so that no cart is
 * lost if another tab reads between them.
 */
export function storeBranch(url: string | null): void {
  // The stored cart belongs to the stored branch, which another tab may have changed.
  const before = local.read(storedKeys.branchUrl)
  const moves = !sameBranch(before, url)
  const current = local.read(storedKeys.cart)
  if (moves && current !== null) local.write(parkedCartKey(before), current)
  if (url === null) local.remove(storedKeys.branchUrl)
  else local.write(storedKeys.branchUrl, url)
  if (!moves) return
  const parked = local.read(parkedCartKey(url))
  if (parked === null) local.remove(storedKeys.cart)
  else local.write(storedKeys.cart, parked)
  local.remove(parkedCartKey(url))
  if (before !== null && current !== null && parked === null) {
    session.write(sessionKeys.leftBranch, before)
    local.write(storedKeys.strip, '1')
  } else session.remove(sessionKeys.leftBranch)
}

/** Stores the chosen branch and reloads at / (docs/specification.md section 2). `null` is the main host; `at` is another address of the home page to reload at. */
export function chooseBranch(url: string | null, at: string = paths.home): void {
  // The table belongs to the branch that is left.
  if (identity().table !== null && !sameBranch(identity().branch, url)) forgetLogin()
  storeBranch(url)
  mirrorInCookie('branch', url ?? '')
  refreshOfflineCache('branch')
  // Chromium stores the cookie a moment later, and the next page could be requested without it; reading waits.
  void document.cookie
  window.location.assign(basePath + at)
}
