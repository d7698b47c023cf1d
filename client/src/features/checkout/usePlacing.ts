import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useNavigate } from 'react-router'
import { isOnline } from '../../api/online.ts'
import { queryClient } from '../../api/queryClient.ts'
import { openAttempt, type Attempt, type NewAttempt } from '../../orderState/orderState.ts'
import { settle } from '../../orderState/transitions.ts'
import { now } from '../../restaurant/clock.ts'
import { caller } from '../../session/identity.ts'
import { ordersQuery } from '../orders/queries.ts'
import { placeAttempt, startAttempt, type Phase } from './placing.ts'
import type { Sent } from './useCheckout.ts'

interface State {
  phase: Phase
  /** The order as it was sent last from here; null if none was. */
  sent: Sent | null
  /** The form is shown even if its summary would do: a form that is shown is not replaced. */
  asForm: boolean
}

type Event = Phase | { kind: 'sent'; sent: Sent } | { kind: 'asForm' } | { kind: 'otherWayToPay' }

function reduce(state: State, event: Event): State {
  switch (event.kind) {
    case 'sent':
      return { ...state, sent: event.sent }
    case 'asForm':
      return state.asForm ? state : { ...state, asForm: true }
    case 'otherWayToPay':
      return { ...state, asForm: true, phase: { kind: 'editing', field: 'paymentType' } }
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
  const { mutateAsync: place } = useMutation({
    mutationFn: ({ attempt, ...options }: { attempt: Attempt } & Parameters<typeof placeAttempt>[1]) => placeAttempt(attempt, options),
  })
  const busy = useRef(false)
  const unmounted = useRef(false)

  const send = useCallback(
    async (attempt: Attempt, repeats: boolean): Promise<void> => {
      if (busy.current) return
      busy.current = true
      dispatch({ kind: 'sending' })
      const left = (): boolean => unmounted.current
      const next = await place({ attempt, repeats, left, checking: () => !left() && dispatch({ kind: 'checking' }) })
      if (next !== null) dispatch(next)
      if (next?.kind === 'leaving') {
        if ('page' in next.to) window.location.assign(next.to.page)
        else await navigate(next.to.path, { replace: true, state: { placed: next.to.placed } })
      }
      busy.current = false
    },
    [navigate, place],
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
