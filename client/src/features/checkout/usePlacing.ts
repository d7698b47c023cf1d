import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CheckoutResult } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import { follow } from '../../shop/follow.ts'
import { identity } from '../../shop/identity.ts'
import { areasQuery } from '../addresses/queries.ts'
import { inCart } from '../cart/queries.ts'
import { ordersQuery } from '../orders/queries.ts'
import { beginAttempt, closeAttempt, openAttempt, type Attempt } from './attempt.ts'
import { submitAttempt, settle } from './placing.ts'
import { taxesQuery } from './queries.ts'

/** What the pay button and its surroundings show. */
export type Placing =
  | { kind: 'idle' }
  /** The order is on its way. */
  | { kind: 'sending' }
  /** No answer came; the shop is finding out what became of the order. */
  | { kind: 'checking' }
  /** It can't be found out; nothing is sent by itself any more. `reason`: what kept the question from being answered. */
  | { kind: 'unknown'; offline: boolean; reason: ApiError | null }
  /** The server refused the order. */
  | {
      kind: 'failed'
      error: ApiError
      /** The server wants no other try before (milliseconds of the browser's clock); 0: at once. */ waitUntil: number
    }
  /** The order stands, but its payment page must not be opened (docs/threat-model.md T3). */
  | { kind: 'pageRefused'; code: string }
  /** On the way to the payment page or the confirmation. */
  | { kind: 'leaving' }

/** Placing an order, exactly once: what is going on, and the three things a customer can do. */
export function usePlacing(): {
  placing: Placing
  place: (of: Omit<Parameters<typeof beginAttempt>[0], 'known'>) => void
  /** Asks about the open attempt again, under its own key. */
  checkAgain: () => void
  /** Gives the open attempt up. */
  giveUp: () => void
} {
  const navigate = useNavigate()
  const [placing, setPlacing] = useState<Placing>({ kind: 'idle' })
  const busy = useRef(false)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    // A page restored from the back-forward cache re-enables its buttons (docs/architecture.md section 5).
    const restored = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      busy.current = false
      setPlacing({ kind: 'idle' })
    }
    window.addEventListener('pageshow', restored)
    return () => {
      gone.current = true
      window.removeEventListener('pageshow', restored)
    }
  }, [])

  const finish = useCallback(
    async (attempt: Attempt, result: CheckoutResult): Promise<void> => {
      const next = await settle(attempt, result, gone.current)
      if (next.kind === 'late') return
      if (next.kind === 'pay' && next.page === null) {
        setPlacing({ kind: 'pageRefused', code: next.code })
        return
      }
      setPlacing({ kind: 'leaving' })
      if (next.kind === 'confirmed') await navigate(next.path, { replace: true, state: { placed: next.unnamed } })
      else if (next.page !== null) window.location.assign(next.page)
    },
    [navigate],
  )

  const send = useCallback(
    async (attempt: Attempt, repeats: boolean): Promise<void> => {
      if (busy.current) return
      busy.current = true
      setPlacing({ kind: 'sending' })
      try {
        const outcome = await submitAttempt(attempt, { repeats, checking: () => !gone.current && setPlacing({ kind: 'checking' }) })
        // The customer has left the page: the attempt is looked after at the next visit.
        if (gone.current && outcome.kind !== 'ordered') return
        if (outcome.kind === 'ordered') await finish(attempt, outcome.result)
        else if (outcome.kind === 'unknown') setPlacing({ kind: 'unknown', offline: outcome.offline, reason: outcome.reason ?? null })
        else {
          // The menu may have changed since it was looked at: the review offers what the server has now.
          if (outcome.error.status === 422)
            for (const queryKey of [inCart(), taxesQuery.queryKey, areasQuery.queryKey]) void queryClient.invalidateQueries({ queryKey })
          setPlacing(failed(outcome.error))
        }
      } catch (error) {
        if (!gone.current) setPlacing(failed(error instanceof ApiError ? error : new ApiError({ status: 500 })))
      } finally {
        busy.current = false
      }
    },
    [finish],
  )

  return {
    placing,
    place: useCallback(
      (of) => {
        // Another tab may have logged out this moment: the one who orders must be the one the screen is about.
        const { token } = identity()
        follow()
        if (identity().token !== token) return
        // Another tab may have an order under way: that one is asked about, no second one is made.
        const open = openAttempt()
        void send(
          open ?? beginAttempt({ ...of, known: queryClient.getQueryData(ordersQuery.queryKey)?.map(({ code }) => code) ?? null }),
          open !== null,
        )
      },
      [send],
    ),
    checkAgain: useCallback(() => {
      const attempt = openAttempt()
      if (attempt) void send(attempt, true)
    }, [send]),
    giveUp: useCallback(() => {
      const attempt = openAttempt()
      if (attempt) closeAttempt(attempt)
      setPlacing({ kind: 'idle' })
    }, []),
  }
}

/** The longest wait that a server is believed, in seconds (docs/failures.md F10). */
const longestWait = 3600

function failed(error: ApiError): Placing {
  const wait = Math.min(error.retryAfter ?? 0, longestWait)
  return { kind: 'failed', error, waitUntil: wait > 0 ? Date.now() + wait * 1000 : 0 }
}
