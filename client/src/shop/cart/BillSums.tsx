import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/States.tsx'
import { Sums } from '../../ui/Sums.tsx'
import { useMoney } from '../restaurant/money.ts'
import type { KnownBill } from './bill.ts'

/** The lines of the bill and its total (docs/specification.md section 9), in the cart and in the checkout. */
export function BillSums({ of }: { of: KnownBill }) {
  const { t } = useTranslation()
  const { format, percent } = useMoney()
  const {
    bill: { terms, feeFrom, feeTo, taxes, totals, unknown: unknownParts },
  } = of
  const unknown = of.pending ? <Skeleton width="4em" /> : t('not known yet')
  const fee =
    of.feeUnknown || terms.fee === null
      ? t('not known yet')
      : feeFrom !== null && feeFrom > 0
        ? t('from {{price}}', { price: format(feeFrom) })
        : feeTo !== null && feeTo > 0
          ? t('up to {{price}}', { price: format(feeTo) })
          : terms.fee > 0
            ? format(terms.fee)
            : t('free')
  // While fee and taxes are loading their lines are there, so that the total stays where it is when they arrive.
  const rows = [
    { label: t('Subtotal'), amount: format(totals.lines) },
    ...(of.undecided && (feeFrom !== null || of.feePending)
      ? [{ label: t('If delivered'), amount: feeFrom === null ? <Skeleton width="4em" /> : fee }]
      : []),
    ...(!of.undecided && (of.area !== null || of.feeUnknown || feeFrom !== null) ? [{ label: t('Delivery fee'), amount: fee }] : []),
    ...(totals.discount > 0 ? [{ label: t('Points'), amount: format(-totals.discount) }] : []),
    ...(of.pending || of.missing || unknownParts.includes('tax')
      ? [{ label: t('Tax'), amount: unknown }]
      : taxes.map((tax) => ({ label: `${tax.name} (${percent(tax.percent)})`, amount: format(tax.amount) }))),
    ...(totals.tip > 0 ? [{ label: t('Tip'), amount: format(totals.tip) }] : []),
  ]
  return <Sums rows={rows} total={{ label: t('Total'), amount: of.complete ? format(totals.total) : unknown }} />
}
