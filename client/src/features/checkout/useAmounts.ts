import { useQuery } from '@tanstack/react-query'
import type { Tax } from '../../../../contracts/types.ts'
import type { Minor } from '../../domain/money.ts'
import { pointsDiscount, pointsOffer, type PointsOffer } from '../../domain/points.ts'
import { tipChips, tipFromInput, tipOfPercent, tipPercents, type TipChip } from '../../domain/tip.ts'
import { taxPercentOf, totalsOf, type Totals } from '../../domain/totals.ts'
import { shopCurrency } from '../../shop/restaurant/config.ts'
import { useSettings } from '../../shop/restaurant/settings.ts'
import type { CheckoutFields } from './fields.ts'
import { taxesQuery } from './queries.ts'
import type { Customer } from './useCustomer.ts'

/** The amounts of the order. */
export interface Amounts {
  taxes: Tax[]
  tipChips: TipChip[]
  /** The customer's points, if they are worth something. */
  points: PointsOffer | null
  /** The points are redeemed for this order. */
  useProfit: boolean
  totals: Totals
  /** Taxes are loading, or could not be loaded. */
  pending: boolean
  missing: boolean
  /** Retries what could not be loaded. */
  retry: () => void
}

/** `lines`: the sum of the cart's lines; `fee`: the delivery fee; both in minor units. */
export function useAmounts(
  fields: Pick<CheckoutFields, 'tip' | 'tipPercent' | 'useProfit'>,
  { account, login }: Customer,
  lines: Minor,
  fee: Minor,
): Amounts {
  const settings = useSettings()
  const currency = shopCurrency()
  const answer = useQuery(taxesQuery)
  const taxes = answer.data ?? none
  const price = lines + fee
  const tips = settings.on('ALLOW_TIP')
  const chips = tips ? tipChips(tipPercents(settings.text('TIP_PERCENTS')), price, currency) : []
  const chip = chips.find(({ percent }) => percent === fields.tipPercent)
  const ownTip = tips ? tipFromInput(fields.tip, currency) : 0
  const points = account && settings.on('LOYALTY_SYSTEM') ? pointsOffer(login.user?.profit, price, currency) : null
  const useProfit = points?.usable === true && fields.useProfit
  return {
    taxes,
    tipChips: chips,
    points: points !== null && points.worth > 0 ? points : null,
    useProfit,
    totals: totalsOf({
      lines,
      delivery: fee,
      discount: points ? pointsDiscount(points, useProfit) : 0,
      taxPercent: taxPercentOf(taxes),
      tip: chip ? tipOfPercent(chip.percent, price, currency) : ownTip,
    }),
    pending: answer.isPending,
    missing: answer.isError && answer.data === undefined,
    retry: () => void (answer.isError && answer.refetch()),
  }
}

const none: never[] = []
