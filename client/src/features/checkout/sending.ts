import type { CheckoutResult, Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { orderOfAttempt } from '../../domain/receipt.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import type { Caller } from '../../api/scope.ts'
import type { Attempt } from '../../orderState/orderState.ts'

/**
 * An order that was sent, and whose outcome could not be found out: nothing more is sent by itself. `offline`: this device has no network; `reason`: the
 * error of the last check.
 */
export interface Unknown {
  kind: 'unknown'
  offline: boolean
  reason?: ApiError
}

type Outcome =
  | { kind: 'ordered'; result: CheckoutResult }
  /** The order was rejected, or never arrived: another try is a new attempt. */
  | { kind: 'refused'; error: ApiError }
  | Unknown

/** The dependencies of sending; tests replace them. */
export interface SendingOptions {
  place: (attempt: Attempt, caller: Caller) => Promise<CheckoutResult | undefined>
  /** It was sent before; this is a check under the same key. */
  repeats: boolean
  /** The caller, read before every try; null if its login is gone: then the order is not sent, only looked up. */
  caller: () => Caller | null
  /** Fetches the customer's orders; null for a guest. */
  orders: (() => Promise<Order[]>) | null
  wait: (milliseconds: number) => Promise<void>
  online: () => boolean
  /** Called when the response was lost and the outcome is being checked. */
  checking: () => void
}

/** Delays before sending again under the same key after a lost response, in milliseconds. */
const resendDelays = [1_000, 3_000, 9_000]
/** Delays before each lookup in the customer's orders (docs/failures.md F16), in milliseconds. */
const lookupDelays = [1_000, 3_000, 9_000, 27_000]

/**
 * Sends an attempt until its outcome is known or can't be found out (docs/architecture.md section 3.8, docs/failures.md F16, F17). After a lost
 * response it is sent again under the same key, which never orders twice; if the BFF reports an unknown outcome, the order is looked up among the
 * customer's.
 */
export async function sendAttempt(attempt: Attempt, options: SendingOptions): Promise<Outcome> {
  for (const pause of [0, ...resendDelays]) {
    if (pause > 0) {
      options.checking()
      await options.wait(pause)
    }
    const isCheck = pause > 0 || options.repeats
    const caller = options.caller()
    if (caller === null) return isCheck ? lookForOrder(attempt, options) : { kind: 'refused', error: new ApiError({ status: 401 }) }
    try {
      return { kind: 'ordered', result: (await options.place(attempt, caller)) ?? {} }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.notPlaced) return { kind: 'refused', error }
      // A check that was rejected says nothing about the order: its key stays closed. So does a key that the BFF knows under another login.
      if (error.code === 'order_not_yours' || (isCheck && isAboutCheck(error))) return { kind: 'unknown', offline: false, reason: error }
      if (mayHaveArrived(error)) return lookForOrder(attempt, options)
      if (error.status !== 0) return { kind: 'refused', error }
    }
  }
  return { kind: 'unknown', offline: !options.online() }
}

/** The BFF's errors (docs/wire.md section 3) which guarantee that nothing was sent to the upstream. */
const notSent: readonly string[] = ['upstream_unreachable', 'upstream_open', 'orders_paused']

/**
 * The order was sent and the response does not say whether it was processed: a failing server may have processed it, whatever its status; 408 and 499
 * come from proxies that waited too long.
 */
function mayHaveArrived(error: ApiError): boolean {
  return (error.status >= 500 && !notSent.includes(error.code)) || [408, 499].includes(error.status)
}

/**
 * The second call was rejected, not the order: before it was processed (login expired, rate limit, closed circuit), or since the first one is known or in
 * work (409).
 */
function isAboutCheck(error: ApiError): boolean {
  return [401, 408, 409, 419, 421, 425, 429].includes(error.status) || notSent.includes(error.code)
}

async function lookForOrder(attempt: Attempt, options: SendingOptions): Promise<Outcome> {
  if (options.orders === null) return { kind: 'unknown', offline: false }
  options.checking()
  for (const pause of lookupDelays) {
    await options.wait(pause)
    const orders = await options.orders().catch((): Order[] => [])
    const found = orderOfAttempt(orders, attempt.submission, attempt.startedAt, attempt.known, shopCurrency())
    if (found) return { kind: 'ordered', result: { code: found.code } }
  }
  return { kind: 'unknown', offline: false }
}
