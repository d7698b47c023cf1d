import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Bill, QuoteRequest } from '../../../contracts/types.ts'
import { saysAbsent } from '../api/absentCalls.ts'
import { ApiError, isPassing, readBill, saysNo } from '../api/apiError.ts'
import { call } from '../api/http.ts'
import type { Caller } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'
import { useStore } from '../createStore.ts'
import { lineMessages } from '../domain/quote.ts'
import { createStored } from '../browser/createStored.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { useOnline } from '../browser/useOnline.ts'
import { caller, personalKey } from '../session/identity.ts'
import { useShopQuery } from '../session/useShopQuery.ts'

/** What the backend says about a cart. */
export interface Quoted {
  /** Null if a line of it can't be ordered. */
  bill: Bill | null
  /** Why the coupon does not count; null if it does, or there is none. */
  coupon: string | null
  /** What is wrong with lines of the cart, by their place in it. */
  lines: ReadonlyMap<number, string>
}

/** Whether a branch's backend quotes carts, as far as this visit has found out: a backend without the call is asked once. Null: not known yet. */
const knownQuotes = createStored<boolean | null>(sessionKeys.quotes, (kept) => (typeof kept === 'boolean' ? kept : null), {
  perBranch: true,
  store: session,
})

/** The debounce while a cart or a form changes, in milliseconds. */
const debounce = 300
/** How long a quote may take, in milliseconds: Place Order waits for it. */
const timeout = 5_000

/** The quote of a cart. `request` is JSON text, so that an equal one is the same query. */
const quoteQuery = (scope: Caller, request: string) =>
  queryOptions({
    queryKey: personalKey(scope, 'quote', request),
    queryFn: ({ signal, queryKey: [identity] }) => ask(JSON.parse(request) as QuoteRequest, identity, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    structuralSharing: false,
    retry: false,
  })

async function ask(request: QuoteRequest, identity: Caller, signal: AbortSignal): Promise<Quoted> {
  try {
    const bill = readBill(await call('POST /checkout/quote', { body: request, identity, signal, timeout }))
    if (bill === undefined) throw new ApiError({ status: 502, code: 'upstream_invalid' })
    if (knownQuotes.get(identity.branch) !== true) knownQuotes.set(true, identity.branch)
    return { bill, coupon: null, lines: new Map() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (saysAbsent(error)) knownQuotes.set(false, identity.branch)
    if (error.status !== 422) throw error
    const { coupon } = error.firstMessages()
    const { coupon: typed, ...without } = request
    // The price without it is shown, with the reason at its field.
    if (typed !== undefined && coupon !== undefined) return { ...(await ask(without, identity, signal)), coupon }
    const lines = lineMessages(error.firstMessages())
    if (lines.size === 0) throw error
    return { bill: null, coupon: null, lines }
  }
}

/** The quote of a cart, as far as the branch's backend gives one (docs/wire.md section 8). */
export interface QuoteState {
  /** Of this cart, or of an earlier one while `pending`; null while there is none. */
  quoted: Quoted | null
  /** The backend quotes carts. */
  known: boolean
  /** The backend is being asked. */
  pending: boolean
  /** The backend could not be asked, or quotes carts and not this one. */
  failed: boolean
}

/** Asks what a cart costs, once it has stopped changing. `request`: null for an empty cart. */
export function useQuote(request: QuoteRequest | null): QuoteState {
  const known = useStore(knownQuotes)
  const online = useOnline()
  const text = request === null ? '' : JSON.stringify(request)
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    if (asked === text) return
    const timer = setTimeout(() => setAsked(text), debounce)
    return () => clearTimeout(timer)
  }, [asked, text])
  const enabled = text !== '' && asked !== '' && known !== false && online
  const { data, isFetching, error } = useShopQuery((scope) => quoteQuery(scope, asked), {
    enabled,
    ...(known !== true && { refetchInterval: false as const }),
  })
  const pending = text !== '' && known !== false && online && (asked !== text || isFetching)
  // A page of what stands before a backend may say that there is no such call: until the backend has quoted, that is no failure.
  const failed = !pending && error !== null && known !== false && (known === true || isPassing(error) || saysNo(error))
  return { quoted: text === '' ? null : (data ?? null), known: known === true, pending, failed }
}

/** Forgets the quotes of this tab's carts: the backend has refused one of them. */
export function forgetQuotes(): void {
  void queryClient.invalidateQueries({ queryKey: personalKey(caller(), 'quote') })
}
