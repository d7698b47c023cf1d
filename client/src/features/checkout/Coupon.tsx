import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withoutInvisible } from '../../domain/invisible.ts'
import type { KnownBill } from '../../cart/useBill.ts'
import type { FormFields } from '../../forms/formFields.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/Field.tsx'
import styles from './Checkout.module.css'
import type { CheckoutFields } from './useCheckout.ts'

/** A coupon; only where the backend takes coupons. It counts once it is applied, and what it takes off is on the bill. */
export function Coupon({ bill, form: { form, errorOf }, applied }: { bill: KnownBill; form: FormFields<CheckoutFields>; applied: string }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(applied)
  if (!bill.coupons) return null
  const code = withoutInvisible(typed).trim()
  const isApplied = applied !== '' && code === applied
  const apply = (coupon: string): void => {
    form.clearErrors('coupon')
    setTyped(coupon)
    form.setValue('coupon', coupon)
  }
  const refused = isApplied ? (errorOf('coupon') ?? (bill.couponMessage === null ? undefined : t(bill.couponMessage))) : undefined
  const counts = isApplied && refused === undefined && !bill.asking
  return (
    <div className={styles.coupon}>
      <TextInput
        name="coupon"
        label={t('Coupon')}
        optional={t('optional')}
        autoComplete="off"
        enterKeyHint="done"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply(code)
        }}
        error={refused}
        hint={counts ? <Announced as="span">{t('The coupon has been applied.')}</Announced> : undefined}
      />
      {isApplied ? (
        <Button onClick={() => apply('')}>{t('Remove')}</Button>
      ) : (
        <Button disabled={code === ''} onClick={() => apply(code)}>
          {t('Apply')}
        </Button>
      )}
    </div>
  )
}
