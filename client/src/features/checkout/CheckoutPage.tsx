import { ShoppingBag } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { submissionOf } from '../../domain/submission.ts'
import { now } from '../../shop/clock.ts'
import { shopCurrency } from '../../shop/config.ts'
import { useMoney } from '../../shop/money.ts'
import { paths } from '../../shop/paths.ts'
import { Screen } from '../../shop/Screen.tsx'
import { useLogin } from '../../shop/login.ts'
import { currentVisitor, useVisitor } from '../../shop/identity.ts'
import { openPayment } from '../../shop/openPayment.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState, NoticeBar } from '../../ui/States.tsx'
import { openAttempt, useOpenAttempt } from './attempt.ts'
import { AttemptPanel } from './AttemptPanel.tsx'
import styles from './Checkout.module.css'
import { Failure } from './Failure.tsx'
import { keepFields, missingOf, startFields, type CheckoutFields } from './fields.ts'
import { HowAndWhere } from './HowAndWhere.tsx'
import { jumpToField } from './jump.ts'
import { ObstacleBar } from './ObstacleBar.tsx'
import { Pay } from './Pay.tsx'
import { Review } from './Review.tsx'
import { Summary } from './Summary.tsx'
import { useCheckout } from './useCheckout.ts'
import { useIsWide } from './useIsWide.ts'
import { usePlacing } from './usePlacing.ts'
import { When } from './When.tsx'
import { Who } from './Who.tsx'

/** An attempt so young that the shop asks about it by itself after a reload, in milliseconds; an older one waits for a tap (docs/failures.md F20). */
const youngAttempt = 5 * 60_000
/** How long an order that is being sent elsewhere counts as on its way, in milliseconds. */
const sendingTime = 60_000
/** Fields that the form itself holds; messages about others stand beside their groups. */
const ownFields = new Set<string>([
  'name',
  'email',
  'phone',
  'address',
  'notes',
  'terms',
  'issueInvoice',
  'useProfit',
  'tip',
  'paymentType',
])

/** /checkout: one page, four blocks and the summary (docs/specification.md section 10; docs/specification.md sections 4, 5, 8, 9). */
export function CheckoutPage() {
  const { t } = useTranslation()
  const { user } = useLogin()
  const [start] = useState(() => startFields(user))
  const form = useForm<CheckoutFields>({ mode: 'onTouched', defaultValues: start })
  // The form mounts in a deferred render: in the first commit it would be the longest task of the page (docs/bench-client.md).
  const made = useDeferredValue(true, false)
  return <Screen title={t('Checkout')}>{made && <Form form={form} start={start} />}</Screen>
}

function Form({ form, start }: { form: UseFormReturn<CheckoutFields>; start: CheckoutFields }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { user } = useLogin()
  const frame = useRef<HTMLFormElement>(null)
  const wide = useIsWide()
  const fields = { ...start, ...useWatch({ control: form.control }) }
  const { placing, place, checkAgain, giveUp } = usePlacing()
  const refused = placing.kind === 'failed' && placing.error.status === 422
  const checkout = useCheckout(fields, refused)
  const attempt = useOpenAttempt()
  const visitor = useVisitor()
  const payment = openPayment.use()
  const wait = useCountdown(placing.kind === 'failed' ? placing.waitUntil : 0)
  const { setError, setValue, getValues } = form

  // What was ordered, and what belongs to a customer who has left, is not kept again.
  const ordered = placing.kind === 'leaving'
  const typed = JSON.stringify(fields)
  useEffect(() => {
    if (!ordered && visitor === currentVisitor()) keepFields(JSON.parse(typed) as CheckoutFields)
  }, [typed, ordered, visitor])

  // What is known of the customer comes when the login is checked, or after a login in between.
  useEffect(() => {
    for (const [field, value] of Object.entries(missingOf(getValues(), user))) setValue(field as 'name', value as string)
  }, [user, getValues, setValue])

  useEffect(() => {
    const open = openAttempt()
    if (open?.state === 'sending' && now().getTime() - open.startedAt < youngAttempt && navigator.onLine) checkAgain()
  }, [checkAgain])

  // Server errors beside their fields.
  const failed = placing.kind === 'failed' ? placing.error : null
  useEffect(() => {
    const messages = failed?.firstMessages() ?? {}
    for (const [field, message] of Object.entries(messages))
      if (ownFields.has(field)) setError(field as 'name', { type: 'server', message })
    // The summary takes the focus; each of its messages leads to its field.
    if (failed !== null) jumpToField(frame.current, 'failure')
  }, [failed, setError])

  // The button is far from the panel that says what is known: the focus moves there.
  const unknown = placing.kind === 'unknown'
  useEffect(() => {
    if (unknown) jumpToField(frame.current, 'attempt')
  }, [unknown])

  const errors = form.formState.errors
  const errorOf = (name: string): string | undefined => {
    const own = errors[name as keyof CheckoutFields]?.message
    if (own !== undefined && own !== '') return t(own)
    const served = ownFields.has(name) ? undefined : failed?.firstMessages()[name]
    return served === undefined ? undefined : t(served)
  }

  const busy = placing.kind === 'sending' || placing.kind === 'checking' || placing.kind === 'leaving'
  const locked = attempt !== null && !busy
  // Another tab of this browser is sending it at this moment.
  const sentElsewhere = locked && attempt.state === 'sending' && now().getTime() - attempt.startedAt < sendingTime
  const { obstacle, form: values, totals, cart } = checkout

  const submit = (): void => {
    const { deliverType, paymentType } = values
    if (
      busy ||
      locked ||
      payment !== null ||
      obstacle !== null ||
      checkout.unreachable ||
      wait > 0 ||
      checkout.settling ||
      deliverType === null ||
      paymentType === null
    )
      return
    form.clearErrors()
    place({
      submission: submissionOf({ ...values, deliverType, paymentType }, cart.cart, totals, shopCurrency()),
      cart: cart.cart,
      totals,
      taxes: checkout.taxes,
      address:
        deliverType === 'delivery'
          ? checkout.address
            ? [checkout.address.address, checkout.address.zipcode].filter((part) => (part ?? '') !== '').join(', ')
            : [values.address.trim(), values.zipcode, checkout.area?.name].filter((part) => (part ?? '') !== '').join(', ')
          : null,
      method: checkout.provider?.name ?? '',
      table: deliverType === 'table' ? (checkout.table?.name ?? null) : null,
    })
  }

  if (cart.count === 0 && attempt === null && !busy && placing.kind !== 'pageRefused') return <EmptyCheckout />

  const disabled = obstacle !== null || checkout.unreachable || locked || payment !== null || checkout.settling || wait > 0
  return (
    <form
      ref={frame}
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      data-validated={failed !== null || undefined}
    >
      <div className={styles.main}>
        {!wide && cart.count > 0 && <Summary checkout={checkout} wide={false} />}
        {attempt !== null && (locked || placing.kind === 'checking') && (
          <AttemptPanel
            attempt={attempt}
            checking={placing.kind === 'checking' || sentElsewhere}
            offline={placing.kind === 'unknown' && placing.offline}
            reason={placing.kind === 'unknown' ? placing.reason : null}
            onCheck={checkAgain}
            onGiveUp={giveUp}
          />
        )}
        {placing.kind === 'pageRefused' && (
          <NoticeBar kind="danger">
            {t(
              'Your order {{code}} has arrived, but its payment page looks wrong, so we do not open it. Please call the restaurant to pay.',
              { code: placing.code },
            )}
          </NoticeBar>
        )}
        {failed !== null && <Failure error={failed} onField={(field) => jumpToField(frame.current, field)} />}
        <Review review={checkout.review} />
        <HowAndWhere checkout={checkout} form={form} errorOf={errorOf} />
        <When checkout={checkout} errorOf={errorOf} />
        <Who checkout={checkout} form={form} errorOf={errorOf} />
        <Pay checkout={checkout} form={form} fields={fields} errorOf={errorOf} />
      </div>
      <div className={styles.side}>
        {wide && <Summary checkout={checkout} wide />}
        <div className={styles.bar}>
          {obstacle !== null && !busy && !locked && (
            <ObstacleBar checkout={checkout} obstacle={obstacle} jump={(field) => jumpToField(frame.current, field)} />
          )}
          <Button type="submit" variant="primary" size="l" wide disabled={disabled} pending={busy}>
            {wait > 0 ? t('Please wait {{seconds}} s', { seconds: wait }) : t('Place Order')}
            <span className={styles.payTotal}>{format(totals.total)}</span>
          </Button>
          <p className={styles.progressWords} role="status">
            {placing.kind === 'sending' ? t('Your order is being sent …') : placing.kind === 'leaving' ? t('One moment …') : ''}
          </p>
        </div>
      </div>
    </form>
  )
}

function EmptyCheckout() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title={t('Your cart is empty.')}
      action={
        <Link to={paths.home} className={buttonClass({ variant: 'primary' })}>
          {t('To the menu')}
        </Link>
      }
    >
      {t('Put something good in it, then come back here.')}
    </EmptyState>
  )
}

/** Counts down the seconds that the server wants to be left alone (docs/failures.md F10); 0 when it does not. `until` is on the browser's clock. */
function useCountdown(until: number): number {
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 500)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)))
}
