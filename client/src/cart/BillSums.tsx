import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/States.tsx'
import { Sums } from '../ui/Sums.tsx'
import { useMoney } from '../i18n/useMoney.ts'
import { Announced } from '../ui/Announced.tsx'
import type { KnownBill } from './useBill.ts'

/** The lines of the bill and its total (docs/specification.md section 9), in the cart and in the checkout. */
export function BillSums({ of }: { of: KnownBill }) {
  const { t } = useTranslation()
  const { format, tax } = useMoney()
  const {
    bill: { feeFrom, feeTo, taxes, included, discounts, fees, totals, unknown: unknownParts },
  } = of
  const unknown = of.pending ? <Skeleton width="4em" /> : t('not known yet')
  const fee =
    of.feeUnknown || unknownParts.includes('fee')
      ? t('not known yet')
      : feeFrom !== null && feeFrom > 0
        ? t('from {{price}}', { price: format(feeFrom) })
        : feeTo !== null && feeTo > 0
          ? t('up to {{price}}', { price: format(feeTo) })
          : totals.delivery > 0
            ? format(totals.delivery)
            : t('free')
  // While fee and taxes are loading their lines are there, so that the total stays where it is when they arrive.
  const rows = [
    { label: t('Subtotal'), amount: format(totals.lines) },
    ...(of.undecided && (feeFrom !== null || of.feePending)
      ? [{ label: t('If delivered'), amount: feeFrom === null ? <Skeleton width="4em" /> : fee }]
      : []),
    ...(!of.undecided && (of.area !== null || of.feeUnknown || feeFrom !== null) ? [{ label: t('Delivery fee'), amount: fee }] : []),
    ...fees.map(({ name, amount }) => ({ label: name, amount: format(amount) })),
    ...discounts.map(({ name, amount }) => ({ label: name, amount: format(-amount) })),
    ...(totals.discount > 0 && discounts.length === 0 ? [{ label: t('Points'), amount: format(-totals.discount) }] : []),
    ...(of.pending || of.missing || unknownParts.includes('tax')
      ? [{ label: t('Tax'), amount: unknown }]
      : taxes.map((each) => ({ label: tax(each), amount: format(each.amount) }))),
    ...(totals.tip > 0 ? [{ label: t('Tip'), amount: format(totals.tip) }] : []),
  ]
  return (
    <>
      <Sums
        rows={rows}
        total={{ label: t('Total'), amount: of.complete ? format(totals.total) : unknown }}
        notes={included.map((each) => ({
          label: t('incl. {{tax}}', { tax: tax(each) }),
          amount: each.amount === 0 ? '' : format(each.amount),
        }))}
        outdated={of.outdated}
      />
      {of.unconfirmed && <Announced>{t('The restaurant confirms the price.')}</Announced>}
    </>
  )
}
