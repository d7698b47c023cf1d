import CreditCard from 'lucide-react/icons/credit-card'
import HandCoins from 'lucide-react/icons/hand-coins'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bill } from '../../domain/bill.ts'
import { idText } from '../../domain/ids.ts'
import { isTip, tipText } from '../../domain/tip.ts'
import { rules, type FormFields } from '../../forms/formFields.ts'
import { keepInStep } from '../../forms/programInput.ts'
import { moneyLocale, useCurrentLanguage } from '../../i18n/language.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { TermsBox } from '../../forms/TermsBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chips, Choice } from '../../ui/Choice.tsx'
import { Checkbox, TextInput } from '../../ui/Field.tsx'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import { NoticeBar, Skeleton } from '../../ui/States.tsx'
import type { KnownBill } from '../../cart/useBill.ts'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import { Coupon } from './Coupon.tsx'
import { tipProblem } from './obstacleMessages.ts'
import type { Checkout, CheckoutFields } from './useCheckout.ts'

/** The fourth section: payment method, tip, points, invoice, terms. */
export function Pay({ checkout, form, fields }: { checkout: Checkout; form: FormFields<CheckoutFields>; fields: CheckoutFields }) {
  const { t } = useTranslation()
  return (
    <Block id="pay" title={t('Pay')}>
      <div className={styles.providers}>
        <Providers checkout={checkout} form={form} />
      </div>
      <BillFields bill={checkout.bill} form={form} fields={fields} />
      <TermsBox field={form.field('terms', rules.terms)} />
    </Block>
  )
}

/** What the customer may add to the order, or take off its price, where the restaurant has it: tip, points, coupon, invoice. */
export function BillFields({ bill, form, fields }: { bill: KnownBill; form: FormFields<CheckoutFields>; fields: CheckoutFields }) {
  const { t } = useTranslation()
  const settings = useSettings()
  return (
    <>
      {settings.on('ALLOW_TIP') && <Tip bill={bill.bill} form={form} fields={fields} />}
      <Points bill={bill.bill} form={form} chosen={fields.useProfit} />
      <Coupon bill={bill} form={form} applied={fields.coupon} />
      {settings.on('ALLOW_ISSUE_INVOICE') && <Checkbox {...form.field('issueInvoice')} label={t('Issue an invoice')} />}
    </>
  )
}

/** The customer's points, used at once or kept (docs/specification.md section 5); nothing without points. */
function Points({ bill: { points }, form, chosen }: { bill: Bill; form: FormFields<CheckoutFields>; chosen: boolean }) {
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

function Providers({
  checkout: { payment, unreachable, retry },
  form: { form, errorOf },
}: {
  checkout: Checkout
  form: FormFields<CheckoutFields>
}) {
  const { t } = useTranslation()
  if (payment.pending) return <Skeleton height="4.5rem" />
  if (unreachable)
    return (
      <NoticeBar
        kind="warning"
        action={
          <Button size="s" onClick={retry}>
            {t('Try again')}
          </Button>
        }
      >
        {t("The restaurant can't be reached right now. Please try again in a moment.")}
      </NoticeBar>
    )
  if (payment.providers.length === 0)
    return <NoticeBar kind="warning">{t('There is no way to pay online at the moment. Please call the restaurant.')}</NoticeBar>
  return (
    <Choice
      looks="cards"
      name="paymentType"
      legend={t('How would you like to pay?')}
      hideLegend
      required
      items={payment.providers.map((provider) => ({
        value: idText(provider.id),
        label: provider.name,
        icon: iconOf(provider.displayOption),
      }))}
      value={payment.provider === null ? null : idText(payment.provider.id)}
      onChoose={(value) => form.setValue('paymentType', value, { shouldDirty: true })}
      error={errorOf('paymentType')}
    />
  )
}

/** "direct" is paid on the spot and has no card icon (docs/specification.md section 3). */
function iconOf(displayOption: string | null | undefined): ReactNode {
  if (displayOption === 'direct') return <HandCoins aria-hidden="true" />
  return displayOption === 'wallet' ? <Wallet aria-hidden="true" /> : <CreditCard aria-hidden="true" />
}

/** Buttons for percentages with their amounts, and a field for a custom amount; each replaces the other (docs/specification.md section 9). */
function Tip({
  bill: { tipChips, totals },
  form: { form, errorOf },
  fields,
}: {
  bill: Bill
  form: FormFields<CheckoutFields>
  fields: CheckoutFields
}) {
  const { t } = useTranslation()
  const { format, percent, currency } = useMoney()
  const typed = tipText(totals.tip, currency, moneyLocale(useCurrentLanguage()))
  const pressed = tipChips.some((chip) => chip.percent === fields.tipPercent) ? fields.tipPercent : 0
  return (
    <Stack gap={3} className={styles.tip} role="group" aria-labelledby="checkout-tip">
      <p id="checkout-tip" className={styles.groupTitle}>
        {t('Tip')}
      </p>
      {tipChips.length > 0 && (
        <Chips
          label={t('Tip as a percentage of the order')}
          items={tipChips.map((chip) => ({
            value: String(chip.percent),
            label: (
              <span className={styles.tipChip}>
                <strong>{percent(chip.percent)}</strong> {format(chip.amount)}
              </span>
            ),
          }))}
          pressed={new Set([String(pressed)])}
          onToggle={(value) => {
            const next = Number(value) === pressed ? 0 : Number(value)
            form.setValue('tipPercent', next)
            form.setValue('tip', '')
          }}
        />
      )}
      <div className={styles.ownTip}>
        <TextInput
          name="tip"
          ref={keepInStep}
          label={t('Custom tip')}
          optional={t('optional')}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          value={fields.tip}
          placeholder={pressed > 0 ? typed : undefined}
          after={
            <Quiet as="span" className={styles.unit}>
              {currency.code}
            </Quiet>
          }
          onChange={(event) => {
            form.setValue('tip', event.target.value)
            form.clearErrors('tip')
            form.setValue('tipPercent', 0)
          }}
          onBlur={() => {
            // 0 or less removes the tip; extra decimals are rounded (docs/specification.md section 5).
            if (!isTip(fields.tip, currency)) form.setError('tip', { type: 'amount', message: tipProblem })
            else if (fields.tip !== '') form.setValue('tip', totals.tip > 0 ? typed : '')
          }}
          error={errorOf('tip')}
        />
      </div>
    </Stack>
  )
}
