import { useQuery } from '@tanstack/react-query'
import type { PaymentProvider } from '../../../../contracts/types.ts'
import { idText } from '../../domain/ids.ts'
import type { CheckoutFields } from './fields.ts'
import { providersQuery } from './queries.ts'

/** The payment of the order. */
export interface Payment {
  providers: PaymentProvider[]
  /** The chosen provider; a single one, else the one of the last order, is chosen automatically. */
  provider: PaymentProvider | null
  pending: boolean
  /** The providers could not be loaded. */
  missing: boolean
  /** Retries what could not be loaded. */
  retry: () => void
}

/** `last`: the name of the last order's provider. */
export function usePayment({ paymentType }: Pick<CheckoutFields, 'paymentType'>, last: string | null): Payment {
  const answer = useQuery(providersQuery)
  const providers = answer.data ?? none
  const only = providers.length === 1 ? providers[0] : undefined
  const again = providers.find(({ name }) => name.trim().toLocaleLowerCase() === last?.trim().toLocaleLowerCase())
  return {
    providers,
    provider: providers.find((each) => idText(each.id) === paymentType) ?? only ?? again ?? null,
    pending: answer.isPending,
    missing: answer.isError && answer.data === undefined,
    retry: () => void (answer.isError && answer.refetch()),
  }
}

const none: never[] = []
