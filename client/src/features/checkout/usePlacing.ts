import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CheckoutResult } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import { areasQuery } from '../addresses/queries.ts'
import { inCart } from '../cart/queries.ts'
import { forgetQuotes } from '../../cart/useQuote.ts'
import { categoriesQuery, combosQuery } from '../menu/queries.ts'
import { ordersQuery } from '../orders/queries.ts'
import { openAttempt, type Attempt, type NewAttempt } from '../../orderState/orderState.ts'
import { settle } from '../../orderState/transitions.ts'
import { completeOrder, startAttempt, submitAttempt } from './placing.ts'
import { providersQuery, taxesQuery } from './queries.ts'
import { caller, publicScope } from '../../session/identity.ts'

/** The state of placing an order. */
export type Placing =
  | { kind: 'idle' }
  /** The order is being sent. */
  | { kind: 'sending' }
  /** The response was lost; the outcome is being checked. */
  | { kind: 'checking' }
  /** The outcome could not be found out; nothing more is sent automatically. `reason`: the error of the check. */
  | { kind: 'unknown'; offline: boolean; reason: ApiError | null }
  /** The server rejected the order. */
  | {
      kind: 'failed'
      error: ApiError
      /** The earliest time of another try (milliseconds of the browser's clock); 0: at once. */ waitUntil: number
    }
  /** Navigating to the payment page or the confirmation. */
  | { kind: 'leaving' }

/** Places an order exactly once: the state, and the three actions of the customer. */
export function usePlacing(): {
  placing: Placing
  place: (of: Omit<NewAttempt, 'known'>) => void
  /** Sends the open attempt again, under its own key. */
  checkAgain: () => void
  /** Gives up the open attempt. */
  giveUp: () => void
  /** Removes the message of a refused order: what it is about has changed. */
  dismiss: () => void
} {
  const navigate = useNavigate()
  const [placing, setPlacing] = useState<Placing>({ kind: 'idle' })
  // A mutation, so that the loader sees it.
  const { mutateAsync: submit } = useMutation({
    mutationFn: ({ attempt, ...options }: { attempt: Attempt } & Parameters<typeof submitAttempt>[1]) => submitAttempt(attempt, options),
  })
  const busy = useRef(false)
  const unmounted = useRef(false)

  useEffect(() => {
    unmounted.current = false
    // A page restored from the back-forward cache re-enables its buttons (docs/architecture.md section 5).
    const restored = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      busy.current = false
      setPlacing({ kind: 'idle' })
    }
    window.addEventListener('pageshow', restored)
    return () => {
      unmounted.current = true
      window.removeEventListener('pageshow', restored)
    }
  }, [])

  const finish = useCallback(
    async (attempt: Attempt, result: CheckoutResult): Promise<void> => {
      const next = await completeOrder(attempt, result, unmounted.current)
      if (next.kind === 'late') return
      if (next.kind === 'confirmed') {
        setPlacing({ kind: 'leaving' })
        await navigate(next.path, { replace: true, state: { placed: next.unnamed } })
        return
      }
      // A page that must not be opened (docs/threat-model.md T3) is told in the panel of the order.
      setPlacing({ kind: next.page === null ? 'idle' : 'leaving' })
      if (next.page !== null) window.location.assign(next.page)
    },
    [navigate],
  )

  const send = useCallback(
    async (attempt: Attempt, repeats: boolean): Promise<void> => {
      if (busy.current) return
      busy.current = true
      setPlacing({ kind: 'sending' })
      try {
        const outcome = await submit({ attempt, repeats, checking: () => !unmounted.current && setPlacing({ kind: 'checking' }) })
        // The customer has left the page: the attempt is checked at the next visit.
        if (unmounted.current && outcome.kind !== 'ordered') return
        if (outcome.kind === 'ordered') await finish(attempt, outcome.result)
        else if (outcome.kind === 'unknown') setPlacing({ kind: 'unknown', offline: outcome.offline, reason: outcome.reason ?? null })
        else {
          // The menu or the price may have changed: the BFF has forgotten what it had stored, so the current data are one request away.
          if (outcome.error.status === 422 || outcome.error.notPlaced) {
            const scope = publicScope()
            // The lists of the menu before the cart's dishes, which are looked up in them.
            const lists = [categoriesQuery, combosQuery, taxesQuery, areasQuery, providersQuery].map((query) => query(scope).queryKey)
            const asked = [...lists, inCart(scope)]
            for (const queryKey of asked) void queryClient.invalidateQueries({ queryKey })
            forgetQuotes()
          }
          setPlacing(failed(outcome.error))
        }
      } catch (error) {
        if (!unmounted.current) setPlacing(failed(error instanceof ApiError ? error : new ApiError({ status: 500 })))
      } finally {
        busy.current = false
      }
    },
    [finish, submit],
  )

  return {
    placing,
    place: useCallback(
      (of) => {
        const known = queryClient.getQueryData(ordersQuery(caller()).queryKey)?.map(({ code }) => code) ?? null
        const started = startAttempt({ ...of, known })
        if (started !== null) void send(started.attempt, started.repeats)
      },
      [send],
    ),
    checkAgain: useCallback(() => {
      const attempt = openAttempt()
      if (attempt) void send(attempt, true)
    }, [send]),
    dismiss: useCallback(() => setPlacing((now) => (now.kind === 'failed' ? { kind: 'idle' } : now)), []),
    giveUp: useCallback(() => {
      const attempt = openAttempt()
      if (attempt) settle(attempt)
      setPlacing({ kind: 'idle' })
    }, []),
  }
}

/** The maximum Retry-After that is respected, in seconds (docs/failures.md F10). */
const longestWait = 3600

function failed(error: ApiError): Placing {
  const wait = Math.min(error.retryAfter ?? 0, longestWait)
  return { kind: 'failed', error, waitUntil: wait > 0 ? Date.now() + wait * 1000 : 0 }
}
