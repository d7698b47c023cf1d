import { queryOptions } from '@tanstack/react-query'
import type { CheckoutResult, CheckoutSubmission, PaymentCheck, PaymentProvider } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import type { Caller, PublicScope } from '../../api/identity.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { screenBoot, screenBootTime } from '../../shop/boot.ts'
import { callerIn, publicKey } from '../../shop/session/identity.ts'

/** The payment providers (docs/specification.md section 7). */
export const providersQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'payment-providers'),
    queryFn: async ({ signal, queryKey: [scope] }): Promise<PaymentProvider[]> =>
      listed(await call('GET /checkout/payment-providers', { signal, identity: callerIn(scope) })),
    initialData: () => screenBoot(scope).paymentProviders,
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })

export { taxesQuery } from '../../shop/restaurant/taxes.ts'

/** Places an order with an idempotency key: the same key never orders twice (docs/architecture.md section 3.8). Throws ApiError. */
export function placeOrder(submission: CheckoutSubmission, key: string, identity: Caller): Promise<CheckoutResult | undefined> {
  return call('POST /checkout/v2', { body: submission, idempotencyKey: key, timeout: 30_000, identity })
}

/** Verifies a payment; any success means approved, and may contain the order's code. Throws ApiError if it is not approved or can't be verified. */
export async function checkPayment({ payment, sess }: PaymentReturn, identity: Caller): Promise<PaymentCheck> {
  const answer: unknown = await call('GET /checkout/check', { query: { payment, sess }, identity })
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined
  return typeof code === 'string' && code !== '' ? { code } : {}
}

function listed<T>(answer: T[]): T[] {
  return Array.isArray(answer) ? answer : []
}
