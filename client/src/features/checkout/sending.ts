import type { CheckoutResult, Order } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { orderOfAttempt } from '../../domain/receipt.ts'
import { shopCurrency } from '../../shop/config.ts'
import type { Caller } from '../../api/identity.ts'
import type { Attempt } from './attempt.ts'

/** What has become of sending an attempt. */
export type Outcome =
  /** The upstream holds the order. */
  | { kind: 'ordered'; result: CheckoutResult }
  /** The order was refused, or never arrived: another try is a new attempt. */
  | { kind: 'refused'; error: ApiError }
  /** It was sent, and nobody can say what became of it. `offline`: this device has no network; `reason`: what kept the question from being answered. */
  | { kind: 'unknown'; offline: boolean; reason?: ApiError }

/** What sending needs of the outside; handed in, so that tests need no clock and no network. */
export interface SendingOptions {
  place: (attempt: Attempt, caller: Caller) => Promise<CheckoutResult | undefined>
  /** It was sent before, and this is a question about it. */
  repeats: boolean
  /** Who sends it, asked before every try; null when that is not possible any more: it is not sent, only looked for. */
  caller: () => Caller | null
  /** The customer's orders; null when nobody can ask for theirs (a guest). */
  orders: (() => Promise<Order[]>) | null
  wait: (milliseconds: number) => Promise<void>
  online: () => boolean
  /** Called when the answer did not come and the attempt is being looked after. */
  checking: () => void
}

/** Waits between asking again under the same key, after the answer was lost on the way, in milliseconds. */
const askAgain = [1_000, 3_000, 9_000]
/** Waits before each look into the customer's orders (docs/failures.md F16), in milliseconds. */
const lookAgain = [1_000, 3_000, 9_000, 27_000]

/**
 * Sends an attempt until its outcome is known or can't be known (docs/architecture.md section 3.8, docs/failures.md F16, F17). A lost
 * answer is asked for again under the same key, which never orders twice; when the BFF says that the outcome is unknown,
 * the order is looked for among the customer's.
 */
export async function sendAttempt(attempt: Attempt, ways: SendingOptions): Promise<Outcome> {
  for (const pause of [0, ...askAgain]) {
    if (pause > 0) {
      ways.checking()
      await ways.wait(pause)
    }
    const asksAgain = pause > 0 || ways.repeats
    const caller = ways.caller()
    if (caller === null) return asksAgain ? lookForOrder(attempt, ways) : { kind: 'refused', error: new ApiError({ status: 401 }) }
    try {
      return { kind: 'ordered', result: (await ways.place(attempt, caller)) ?? {} }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (mayHaveArrived(error)) return lookForOrder(attempt, ways)
      // A question that was rejected at the door says nothing about the order that is asked about: its key stays closed. So does a key that the BFF knows
      // under another login.
      if (error.code === 'order_not_yours' || (asksAgain && wasNotProcessed(error)))
        return { kind: 'unknown', offline: false, reason: error }
      if (error.status !== 0) return { kind: 'refused', error }
    }
  }
  return { kind: 'unknown', offline: !ways.online() }
}

/** The BFF's own faults (docs/wire.md section 3) that prove that nothing of the order went out. */
const notSent: readonly string[] = ['upstream_unreachable', 'upstream_open', 'orders_paused']

/** The order went out and the answer does not say what became of it: a failing server may have taken it, whatever its status. */
function mayHaveArrived(error: ApiError): boolean {
  return error.status >= 500 && !notSent.includes(error.code)
}

/** The call was not let through (login expired, too often, shut): nothing was looked up. */
function wasNotProcessed(error: ApiError): boolean {
  return [401, 408, 419, 421, 425, 429].includes(error.status) || notSent.includes(error.code)
}

async function lookForOrder(attempt: Attempt, ways: SendingOptions): Promise<Outcome> {
  if (ways.orders === null) return { kind: 'unknown', offline: false }
  ways.checking()
  for (const pause of lookAgain) {
    await ways.wait(pause)
    const orders = await ways.orders().catch((): Order[] => [])
    const found = orderOfAttempt(orders, attempt.submission, attempt.startedAt, attempt.known, shopCurrency())
    if (found) return { kind: 'ordered', result: { code: found.code } }
  }
  return { kind: 'unknown', offline: false }
}
