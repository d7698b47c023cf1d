import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { CheckoutResult } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { isOnline } from '../../api/online.ts'
import { queryClient } from '../../api/queryClient.ts'
import { forgetQuotes } from '../../cart/useQuote.ts'
import { openAttempt, type Attempt, type NewAttempt } from '../../orderState/orderState.ts'
import { settle } from '../../orderState/transitions.ts'
import { now } from '../../restaurant/clock.ts'
import { caller, publicScope } from '../../session/identity.ts'
import { areasQuery } from '../../restaurant/areas.ts'
import { taxesQuery } from '../../restaurant/taxes.ts'
import { inCart } from '../cart/queries.ts'
import { categoriesQuery, combosQuery } from '../menu/queries.ts'
import { ordersQuery } from '../orders/queries.ts'
import { completeOrder, startAttempt, submitAttempt } from './placing.ts'
import { providersQuery } from './queries.ts'
import type { Sent } from './useCheckout.ts'

export type Phase =
  /** The customer fills in the form. `field`: what is looked for after "Another way to pay". */
  | { kind: 'editing'; field?: 'paymentType' }
  /** The order is being sent. */
  | { kind: 'sending' }
  /** The response was lost; the outcome is being checked. */
  | { kind: 'checking' }
  /** The outcome could not be found out; nothing more is sent automatically. `reason`: the error of the check. */
  | { kind: 'unknown'; offline: boolean; reason: ApiError | null }
  /** The server rejected the order. `waitUntil`: the earliest time of another try (milliseconds of the browser's clock); 0: at once. */
  | { kind: 'refused'; error: ApiError; waitUntil: number }
  /** Navigating to the payment page or the confirmation. */
  | { kind: 'leaving' }

interface State {
  phase: Phase
  /** The order as it was sent last from here; null if none was. */
  sent: Sent | null
  /** The form is shown even if its summary would do: a form that is shown is not replaced. */
  asForm: boolean
}

type Event =
  | Phase
  | { kind: 'sent'; sent: Sent }
  | { kind: 'asForm' }
  | { kind: 'otherWayToPay' }
  /** What the message of a refused order is about has changed. */
  | { kind: 'outlived' }

function reduce(state: State, event: Event): State {
  switch (event.kind) {
    case 'sent':
      return { ...state, sent: event.sent }
    case 'asForm':
      return { ...state, asForm: true }
    case 'otherWayToPay':
      return { ...state, asForm: true, phase: { kind: 'editing', field: 'paymentType' } }
    case 'outlived':
      return state.phase.kind === 'refused' ? { ...state, phase: { kind: 'editing' } } : state
    default:
      return { ...state, phase: event }
  }
}

/**
 * The age up to which an open attempt is checked automatically after a reload, in milliseconds; an older one waits for a press (docs/failures.md
 * F20).
 */
const autoCheckAge = 5 * 60_000

/** Places an order exactly once: the phases of the checkout, and the actions of the customer. */
export function usePlacing() {
  const navigate = useNavigate()
  const [state, dispatch] = useReducer(reduce, { phase: { kind: 'editing' }, sent: null, asForm: false })
  // A mutation, so that the loader sees it.
  const { mutateAsync: submit } = useMutation({
    mutationFn: ({ attempt, ...options }: { attempt: Attempt } & Parameters<typeof submitAttempt>[1]) => submitAttempt(attempt, options),
  })
  const busy = useRef(false)
  const unmounted = useRef(false)

  const send = useCallback(
    async (attempt: Attempt, repeats: boolean): Promise<void> => {
      if (busy.current) return
      busy.current = true
      dispatch({ kind: 'sending' })
      const finish = async (result: CheckoutResult): Promise<void> => {
        const next = await completeOrder(attempt, result, unmounted.current)
        if (next.kind === 'late') return
        // A page that must not be opened (docs/threat-model.md T3) is told in the panel of the order.
        dispatch({ kind: next.kind === 'pay' && next.page === null ? 'editing' : 'leaving' })
        if (next.kind === 'confirmed') await navigate(next.path, { replace: true, state: { placed: next.unnamed } })
        else if (next.page !== null) window.location.assign(next.page)
      }
      try {
        const outcome = await submit({ attempt, repeats, checking: () => !unmounted.current && dispatch({ kind: 'checking' }) })
        if (outcome.kind === 'ordered') await finish(outcome.result)
        // The customer has left the page: the attempt is checked at the next visit.
        else if (unmounted.current) return
        else if (outcome.kind === 'unknown') dispatch({ kind: 'unknown', offline: outcome.offline, reason: outcome.reason ?? null })
        else {
          if (outcome.error.status === 422 || outcome.error.notPlaced) refetchPrices()
          dispatch(refused(outcome.error))
        }
      } catch (error) {
        if (!unmounted.current) dispatch(refused(error instanceof ApiError ? error : new ApiError({ status: 500 })))
      } finally {
        busy.current = false
      }
    },
    [navigate, submit],
  )
  const checkAgain = useCallback((): void => {
    const attempt = openAttempt()
    if (attempt) void send(attempt, true)
  }, [send])

  useEffect(() => {
    unmounted.current = false
    const open = openAttempt()
    if (open?.state === 'sending' && now().getTime() - open.startedAt < autoCheckAge && isOnline()) checkAgain()
    // A page restored from the back-forward cache re-enables its buttons (docs/architecture.md section 5).
    const restored = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      busy.current = false
      dispatch({ kind: 'editing' })
    }
    window.addEventListener('pageshow', restored)
    return () => {
      unmounted.current = true
      window.removeEventListener('pageshow', restored)
    }
  }, [checkAgain])

  return {
    ...state,
    dispatch,
    place: (order: Omit<NewAttempt, 'known'>, sent: Sent): void => {
      const known = queryClient.getQueryData(ordersQuery(caller()).queryKey)?.map(({ code }) => code) ?? null
      dispatch({ kind: 'sent', sent })
      const started = startAttempt({ ...order, known })
      if (started !== null) void send(started.attempt, started.repeats)
    },
    /** Sends the open attempt again, under its own key. */
    checkAgain,
    /** Gives up the open attempt. */
    giveUp: (): void => {
      const attempt = openAttempt()
      if (attempt) settle(attempt)
      dispatch({ kind: 'editing' })
    },
  }
}

/** The menu or a price may have changed: the BFF has forgotten what it had stored, so the current data are one request away. */
function refetchPrices(): void {
  const scope = publicScope()
  // The lists of the menu before the cart's dishes, which are looked up in them.
  const lists = [categoriesQuery, combosQuery, taxesQuery, areasQuery, providersQuery].map((query) => query(scope).queryKey)
  for (const queryKey of [...lists, inCart(scope)]) void queryClient.invalidateQueries({ queryKey })
  forgetQuotes()
}

/** The maximum Retry-After that is respected, in seconds (docs/failures.md F10). */
const longestWait = 3600

function refused(error: ApiError): Phase {
  const wait = Math.min(error.retryAfter ?? 0, longestWait)
  return { kind: 'refused', error, waitUntil: wait > 0 ? Date.now() + wait * 1000 : 0 }
}
