import { useTranslation } from 'react-i18next'
import type { Bill } from '../../domain/bill.ts'
import type { FormFields } from '../../forms/formFields.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { Checkbox } from '../../ui/Field.tsx'
import type { CheckoutFields } from './useCheckout.ts'

/** The customer's points, used at once or kept (docs/specification.md section 5); nothing without points. */
export function Points({ bill: { points }, form, chosen }: { bill: Bill; form: FormFields<CheckoutFields>; chosen: boolean }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  if (points === null) return null
  return (
    <Checkbox
      {...form.field('useProfit')}
      checked={points.usable && chosen}
      disabled={!points.usable}
      label={t('Use my points')}
      end={format(-points.worth)}
      hint={
        points.cartTooLow
          ? t("Cart total has to be greater or equal then your points' amount")
          : t('You have points worth {{amount}}.', { amount: format(points.worth) })
      }
    />
  )
}
