import type { Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { asOf, staleSince } from '../api/age.ts'
import type { PublicScope } from '../api/scope.ts'
import { isOnline } from '../api/online.ts'
import { queryClient } from '../api/queryClient.ts'
import { bootStaleSince } from '../boot.ts'
import { publicKey, publicScope, useIdentity } from '../session/identity.ts'
import { whenIdle } from '../ui/whenIdle.ts'
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

/** The public answers of a branch and language that a screen has asked for, the menu's first. */
const shown = (scope: PublicScope): Query[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: publicKey(scope) })
    // Boot data that no screen has asked for has no function to fetch it.
    .filter((query) => query.queryKey[1] !== 'in-cart' && query.options.queryFn !== undefined && !query.isDisabled())
    .sort((a, b) => Number(isCatalogue(b)) - Number(isCatalogue(a)))

function oldest(scope: PublicScope): number | null {
  const outage = bootStaleSince() !== null
  const since = shown(scope).flatMap((query) => {
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

/** Customers' own data is refetched when the page is shown again; only public answers are shown for hours. */
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
  const stale = shown(publicScope()).filter((query) => staleSince(query) !== null)
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
  if (stale.some(isCatalogue)) await queryClient.invalidateQueries({ queryKey: publicKey(publicScope(), 'in-cart') })
}

/** How many answers are refetched when the page is shown again. */
const mostOnFocus = 15

/** Refetches what is on the screen and stale when the page is shown again, one at a time: the customer's own data, hours and prices in the cart first. */
async function refetchOnFocus(): Promise<void> {
  const stale = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: isOutOfDate })
    .sort((a, b) => Number(isCatalogue(a)) - Number(isCatalogue(b)))
  for (const query of stale.slice(0, mostOnFocus)) {
    if (!isOnline() || document.visibilityState !== 'visible') return
    if (isOutOfDate(query)) await refetch(query)
  }
}

/** Whether an answer is older than its screens want it. `Query.isStale` follows timers, which a hidden page or a sleeping device delays. */
const isOutOfDate = (query: Query): boolean =>
  query.observers.some(({ options: { staleTime = 0 } }) =>
    query.isStaleByTime(typeof staleTime === 'function' ? staleTime(query) : staleTime),
  )

const refetch = ({ queryKey }: Query): Promise<void> => queryClient.refetchQueries({ queryKey, exact: true })

/** How often stale and outdated answers are looked for, in milliseconds; each page at a time of its own. */
const refetchInterval = 10_000

/** Since when the oldest shown answer is stale, in milliseconds; null while the shop is up to date. Refetches what is stale or outdated while the page is visible, what is stale also once the network is back. */
export function useStaleSince(): number | null {
  const scope = useIdentity()
  // Answers pass their limits as time passes.
  useMinute()
  useEffect(() => {
    let running: Promise<void> | null = null
    const run = (refetches: () => Promise<void>): void => {
      if (document.visibilityState !== 'visible') return
      const next = (running ?? Promise.resolve()).then(refetches).finally(() => {
        if (running === next) running = null
      })
      running = next
    }
    const timer = setInterval(() => {
      if (running === null) run(() => refetchStale().then(refetchOutdated))
    }, refetchInterval)
    const shownAgain = (): void => run(refetchOnFocus)
    const online = (): void => run(refetchStale)
    document.addEventListener('visibilitychange', shownAgain)
    window.addEventListener('online', online)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', shownAgain)
      window.removeEventListener('online', online)
    }
  }, [])
  return useSyncExternalStore(subscribe, () => oldest(scope))
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
