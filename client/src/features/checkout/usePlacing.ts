import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CheckoutResult } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import { isoWithOffset } from '../../domain/hours.ts'
import { receiptOf } from '../../domain/receipt.ts'
import { paymentPage } from '../../domain/redirect.ts'
import { cartActions } from '../../shop/cart.ts'
import { now } from '../../shop/clock.ts'
import { shopConfig, shopCurrency } from '../../shop/config.ts'
import { currentLogin, loginMark, meQuery, personal } from '../../shop/login.ts'
import { paths } from '../../shop/paths.ts'
import { session, sessionKeys } from '../../shop/storage.ts'
import { areasQuery } from '../addresses/queries.ts'
import { ordersQuery, rememberOrder } from '../orders/queries.ts'
import { beginAttempt, closeAttempt, markUnknown, openAttempt, type Attempt } from './attempt.ts'
import { freshCatalogue, placeOrder, taxesQuery } from './queries.ts'
import { sendAttempt } from './sending.ts'

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
  /** The order stands, but its payment page must not be opened (HARDENING.md T3). */
  | { kind: 'pageRefused'; code: string }
  /** On the way to the payment page or the confirmation. */
  | { kind: 'leaving' }

/** Where a guest's confirmation is: SPEC.md's route table has no place of its own for it. */
export const confirmationPath = (code: string): string => `${paths.checkout}?order=${encodeURIComponent(code)}`

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
    // A page restored from the back-forward cache re-enables its buttons (DESIGN.md section 5).
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
      // Another tab, or the page after a reload, may have heard the answer before: then the cart is no longer this order's.
      const first = openAttempt()?.key === attempt.key
      if (!first && gone.current) return
      const { loggedIn, isTable } = await currentLogin()
      // Who ordered as a guest and has logged in since does not find the order among the account's.
      const ownOrders = loggedIn && !isTable && attempt.sender !== ''
      const named = result.code ?? (result.id === undefined ? '' : String(result.id))
      // A guest's order that the backend gives no code is found on this device under its key.
      const code = named === '' && !ownOrders ? attempt.key : named
      const url = typeof result.url === 'string' && result.url !== '' ? result.url : null
      if (!ownOrders) remember(attempt, code, url === null && result.urlRefused !== true)
      if (first) closeAttempt()
      // Orders, points and their history have changed.
      void queryClient.invalidateQueries({ queryKey: [personal] })
      if (url !== null || result.urlRefused === true) {
        const page = url === null ? null : paymentPage(url, { paymentHosts: shopConfig().paymentHosts, branchUrl: attempt.branchUrl })
        if (page === null) setPlacing({ kind: 'pageRefused', code: named })
        else {
          setPlacing({ kind: 'leaving' })
          // The cart stays until the payment is verified.
          window.location.assign(page)
        }
        return
      }
      setPlacing({ kind: 'leaving' })
      if (first) {
        session.remove(sessionKeys.checkoutDraft)
        cartActions.flush()
      }
      if (ownOrders)
        await navigate(code === '' ? paths.myOrders : `${paths.myOrder(code)}${first ? '?state=new' : ''}`, {
          replace: true,
          state: { placed: code === '' },
        })
      else await navigate(confirmationPath(code), { replace: true })
    },
    [navigate],
  )

  const send = useCallback(
    async (attempt: Attempt, repeats: boolean): Promise<void> => {
      if (busy.current) return
      busy.current = true
      setPlacing({ kind: 'sending' })
      try {
        const { loggedIn, isTable } = await currentLogin()
        const asGuest = attempt.sender === ''
        const outcome = await sendAttempt(attempt, {
          place: ({ submission, key }) => placeOrder(submission, key, asGuest),
          repeats,
          senderGone: !asGuest && attempt.sender !== loginMark(),
          orders: loggedIn && !isTable && !asGuest ? () => queryClient.query({ ...ordersQuery, staleTime: 0 }) : null,
          wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
          online: () => navigator.onLine,
          checking: () => !gone.current && setPlacing({ kind: 'checking' }),
        })
        // The customer has left the page: the attempt stays open and is looked after at the next visit.
        if (gone.current && outcome.kind !== 'ordered') return
        if (outcome.kind === 'ordered') await finish(attempt, outcome.result)
        else if (outcome.kind === 'unknown') {
          markUnknown(attempt)
          setPlacing({ kind: 'unknown', offline: outcome.offline, reason: outcome.reason ?? null })
          if (outcome.reason?.status === 401) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
        } else {
          closeAttempt()
          // An expired login is forgotten by the check of the user; the form stays as it is (HARDENING.md F11).
          if (outcome.error.status === 401) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
          // The menu may have changed since it was looked at: the review offers what the server has now.
          if (outcome.error.status === 422)
            for (const queryKey of [freshCatalogue, taxesQuery.queryKey, areasQuery.queryKey])
              void queryClient.invalidateQueries({ queryKey })
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
      closeAttempt()
      setPlacing({ kind: 'idle' })
    }, []),
  }
}

/** The longest wait that a server is believed, in seconds (HARDENING.md F10). */
const longestWait = 3600

function failed(error: ApiError): Placing {
  const wait = Math.min(error.retryAfter ?? 0, longestWait)
  return { kind: 'failed', error, waitUntil: wait > 0 ? Date.now() + wait * 1000 : 0 }
}

function remember(attempt: Attempt, code: string, settled: boolean): void {
  rememberOrder({
    order: receiptOf({ ...attempt, code, createdAt: isoWithOffset(now().getTime(), shopConfig().timezone) }, shopCurrency()),
    deliverType: attempt.submission.deliverType,
    table: attempt.table,
    cart: attempt.cart,
    branchUrl: attempt.branchUrl,
    settled,
  })
}
