import { useMemo } from 'react'
import type { Area } from '../../../../contracts/types.ts'
import { billOf, type Bill, type BillChoices } from '../../domain/bill.ts'
import { byId } from '../../domain/ids.ts'
import { tipPercents } from '../../domain/tip.ts'
import { useDraft } from '../forms/formDraft.ts'
import { areasQuery } from '../restaurant/areas.ts'
import { shopCurrency } from '../restaurant/config.ts'
import { useSettings } from '../restaurant/settings.ts'
import { taxesQuery } from '../restaurant/taxes.ts'
import { useLogin } from '../session/login.ts'
import { useShopQuery } from '../session/useShopQuery.ts'
import { checkoutDraft, noBillChoices } from './billChoices.ts'
import { useCart } from './cart.ts'
import { useDelivery } from './delivery.ts'

const billFields = ['tip', 'tipPercent', 'useProfit'] as const

/** The bill of the current cart, and whether all of it is known. */
export interface KnownBill {
  bill: Bill
  /** The area of the delivery; null while it is unknown. */
  area: Area | null
  /** Nothing is chosen yet, and it may be a delivery. */
  undecided: boolean
  /** The chosen area is not loaded, so its fee is unknown. */
  feeUnknown: boolean
  /** What a delivery would cost is loading. */
  feePending: boolean
  /** Taxes are loading, or could not be loaded. */
  pending: boolean
  missing: boolean
  /** Taxes and fee are known: the total is right. */
  complete: boolean
  /** Retries what could not be loaded. */
  retry: () => void
}

/**
 * The bill of the cart with everything that is chosen so far, wherever a sum is shown: the cart and its buttons show the amount that the checkout's final
 * button does. `choices` and `area`: those of the checkout's form; by default the ones of its draft, and of the
 * delivery's choice.
 */
export function useBill(choices?: BillChoices, area?: { area: Area | null; unknown: boolean }): KnownBill {
  const { sum } = useCart()
  const settings = useSettings()
  const { choice, offered } = useDelivery()
  const login = useLogin()
  const draft = useDraft(checkoutDraft, noBillChoices, billFields)
  const undecided = choice.deliverType === null && offered.includes('delivery')
  const areas = useShopQuery(areasQuery, { enabled: choice.deliverType === 'delivery' || (undecided && area === undefined) })
  const taxes = useShopQuery(taxesQuery)
  const { deliverType, areaId } = choice
  const delivers = deliverType === 'delivery'
  const known = Array.isArray(areas.data) ? areas.data : noAreas
  const target = area === undefined ? (delivers ? (byId(known, areaId) ?? null) : null) : area.area
  const { tip, tipPercent, useProfit } = choices ?? draft
  const percents = settings.on('ALLOW_TIP') ? settings.text('TIP_PERCENTS') : null
  const profit = login.loggedIn && !login.isTable && settings.on('LOYALTY_SYSTEM') ? (login.user?.profit ?? null) : null
  const rates = taxes.data ?? noTaxes
  const bill = useMemo(
    () =>
      billOf(
        {
          ...{ lines: sum, deliverType, area: target, areas: known, taxes: rates, tip, tipPercent, profit, useProfit },
          tipPercents: percents === null ? null : tipPercents(percents),
        },
        shopCurrency(),
      ),
    [sum, deliverType, target, known, rates, tip, tipPercent, profit, useProfit, percents],
  )
  const feeUnknown = area?.unknown ?? (delivers && target === null && areaId !== null && !areas.isSuccess)
  const missing = taxes.isError && taxes.data === undefined
  return {
    bill,
    area: target,
    undecided,
    feeUnknown,
    feePending: undecided && areas.isPending && areas.isFetching,
    pending: taxes.isPending,
    missing,
    complete: !taxes.isPending && !missing && !feeUnknown && bill.unknown.length === 0,
    retry: () => void (taxes.isError && taxes.refetch()),
  }
}

const noAreas: never[] = []
const noTaxes: never[] = []
