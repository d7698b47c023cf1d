import { notifyManager, type Query } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from '../../api/queryClient.ts'
import { bootCatalogueTime, bootStaleSince } from '../../shop/boot.ts'
import { publicScope, useIdentity } from '../../shop/identity.ts'
import { staleAnswers } from './ages.ts'
import { categoriesQuery } from './queries.ts'

/*
 * The parts of the menu that are old: the BFF had them in its cache and could not ask the restaurant's backend. What is said about them, and when they are
 * asked for again, depends on them alone: another call that is answered proves nothing about the prices on the screen.
 */

const isCatalogue = ({ queryKey: [, what] }: Query): boolean => what === 'categories' || what === 'menus'

/** When what a query holds was new, in milliseconds; null when it is fresh. */
function staleSince({ queryHash, state }: Query): number | null {
  const boot = bootStaleSince()
  // What came with the page and was not answered since.
  if (boot !== null && state.data !== undefined && state.dataUpdatedAt === bootCatalogueTime()) return Date.parse(boot)
  return staleAnswers.get(queryHash) ?? null
}

/** What is known of the menu of this branch in this language. */
const known = (): Query[] => queryClient.getQueryCache().findAll({ queryKey: [publicScope()], predicate: isCatalogue })

function catalogueStaleSince(): number | null {
  const parts = known()
  const boot = bootStaleSince()
  if (parts.length === 0) return boot === null ? null : Date.parse(boot)
  const since = parts.map(staleSince).filter((each) => each !== null)
  return since.length === 0 ? null : Math.min(...since)
}

/** Asks for what is old again: for one part first, for the rest once that one is fresh. */
async function askAgain(): Promise<void> {
  const parts = known()
  if (parts.length === 0) return void (await queryClient.query({ ...categoriesQuery, staleTime: 0 }))
  const old = parts.filter((part) => staleSince(part) !== null)
  const first = old.find((part) => part.isActive()) ?? old[0]
  if (first === undefined) return
  await ask(first)
  if (staleSince(first) !== null) return
  for (const part of old) if (!part.isActive() && part !== first) queryClient.getQueryCache().remove(part)
  await Promise.all(old.filter((part) => part.isActive() && part !== first).map(ask))
  // What is in the cart may cost something else now.
  await queryClient.invalidateQueries({ queryKey: [publicScope(), 'in-cart'] })
}

const ask = ({ queryKey }: Query): Promise<void> => queryClient.refetchQueries({ queryKey, exact: true })

/** How often what is old is asked for again, in milliseconds. */
const every = 10_000

/**
 * Since when the oldest part of the menu is old, in milliseconds; null when all of it is fresh. Where nothing of the menu is known yet, it is as old as what
 * came with the page. While it is old, it is asked for again.
 */
export function useStaleCatalogue(): number | null {
  useIdentity()
  const since = useSyncExternalStore(subscribe, catalogueStaleSince)
  const old = since !== null
  useEffect(() => {
    if (!old) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void askAgain().catch(() => undefined)
    }, every)
    return () => clearInterval(timer)
  }, [old])
  return since
}

const subscribe = (listener: () => void): (() => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(listener))
