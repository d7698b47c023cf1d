import { useState } from 'react'
import type { Id, PaymentProvider } from '../../../../contracts/types.ts'
import { byId, idText } from '../../domain/ids.ts'
import type { CheckoutFields } from './fields.ts'
import { providersQuery } from './queries.ts'
import { plainName } from '../../domain/text.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'

/** The payment of the order. */
export interface Payment {
  providers: PaymentProvider[]
  /**
   * The chosen provider; a single one, else the one of the last order, is chosen automatically. Null if the one that was shown as chosen is no longer
   * offered: the customer chooses again.
   */
  provider: PaymentProvider | null
  pending: boolean
  /** The providers could not be loaded. */
  missing: boolean
  /** Retries what could not be loaded. */
  retry: () => void
}

/** `last`: the name of the last order's provider. */
export function usePayment({ paymentType }: Pick<CheckoutFields, 'paymentType'>, last: string | null): Payment {
  const answer = useShopQuery(providersQuery)
  const providers = answer.data ?? none
  const only = providers.length === 1 ? providers[0] : undefined
  const again = providers.find(({ name }) => last !== null && plainName(name) === plainName(last))
  const provider = providers.find((each) => idText(each.id) === paymentType) ?? only ?? again ?? null
  const [shown, setShown] = useState<{ paymentType: string; id: Id } | null>(null)
  const kept = shown?.paymentType === paymentType ? shown : null
  if (kept === null && provider !== null) setShown({ paymentType, id: provider.id })
  return {
    providers,
    provider: kept === null ? provider : (byId(providers, kept.id) ?? null),
    pending: answer.isPending,
    missing: answer.isError && answer.data === undefined,
    retry: () => void (answer.isError && answer.refetch()),
  }
}

const none: never[] = []
