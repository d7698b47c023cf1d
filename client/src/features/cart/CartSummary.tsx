import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { needsReview } from '../../domain/cartReview.ts'
import { useCart } from '../../cart/cartStore.ts'
import { AcceptButton } from '../../cart/CartReview.tsx'
import { ClosingSoon } from '../../cart/ClosingSoon.tsx'
import { useCheckoutEntry } from '../../cart/useCheckoutEntry.ts'
import { useBill } from '../../cart/useBill.ts'
import { BillSums } from '../../cart/BillSums.tsx'
import { TaxNote } from '../../cart/TaxNote.tsx'
import { navigating } from '../../navigation/navigating.ts'
import { paths } from '../../navigation/paths.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { announce } from '../../ui/announcements.ts'
import { Button, PricedLabel } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Progress } from '../../ui/Progress.tsx'
import styles from './CartSummary.module.css'
import { useCartReview } from './queries.ts'
import { useStore } from '../../createStore.ts'

/** The footer of the cart: the whole bill, what is missing to the minimum order or free delivery, and the checkout button; while the menu has changed, the one that accepts it. */
export function CartSummary() {
  const { t } = useTranslation()
  const money = useMoney()
  const { sum } = useCart()
  const known = useBill()
  const { terms, taxes, included, totals } = known.bill
  const checkout = useCheckoutEntry()
  const loading = useStore(navigating)
  const { review } = useCartReview()
  const changed = needsReview(review)
  useEffect(() => {
    if (changed) announce(t('The menu has changed'))
  }, [changed, t])
  const freeFrom = terms.fullFee !== null && terms.fullFee > 0 ? terms.freeFrom : null
  return (
    <Stack gap={3} className={styles.summary}>
      <ClosingSoon />
      {terms.minimum !== null && terms.missingToMinimum > 0 && (
        <Missing value={sum} most={terms.minimum}>
          {t('{{price}} to the minimum order', { price: money.format(terms.missingToMinimum) })}
        </Missing>
      )}
      {terms.missingToMinimum === 0 && freeFrom !== null && terms.missingToFree !== null && (
        <Missing value={sum} most={freeFrom}>
          {terms.missingToFree > 0 ? t('{{price}} to free delivery', { price: money.format(terms.missingToFree) }) : t('Free delivery')}
        </Missing>
      )}
      <BillSums of={known} />
      {known.complete && taxes.length === 0 && included.length === 0 && <TaxNote />}
      {changed ? (
        <AcceptButton review={review} size="l" />
      ) : (
        <Button variant="primary" size="l" wide pending={loading === paths.checkout} onClick={checkout}>
          {known.complete ? (
            <PricedLabel price={money.format(totals.total)} outdated={known.outdated}>
              {t('Checkout')}
            </PricedLabel>
          ) : (
            t('Checkout')
          )}
        </Button>
      )}
    </Stack>
  )
}

function Missing({ value, most, children }: { value: number; most: number; children: string }) {
  return (
    <Stack gap={2} className={styles.progress}>
      <span>{children}</span>
      <Progress value={value} most={most} />
    </Stack>
  )
}
