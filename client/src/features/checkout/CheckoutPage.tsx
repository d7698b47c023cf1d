import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useCallback, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lazyPart } from '../../loading/lazyPart.ts'
import { isOnline } from '../../api/online.ts'
import { acceptReview } from '../../domain/cartReview.ts'
import { lineMessages, paymentOf } from '../../domain/quote.ts'
import { submissionOf } from '../../domain/submission.ts'
import { cartActions, currentCart, useCart } from '../../cart/cartStore.ts'
import { CartReview } from '../../cart/CartReview.tsx'
import { HeldTime, useDelivery, useHeldTime } from '../../cart/deliveryStore.ts'
import { now, readClock } from '../../restaurant/clock.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { useLastOrdered } from '../../events/purchase.ts'
import { confirmationPath, paths } from '../../navigation/paths.ts'
import { identity } from '../../session/identity.ts'
import { Screen } from '../../screen/Screen.tsx'
import { useLogin } from '../../session/login.ts'
import { remembered } from '../../session/remembered.ts'
import { enterMovesOn } from '../../forms/enterKey.ts'
import { useFormFields } from '../../forms/formFields.ts'
import { readFields } from '../../forms/programInput.ts'
import { openAttempt, useOpenAttempt } from '../../orderState/orderState.ts'
import { useWaiting } from '../../orderState/payment.ts'
import { Part } from '../../loading/Part.tsx'
import { Announced } from '../../ui/Announced.tsx'
import { announce } from '../../ui/announcements.ts'
import { Button, buttonClass, PricedLabel } from '../../ui/Button.tsx'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import { ignoreSecondPress } from '../../ui/modal.ts'
import { Price } from '../../ui/Price.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { deviceOrder, isUnnamed } from '../orders/queries.ts'
import { AttemptPanel } from './AttemptPanel.tsx'
import styles from './Checkout.module.css'
import { Failure } from './Failure.tsx'
import { branchFields, checkoutDraft, emptyFields, contactOf, rememberedFields, shopChoices, type CheckoutFields } from './fields.ts'
import { HowAndWhere } from './HowAndWhere.tsx'
import { isOfCart, jumpToField, leadToField } from './jump.ts'
import { ObstacleBar } from './ObstacleBar.tsx'
import { Pay } from './Pay.tsx'
import { Recap } from './Recap.tsx'
import { Summary } from './Summary.tsx'
import { useCheckout } from './useCheckout.ts'
import { useCheckoutEvents } from './useCheckoutEvents.ts'
import { billWith, useOffer } from './useOffer.ts'
import { usePlacing } from './usePlacing.ts'
import { useRepeat, type Repeat } from './useRepeat.ts'
import { When } from './When.tsx'
import { Who } from './Who.tsx'
import { useStore } from '../../createStore.ts'

const WaitingOrderPanel = lazyPart(async () => (await import('../../orderState/WaitingOrder.tsx')).WaitingOrderPanel)

/**
 * The age up to which an open attempt is checked automatically after a reload, in milliseconds; an older one waits for a press (docs/failures.md
 * F20).
 */
const autoCheckAge = 5 * 60_000
/** How long an attempt that another tab is sending counts as pending, in milliseconds. */
const sendingTimeout = 60_000
/** /checkout: one page with four sections and the summary (docs/specification.md sections 4, 5, 8, 9 and 10). */
export function CheckoutPage() {
  return (
    <Screen>
      <HeldTime value={useHeldTime()}>
        <Filled />
      </HeldTime>
    </Screen>
  )
}

/** The form, once it is known what the last order fills in. */
function Filled() {
  const repeat = useRepeat()
  return repeat.ready ? <Form repeat={repeat} /> : <Skeleton height="24rem" />
}

function Form({ repeat }: { repeat: Repeat }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { user, loggedIn, checking } = useLogin()
  const guest = !loggedIn && !checking
  const stored = useStore(remembered)
  const frame = useRef<HTMLFormElement>(null)
  // The last section is below the edge of a window: it follows in a render of its own, after the rest is painted (docs/bench-client.md).
  const below = useDeferredValue(true, false)
  const { placing, place, checkAgain, giveUp, dismiss } = usePlacing()
  const form = useFormFields({
    defaultValues: emptyFields,
    known: guest && stored !== null ? rememberedFields(stored, identity().branch) : contactOf(user),
    // After the order no draft is stored.
    draft: placing.kind === 'leaving' ? undefined : checkoutDraft,
    ofBranch: branchFields,
    beyond: shopChoices,
  })
  // A customer who has typed something continues in the form.
  const [asForm, setAsForm] = useState(form.restored)
  const fields = { ...emptyFields, ...useWatch({ control: form.form.control }) } as CheckoutFields
  const failed = placing.kind === 'failed' ? placing.error : null
  const { cart: cartNow } = useCart()
  const { choice } = useDelivery()
  const { offer, cartChanged, ordered: orderedNow } = useOffer(failed, cartNow, choice, fields)
  const checkout = useCheckout(fields, (guest ? stored?.payment?.name : repeat.order?.payment.method) ?? null, offer !== null)
  useCheckoutEvents(checkout)
  const attempt = useOpenAttempt()
  const waiting = useWaiting()
  const ordered = useLastOrdered(identity().branch)
  const [orderedBefore] = useState(ordered)
  const [placedHere, setPlacedHere] = useState(false)
  // The form is shown again for another way to pay: its choice is what the customer looks for.
  const otherWay = useRef(false)
  const wait = useCountdown(placing.kind === 'failed' ? placing.waitUntil : 0)

  useEffect(() => {
    const open = openAttempt()
    if (open?.state === 'sending' && now().getTime() - open.startedAt < autoCheckAge && isOnline()) checkAgain()
  }, [checkAgain])

  const refuse = useEffectEvent(form.refuse)
  useEffect(() => {
    if (failed === null) return
    refuse(failed, false)
    // The error notice is focused; each of its messages links to its field.
    jumpToField(frame.current, 'failure')
  }, [failed])

  // A message about the cart ends with the cart it was about.
  const aboutCart = failed !== null && Object.keys(failed.fields).length > 0 && Object.keys(failed.fields).every(isOfCart)
  const outlived = aboutCart && cartChanged
  useEffect(() => {
    if (outlived) dismiss()
  }, [outlived, dismiss])

  // The button is far from the panel with the details: the focus moves there.
  const unknown = placing.kind === 'unknown'
  useEffect(() => {
    if (unknown) jumpToField(frame.current, 'attempt')
  }, [unknown])

  const busy = placing.kind === 'sending' || placing.kind === 'checking' || placing.kind === 'leaving'
  const locked = attempt !== null && !busy
  // Another tab of this browser is sending the order.
  const sentElsewhere = locked && attempt.state === 'sending' && now().getTime() - attempt.startedAt < sendingTimeout
  const { obstacle, form: values, cart, customer, destination, review } = checkout
  const { bill, was } = billWith(offer, review, checkout.bill)
  const { totals, terms } = bill.bill
  const total = bill.complete ? format(totals.total) : null

  const blocked = waiting !== null
  useEffect(() => {
    if (blocked || !otherWay.current) return
    otherWay.current = false
    jumpToField(frame.current, 'paymentType')
  }, [blocked])

  // The bar that names the next obstacle goes with the last one: that nothing is missing any more is said.
  const obstructed = useRef(obstacle !== null)
  const ready = `${t('Everything is filled in')}. ${t('Total')}: ${format(totals.total)}`
  useEffect(() => {
    if (obstructed.current && obstacle === null) announce(ready)
    obstructed.current = obstacle !== null
  }, [obstacle, ready])

  // An offered bill needs no other answer of the backend.
  const loading = checkout.loading && !(was !== null && checkout.bill.asking)
  const submit = (): void => {
    const { deliverType, paymentType } = values
    if (obstacle !== null && !busy && !locked) jumpToField(frame.current, 'obstacle')
    if (busy || locked || obstacle !== null || checkout.unreachable || wait > 0 || loading || deliverType === null || paymentType === null)
      return
    form.form.clearErrors()
    setPlacedHere(true)
    if (guest && fields.remember) {
      const { name, email, phone, address } = fields
      const payment = { branch: identity().branch, id: String(paymentType), name: checkout.payment.provider?.name ?? '' }
      remembered.set({ name, email, phone, address, payment })
    }
    // With the offered bill its prices are accepted.
    if (was !== null) cartActions.change((now) => acceptReview(now, review))
    const accepted = was === null ? cart.cart : currentCart()
    orderedNow(accepted, totals.total)
    place({
      submission: submissionOf({ ...values, deliverType, paymentType }, accepted, totals, shopCurrency()),
      cart: accepted,
      totals,
      payment: paymentOf(bill.bill, checkout.payment.provider?.name ?? '', shopCurrency()),
      address:
        deliverType === 'delivery'
          ? (destination.address
              ? [destination.address.address, destination.address.zipcode]
              : [values.address.trim(), values.zipcode, destination.area?.name]
            )
              .filter((part) => (part ?? '') !== '')
              .join(', ')
          : null,
      table: deliverType === 'table' ? (destination.table?.name ?? null) : null,
    })
  }
  // A press is taken after a render at the minute it is made in: what has become impossible since the last tick is an obstacle by then.
  const submitNow = useRef(submit)
  useLayoutEffect(() => {
    submitNow.current = submit
  })
  const press = (): void => {
    // The next screen may be there before the second press of a double press, with a link in this place.
    ignoreSecondPress()
    if (frame.current !== null) readFields(frame.current)
    flushSync(readClock)
    submitNow.current()
  }

  // The obstacle that disables the focused button takes the focus; the total that is accepted gives it back.
  const payButton = useRef<HTMLButtonElement>(null)
  const obstructs = obstacle?.kind ?? null
  const obstructedBy = useRef(obstructs)
  useLayoutEffect(() => {
    if (obstructs !== null && document.activeElement === payButton.current) jumpToField(frame.current, 'obstacle')
    if (obstructs === null && obstructedBy.current === 'total') payButton.current?.focus()
    obstructedBy.current = obstructs
  }, [obstructs])

  if (waiting !== null && attempt === null && !busy)
    return (
      <Part>
        <WaitingOrderPanel
          waiting={waiting}
          onOtherWay={() => {
            otherWay.current = true
            setAsForm(true)
          }}
        />
      </Part>
    )
  if (cart.count === 0 && attempt === null && !busy)
    return <EmptyCheckout ordered={placedHere || ordered === orderedBefore ? null : ordered} />

  const filled = obstacle === null || obstacle.kind === 'terms' || obstacle.kind === 'total' || checkout.loading
  // A form that is shown is not replaced by its summary.
  if (!filled && !asForm) setAsForm(true)
  // What the backend says of lines: of the quoted cart, and of the refused one.
  const messages = new Map([...lineMessages(failed?.firstMessages() ?? {}), ...bill.lineMessages])
  const recap = (guest ? stored !== null : repeat.asSummary) && !asForm && filled && failed === null

  const disabled = obstacle !== null || checkout.unreachable || locked || loading || wait > 0
  return (
    <Stack
      as="form"
      gap={6}
      ref={frame}
      className={styles.page}
      noValidate
      // Only a press on the button orders: neither Enter in a field nor a program that submits the form.
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={enterMovesOn}
      data-validated={failed !== null || undefined}
    >
      <Stack gap={5} className={styles.main}>
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
        {failed !== null && !outlived && (
          <Failure error={failed} onField={(field) => leadToField(frame.current, field)}>
            {was !== null && (
              <Stack gap={3} className={styles.offer}>
                <Price size="l" was={format(was)} wasLabel={t('instead of')}>
                  {format(totals.total)}
                </Price>
                <Button onClick={press} variant="primary" disabled={disabled}>
                  {t('Accept and order')}
                </Button>
              </Stack>
            )}
          </Failure>
        )}
        {was === null && <CartReview review={review} />}
        {recap ? (
          <Recap checkout={checkout} form={form} fields={fields} onChange={() => setAsForm(true)} />
        ) : (
          <>
            <HowAndWhere
              destination={destination}
              terms={terms}
              signedIn={customer.login.loggedIn}
              form={form}
              otherAddress={fields.elsewhere}
            />
            <When time={checkout.time} errorOf={form.errorOf} />
            <Who customer={customer} form={form} />
            {below && (
              <Pay
                payment={checkout.payment}
                bill={bill}
                unreachable={checkout.unreachable ? checkout.retry : null}
                form={form}
                fields={fields}
              />
            )}
          </>
        )}
      </Stack>
      <div className={styles.side}>
        {cart.count > 0 && <Summary bill={bill} total={total} messages={messages} />}
        {obstacle !== null && !busy && !locked && (
          <div className={styles.obstacles}>
            <ObstacleBar
              hours={checkout.time.hours}
              obstacle={obstacle}
              jump={(field) => leadToField(frame.current, field)}
              acceptTotal={checkout.acceptTotal}
            />
          </div>
        )}
        <Stack gap={2} className={styles.bar}>
          <Button ref={payButton} onClick={press} data-place-order variant="primary" size="l" wide disabled={disabled} pending={busy}>
            <PricedLabel price={total} outdated={bill.outdated}>
              {wait > 0 ? t('Please wait {{seconds}} s', { seconds: wait }) : was === null ? t('Place Order') : t('Accept and order')}
            </PricedLabel>
          </Button>
          <Quiet className={styles.progressWords}>
            {placing.kind === 'sending' && <Announced as="span">{t('Your order is being sent …')}</Announced>}
            {/* Not announced: the next screen or page follows at once. */}
            {placing.kind === 'leaving' && t('One moment …')}
          </Quiet>
        </Stack>
      </div>
    </Stack>
  )
}

/** `ordered`: the order that another tab has placed since the checkout was opened here. */
function EmptyCheckout({ ordered }: { ordered: string | null }) {
  const { t } = useTranslation()
  const menu = (
    <Link to={paths.home} className={buttonClass({ variant: ordered === null ? 'primary' : 'secondary' })}>
      {t('To the menu')}
    </Link>
  )
  if (ordered === null)
    return (
      <EmptyState icon={<ShoppingBag />} title={t('Your cart is empty')} action={menu}>
        {t('Add a dish, then come back here.')}
      </EmptyState>
    )
  const order = deviceOrder(ordered) !== null ? confirmationPath(ordered) : isUnnamed(ordered) ? paths.myOrders : paths.myOrder(ordered)
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title={t('You have ordered in another tab.')}
      action={
        <>
          <Link to={order} className={buttonClass({ variant: 'primary' })}>
            {t('Show the order')}
          </Link>
          {menu}
        </>
      }
    >
      {t('Your cart is empty.')}
    </EmptyState>
  )
}

/**
 * The seconds until the server accepts another try (Retry-After, docs/failures.md F10); 0 if it does at once. `until` is a time of the browser's
 * clock.
 */
function useCountdown(until: number): number {
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 500)
    return () => clearInterval(timer)
  }, [])
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - Date.now()) / 1000)))
}
