import type { Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { asOf, staleSince } from '../../api/age.ts'
import { isOnline } from '../../api/online.ts'
import { queryClient } from '../../api/queryClient.ts'
import { bootStaleSince } from '../boot.ts'
import { publicKey, useIdentity } from '../session/identity.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { useMinute } from './clock.ts'

/*
 * What the shop shows although it could not be fetched anew: menu, prices, fees, hours (docs/architecture.md section 3.6). The notice about it and its
 * refetching depend only on these answers, since the response of another call proves nothing about them.
 */

const minute = 60_000

/**
 * How old a stale answer may be before the customer is told, and a shown one before it is refetched, in milliseconds. Below this the BFF serves it while it refreshes it (bff/cache); settings
 * and texts for longer, since they have no prices.
 */
const limits = { catalogue: 10 * minute, hours: 5 * minute, settings: 65 * minute }

function limitOf({ queryKey: [, what] }: Query): number {
  if (what === 'working-hours') return limits.hours
  return what === 'settings' || what === 'translations' ? limits.settings : limits.catalogue
}

const isCatalogue = ({ queryKey: [, what] }: Query): boolean => what === 'categories' || what === 'menus'

/** The public answers of this branch and language that a screen has asked for, the menu's first. */
const shown = (): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: publicKey() })
    // Boot data that no screen has asked for has no function to fetch it.
    .filter((query) => query.queryKey[1] !== 'in-cart' && query.options.queryFn !== undefined && !query.isDisabled())
    .sort((a, b) => Number(isCatalogue(b)) - Number(isCatalogue(a)))

function oldest(): number | null {
  const outage = bootStaleSince() !== null
  const since = shown().flatMap((query) => {
    const at = staleSince(query)
    return at !== null && (outage || Date.now() - at > limitOf(query)) ? [at] : []
  })
  return since.length === 0 ? null : Math.min(...since)
}

/** What a screen has shown for longer than its limit, on a page that stays visible, and could be fetched anew; also of other branches. */
const outdated = (): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ queryKey: [scope] }) => !isPersonal(scope) })
    .filter((query) => query.state.data !== undefined && staleSince(query) === null && Date.now() - asOf(query.state) > limitOf(query))

/** Customers' own data is refetched when the page is focused again; only public answers are shown for hours. */
const isPersonal = (scope: unknown): boolean => typeof scope === 'object' && scope !== null && 'token' in scope

/** Refetches outdated answers one at a time, until one fails. */
async function refetchOutdated(): Promise<void> {
  for (const query of outdated()) {
    if (!isOnline() || document.visibilityState !== 'visible') return
    await refetch(query)
    if (staleSince(query) !== null) return
  }
}

/** Refetches stale answers: first one, and once that one is fresh the others, one at a time, since a menu may have sixty categories. */
async function refetchStale(): Promise<void> {
  const stale = shown().filter((query) => staleSince(query) !== null)
  const first = stale.find((query) => query.isActive()) ?? stale[0]
  if (first === undefined) return
  await refetch(first)
  if (staleSince(first) !== null) return
  for (const query of stale) {
    if (query === first) continue
    if (query.isActive() || !isCatalogue(query)) await refetch(query)
    else queryClient.getQueryCache().remove(query)
  }
  // The prices in the cart may have changed.
  if (stale.some(isCatalogue)) await queryClient.invalidateQueries({ queryKey: publicKey('in-cart') })
}

const refetch = ({ queryKey }: Query): Promise<void> => queryClient.refetchQueries({ queryKey, exact: true })

/** How often stale and outdated answers are looked for, in milliseconds; each page at a time of its own. */
const refetchInterval = 10_000

/** Since when the oldest shown answer is stale, in milliseconds; null while the shop is up to date. Refetches what is stale or outdated while the page is visible. */
export function useStaleSince(): number | null {
  useIdentity()
  // Answers pass their limits as time passes.
  useMinute()
  useEffect(() => {
    let pending = false
    const timer = setInterval(() => {
      if (pending || document.visibilityState !== 'visible') return
      pending = true
      void refetchStale()
        .then(refetchOutdated)
        .finally(() => (pending = false))
    }, refetchInterval)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(subscribe, oldest)
}

/** What a press opens asks for answers and changes a dozen times: it comes first. */
function subscribe(listener: () => void): () => void {
  let cancel: (() => void) | undefined
  const unsubscribe = queryClient.getQueryCache().subscribe(() => {
    cancel ??= whenIdle(() => {
      cancel = undefined
      listener()
    }, 1000)
  })
  return () => {
    unsubscribe()
    cancel?.()
  }
}
