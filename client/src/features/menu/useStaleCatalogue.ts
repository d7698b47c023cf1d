import { notifyManager, type Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../../api/queryClient.ts'
import { screenBootTime, bootStaleSince } from '../../shop/boot.ts'
import { publicScope, useIdentity } from '../../shop/session/identity.ts'
import { staleAnswers } from './ages.ts'
import { categoriesQuery } from './queries.ts'

/*
 * The stale parts of the menu: the BFF served them from its cache and could not reach the backend. The notice about them and their refetching depend
 * only on them, since the response of another call proves nothing about the shown prices.
 */

const isCatalogue = ({ queryKey: [, what] }: Query): boolean => what === 'categories' || what === 'menus'

/** When a query's data was current, in milliseconds; null if it is fresh. */
function staleSince({ queryHash, state }: Query): number | null {
  const boot = bootStaleSince()
  // From the boot data and not refetched since.
  if (boot !== null && state.data !== undefined && state.dataUpdatedAt === screenBootTime()) return Date.parse(boot)
  return staleAnswers.get(queryHash) ?? null
}

/** The cached queries of the menu in this branch and language. */
const catalogueQueries = (): Query[] => queryClient.getQueryCache().findAll({ queryKey: [publicScope()], predicate: isCatalogue })

function catalogueStaleSince(): number | null {
  const parts = catalogueQueries()
  const boot = bootStaleSince()
  if (parts.length === 0) return boot === null ? null : Date.parse(boot)
  const since = parts.map(staleSince).filter((each) => each !== null)
  return since.length === 0 ? null : Math.min(...since)
}

/** Refetches stale parts: first one, and once that one is fresh the others, one at a time, since a menu may have sixty categories. */
async function refetchStale(): Promise<void> {
  const parts = catalogueQueries()
  if (parts.length === 0) return void (await queryClient.query({ ...categoriesQuery, staleTime: 0 }))
  const stale = parts.filter((part) => staleSince(part) !== null)
  const first = stale.find((part) => part.isActive()) ?? stale[0]
  if (first === undefined) return
  await refetch(first)
  if (staleSince(first) !== null) return
  for (const part of stale) if (!part.isActive() && part !== first) queryClient.getQueryCache().remove(part)
  for (const part of stale) if (part.isActive() && part !== first) await refetch(part)
  // The prices in the cart may have changed.
  await queryClient.invalidateQueries({ queryKey: [publicScope(), 'in-cart'] })
}

const refetch = ({ queryKey }: Query): Promise<void> => queryClient.refetchQueries({ queryKey, exact: true })

/** The refetch interval of stale parts, in milliseconds. */
const refetchInterval = 10_000

/**
 * Since when the oldest part of the menu is stale, in milliseconds; null if all of it is fresh. If nothing is loaded yet, the age of the boot data
 * counts. Refetches while it is stale.
 */
export function useStaleCatalogue(): number | null {
  useIdentity()
  const since = useSyncExternalStore(subscribe, catalogueStaleSince)
  const stale = since !== null
  useEffect(() => {
    if (!stale) return
    let pending = false
    const timer = setInterval(() => {
      if (pending || document.visibilityState !== 'visible') return
      pending = true
      void refetchStale()
        .catch(() => undefined)
        .finally(() => (pending = false))
    }, refetchInterval)
    return () => clearInterval(timer)
  }, [stale])
  return since
}

const subscribe = (listener: () => void): (() => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener))
