import ShoppingBag from 'lucide-react/icons/shopping-bag'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type Ref,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id } from '../../../../contracts/types.ts'
import { checkoutDraft } from '../../cart/billChoices.ts'
import { useCartReview } from '../cart/queries.ts'
import { CartReview } from '../../cart/CartReview.tsx'
import { HeldTime, useHeldTime } from '../../cart/deliveryStore.ts'
import { useStore } from '../../createStore.ts'
import type { Minor } from '../../domain/money.ts'
import type { Obstacle } from '../../domain/obstacle.ts'
import { lineMessages } from '../../domain/quote.ts'
import { useLastOrdered } from '../../events/purchase.ts'
import { useFormFields, type FormFields } from '../../forms/formFields.ts'
import { readFields } from '../../forms/programInput.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { lazyPart } from '../../loading/lazyPart.tsx'
import { confirmationPath, paths } from '../../navigation/paths.ts'
import { useOpenAttempt } from '../../orderState/orderState.ts'
import { useWaiting } from '../../orderState/payment.ts'
import { readClock } from '../../restaurant/clock.ts'
import { Screen } from '../../screen/Screen.tsx'
import { identity } from '../../session/identity.ts'
import { useLogin } from '../../session/login.ts'
import { remembered } from '../../session/remembered.ts'
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
import { HowAndWhere } from './HowAndWhere.tsx'
import { enterMovesOn, isAboutCart, jumpToField, leadToField } from './jump.ts'
import { ObstacleBar } from './ObstacleBar.tsx'
import { Pay } from './Pay.tsx'
import { Recap } from './Recap.tsx'
import { stepOf, type Step } from './step.ts'
import { Summary } from './Summary.tsx'
import {
  branchFields,
  contactOf,
  emptyFields,
  rememberedFields,
  shopChoices,
  useCheckout,
  type Checkout,
  type CheckoutFields,
} from './useCheckout.ts'
import { useCheckoutEvents } from './useCheckoutEvents.ts'
import type { Phase } from './placing.ts'
import { usePlacing } from './usePlacing.ts'
import { useRepeat, type Repeat } from './useRepeat.ts'
import { When } from './When.tsx'
import { Who } from './Who.tsx'

const WaitingOrderPanel = lazyPart(async () => (await import('../../orderState/WaitingOrder.tsx')).WaitingOrderPanel)

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

/** The form, once it is known what the last order fills in and what of the cart has changed. */
function Filled() {
  const repeat = useRepeat(useCartReview().awaited)
  return repeat.ready ? <Form repeat={repeat} /> : <Skeleton height="24rem" />
}

function Form({ repeat }: { repeat: Repeat }) {
  const { format } = useMoney()
  const { user, loggedIn, checking } = useLogin()
  const guest = !loggedIn && !checking
  const stored = useStore(remembered)
  const frame = useRef<HTMLFormElement>(null)
  // The last section is below the edge of a window: it follows in a render of its own, after the rest is painted (docs/bench-client.md).
  const below = useDeferredValue(true, false)
  const { phase, sent, asForm, dispatch, place, checkAgain, giveUp } = usePlacing()
  const form = useFormFields({
    defaultValues: emptyFields,
    known: guest && stored !== null ? rememberedFields(stored, identity().branch) : contactOf(user),
    // After the order no draft is stored.
    draft: phase.kind === 'leaving' ? undefined : checkoutDraft,
    ofBranch: branchFields,
    beyond: shopChoices,
  })
  const fields = { ...emptyFields, ...useWatch({ control: form.form.control }) } as CheckoutFields
  const refusal = phase.kind === 'refused' ? phase.error : null
  const checkout = useCheckout(fields, (guest ? stored?.payment?.name : repeat.order?.payment.method) ?? null, sent, refusal)
  useCheckoutEvents(checkout)
  // A message about the cart is about the cart that was sent.
  const failed = refusal !== null && checkout.cartChanged && isAboutCart(refusal) ? null : refusal
  const attempt = useOpenAttempt()
  const waiting = useWaiting()
  const ordered = useLastOrdered(identity().branch)
  const [orderedBefore] = useState(ordered)
  const wait = useCountdown(phase.kind === 'refused' ? phase.waitUntil : 0)
  const { obstacle, cart, bill, was, review } = checkout
  const total = bill.complete ? format(bill.bill.totals.total) : null
  const step = stepOf({
    phase: phase.kind,
    attempt: attempt !== null,
    waiting: waiting !== null,
    count: cart.count,
    obstacle: obstacle?.kind ?? null,
    loading: checkout.loading,
    barred: checkout.unreachable || wait > 0,
    // A customer who has typed something continues in the form.
    summary: (guest ? stored !== null : repeat.asSummary) && !asForm && !form.restored,
    failed: failed !== null,
  })
  const { shows, busy, locked, canPress } = step
  // A form that is shown is not replaced. While rendering: in an effect, all of the form would be rendered twice before it can be used.
  if (shows === 'form' && !asForm) dispatch({ kind: 'asForm' })
  useFocusOf(phase, shows === 'waiting', frame, form)
  const payButton = useObstacleNews(obstacle, bill.bill.totals.total, frame)

  const submit = (): void => {
    if (obstacle !== null && !busy && !locked) jumpToField(frame.current, 'obstacle')
    const next = canPress ? checkout.order() : null
    if (next === null) return
    form.form.clearErrors()
    if (guest && fields.remember) remember(fields, next.order.submission.paymentType, checkout.payment.provider?.name ?? '')
    place(next.order, next.sent)
  }
  const press = usePress(submit, frame)

  if (shows === 'waiting' && waiting !== null)
    return <WaitingOrderPanel waiting={waiting} onOtherWay={() => dispatch({ kind: 'otherWayToPay' })} />
  if (shows === 'empty') return <EmptyCheckout ordered={sent !== null || ordered === orderedBefore ? null : ordered} />

  // What the backend says of lines: of the quoted cart, and of the refused one.
  const messages = new Map([...lineMessages(failed?.firstMessages() ?? {}), ...bill.lineMessages])

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
        {attempt !== null && (locked || phase.kind === 'checking') && (
          <AttemptPanel attempt={attempt} phase={phase} onCheck={checkAgain} onGiveUp={giveUp} />
        )}
        {failed !== null && (
          <Failure error={failed} onField={(field) => leadToField(frame.current, field)}>
            <Offer checkout={checkout} canPress={canPress} onPress={press} />
          </Failure>
        )}
        {was === null && <CartReview review={review} />}
        {shows === 'recap' ? (
          <Recap checkout={checkout} form={form} fields={fields} onChange={() => dispatch({ kind: 'asForm' })} />
        ) : (
          <>
            <HowAndWhere checkout={checkout} form={form} otherAddress={fields.elsewhere} />
            <When checkout={checkout} errorOf={form.errorOf} />
            <Who checkout={checkout} form={form} />
            {below && <Pay checkout={checkout} form={form} fields={fields} />}
          </>
        )}
      </Stack>
      <div className={styles.side}>
        {cart.count > 0 && <Summary bill={bill} total={total} messages={messages} />}
        {obstacle !== null && !busy && !locked && (
          <div className={styles.obstacles}>
            <ObstacleBar checkout={checkout} obstacle={obstacle} jump={(field) => leadToField(frame.current, field)} />
          </div>
        )}
        <PlaceOrder ref={payButton} checkout={checkout} phase={phase} step={step} wait={wait} total={total} onPress={press} />
      </div>
    </Stack>
  )
}

/** The total for which the backend would take the order that it has refused, beside the one that was sent. */
function Offer({ checkout: { bill, was }, canPress, onPress }: { checkout: Checkout; canPress: boolean; onPress: () => void }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  if (was === null) return null
  return (
    <Stack gap={3} className={styles.offer}>
      <Price size="l" was={format(was)} wasLabel={t('instead of')}>
        {format(bill.bill.totals.total)}
      </Price>
      <Button onClick={onPress} variant="primary" disabled={!canPress}>
        {t('Accept and order')}
      </Button>
    </Stack>
  )
}

interface PlaceOrderProps {
  ref: Ref<HTMLButtonElement>
  checkout: Checkout
  phase: Phase
  step: Step
  /** The seconds until the server accepts another try; 0 if it does at once. */
  wait: number
  /** The total, formatted; null while it is unknown. */
  total: string | null
  onPress: () => void
}

/** The button that places the order, and what becomes of it. */
function PlaceOrder({ ref, checkout: { bill, was }, phase, step: { canPress, busy }, wait, total, onPress }: PlaceOrderProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={2} className={styles.bar}>
      <Button ref={ref} onClick={onPress} data-place-order variant="primary" size="l" wide disabled={!canPress && !busy} pending={busy}>
        <PricedLabel price={total} outdated={bill.outdated}>
          {wait > 0 ? t('Please wait {{seconds}} s', { seconds: wait }) : was === null ? t('Place Order') : t('Accept and order')}
        </PricedLabel>
      </Button>
      <Quiet className={styles.progressWords}>
        {phase.kind === 'sending' && <Announced as="span">{t('Your order is being sent …')}</Announced>}
        {/* Not announced: the next screen or page follows at once. */}
        {phase.kind === 'leaving' && t('One moment …')}
      </Quiet>
    </Stack>
  )
}

type Frame = RefObject<HTMLFormElement | null>

/** What a guest lets this device fill in the next time. */
function remember({ name, email, phone, address }: CheckoutFields, provider: Id, providerName: string): void {
  remembered.set({ name, email, phone, address, payment: { branch: identity().branch, id: String(provider), name: providerName } })
}

/**
 * A press is taken after a render at the minute it is made in: what has become impossible since the last tick is an obstacle by then.
 */
function usePress(submit: () => void, frame: Frame): () => void {
  const submitNow = useRef(submit)
  useLayoutEffect(() => {
    submitNow.current = submit
  })
  return () => {
    // The next screen may be there before the second press of a double press, with a link in this place.
    ignoreSecondPress()
    if (frame.current !== null) readFields(frame.current)
    flushSync(readClock)
    submitNow.current()
  }
}

/**
 * The focus follows the phase: the notice of a refused order, each of whose messages links to its field; the panel with the details of an unknown one, far
 * from the button; the choice of another way to pay, once the form is shown again.
 */
function useFocusOf(phase: Phase, blocked: boolean, frame: Frame, { refuse }: FormFields<CheckoutFields>): void {
  const lead = useEffectEvent((): void => {
    if (phase.kind === 'refused') refuse(phase.error, false)
    const field = { refused: 'failure', unknown: 'attempt', editing: phase.kind === 'editing' ? phase.field : undefined }
    const name = field[phase.kind as keyof typeof field]
    if (name !== undefined) jumpToField(frame.current, name)
  })
  useEffect(() => {
    if (!blocked) lead()
  }, [phase, blocked])
}

/** Says what the next obstacle changes for a customer who does not see it. Returns the ref of the button that places the order. */
function useObstacleNews(obstacle: Obstacle | null, total: Minor, frame: Frame): RefObject<HTMLButtonElement | null> {
  const { t } = useTranslation()
  const { format } = useMoney()
  const button = useRef<HTMLButtonElement>(null)
  const kind = obstacle?.kind ?? null
  const before = useRef(kind)
  const ready = `${t('Everything is filled in')}. ${t('Total')}: ${format(total)}`
  useLayoutEffect(() => {
    // The obstacle that disables the focused button takes the focus; the total that is accepted gives it back.
    if (kind !== null && document.activeElement === button.current) jumpToField(frame.current, 'obstacle')
    if (kind === null && before.current === 'total') button.current?.focus()
    // The bar that names the next obstacle goes with the last one: that nothing is missing any more is said.
    if (kind === null && before.current !== null) announce(ready)
    before.current = kind
  }, [kind, frame, ready])
  return button
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
