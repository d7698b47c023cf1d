import { isRecord } from '../../domain/wire.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CheckoutResult, CheckoutSubmission, PaymentCheck, PaymentProvider } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import type { Caller, PublicScope } from '../../api/scope.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { screenBoot, screenBootTime } from '../../boot.ts'
import { callerIn, publicKey } from '../../session/identity.ts'

/** The payment providers (docs/specification.md section 7). */
export const providersQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'payment-providers'),
    queryFn: ({ signal, queryKey: [scope] }): Promise<PaymentProvider[]> =>
      call('GET /checkout/payment-providers', { signal, identity: callerIn(scope) }),
    initialData: () => screenBoot(scope).paymentProviders,
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })

/**
 * Places an order with an idempotency key: the same key never orders twice (docs/architecture.md section 3.8), at whichever of the three calls. A backend
 * without checkout/v2 has done nothing: the order goes to the customer's own orders, or to the first form of the checkout. Throws ApiError.
 */
export async function placeOrder(submission: CheckoutSubmission, key: string, identity: Caller): Promise<CheckoutResult | undefined> {
  const options = { body: submission, idempotencyKey: key, timeout: 30_000, identity }
  try {
    return await call('POST /checkout/v2', options)
  } catch (error) {
    if (!isMissing(error)) throw error
    const signedIn = identity.token !== null && submission.deliverType !== 'table'
    return call(signedIn ? 'POST /me/orders' : 'POST /checkout', options).catch((again: unknown) => {
      throw isMissing(again) ? error : again
    })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 405)
}

/** Verifies a payment; any success means approved, and may contain the order's code. Throws ApiError if it is not approved or can't be verified. */
export async function checkPayment({ payment, sess }: PaymentReturn, identity: Caller): Promise<PaymentCheck> {
  const answer: unknown = await call('GET /checkout/check', { query: { payment, sess }, identity })
  const code = isRecord(answer) ? answer['code'] : undefined
  return typeof code === 'string' && code !== '' ? { code } : {}
}
