import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CreditCard from 'lucide-react/icons/credit-card'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDateTime } from '../domain/hours.ts'
import { paymentPage } from '../domain/redirect.ts'
import { Announced } from '../ui/Announced.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Bar } from '../ui/Layout.tsx'
import { NoticeBar } from '../ui/States.tsx'
import { askToConfirm } from '../notices/notices.ts'
import { shopConfig } from '../restaurant/config.ts'
import { formattingLocale } from '../i18n/language.ts'
import { useMoney } from '../i18n/useMoney.ts'
import { paths } from '../navigation/paths.ts'
import type { WaitingOrder } from './orderState.ts'
import { settle } from './transitions.ts'
import { storedPayment, startPaymentCheck, useWaiting, type Waiting } from './payment.ts'
import { closePayment } from './paymentReturn.ts'
import { usePhone } from '../forms/phone.ts'

/** What waits, in words. */
export function useTitleOf(waiting: Waiting): string {
  const { t } = useTranslation()
  const { order, check } = waiting
  if (check === 'checking') return t('We are checking your payment …')
  if (check === 'unchecked') return t('Your payment has not been checked yet. Please do not pay again.')
  const code = order?.code ?? ''
  if (order?.state === 'declined')
    return code === '' ? t('The payment of your order was declined') : t('The payment of your order {{code}} was declined', { code })
  return code === '' ? t('Your order waits for its payment') : t('Your order {{code}} waits for its payment', { code })
}

/** The payment page to which one line may lead: of an order that is neither declined nor being checked. */
export function pageToPay({ order, check }: Waiting): string | null {
  return check === null && order?.state === 'waiting' ? openablePage(order) : null
}

/** The payment page, if it may be opened: what the storage has is checked as the backend's answer was. */
function openablePage(order: WaitingOrder | null): string | null {
  return order === null ? null : paymentPage(order.page, { paymentHosts: shopConfig().paymentHosts, branchUrl: order.branchUrl })
}

/** The line of the cart's panel: what waits, the payment page, and the way to the order. `onLeave` closes the panel. */
export function WaitingOrderBar({ onLeave }: { onLeave: () => void }) {
  const waiting = useWaiting()
  return waiting === null ? null : <Notice waiting={waiting} onLeave={onLeave} />
}

function Notice({ waiting, onLeave }: { waiting: Waiting; onLeave: () => void }) {
  const { t } = useTranslation()
  const page = pageToPay(waiting)
  return (
    <NoticeBar
      kind="warning"
      icon={<CreditCard />}
      action={
        <Bar align="stretch" gap={3} fills>
          {page !== null && (
            <a className={buttonClass({ variant: 'primary', size: 's' })} href={page}>
              {t('Pay now')}
            </a>
          )}
          {waiting.check !== 'checking' && (
            <Link to={paths.checkout} className={buttonClass({ size: 's' })} onClick={onLeave}>
              {t('Show the order')}
            </Link>
          )}
        </Bar>
      }
    >
      {useTitleOf(waiting)}
    </NoticeBar>
  )
}

/** The panel: what waits, and the customer's three ways: pay, pay otherwise, or give it up. `onOtherWay`: the customer orders anew. */
export function WaitingOrderPanel({ waiting, onOtherWay }: { waiting: Waiting; onOtherWay?: () => void }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const phone = usePhone()
  const title = useTitleOf(waiting)
  const { order, check } = waiting
  const page = openablePage(order)

  const giveUp = async (question: { title: string; text: string; agree: string } | null, then?: () => void): Promise<void> => {
    if (question !== null && !(await askToConfirm({ ...question, decline: t('Cancel'), danger: true }))) return
    // The panel is gone afterwards.
    then?.()
    closePayment(storedPayment.get())
    if (order !== null) settle(order)
  }
  const payOtherwise = (): Promise<void> =>
    giveUp(
      order?.state === 'declined' && check === null
        ? null
        : {
            title: t('Pay another way?'),
            text: t('You place a new order then. Continue only if you have not paid: the restaurant may already have this one.'),
            agree: t('Another way to pay'),
          },
      onOtherWay,
    )
  const remove = (): Promise<void> =>
    giveUp({
      title: t('Remove this order from here?'),
      text: t('It is no longer shown on this device. If you have paid, the restaurant still has it.'),
      agree: t('Remove'),
    })

  return (
    <Card as="section" gap={4} tone="warning" aria-labelledby="waiting-order" tabIndex={-1} data-field="waiting">
      <Bar as="h2" noWrap gap={2} id="waiting-order">
        {check === null ? <CreditCard aria-hidden="true" /> : <CircleHelp aria-hidden="true" />}
        <Announced as="span">{title}</Announced>
      </Bar>
      {order !== null && (
        <p>
          {page === null
            ? t(
                'Your order {{code}} has arrived, but its payment page looks wrong, so we do not open it. Please call the restaurant to pay.',
                { code: order.code },
              )
            : t('It was sent on {{time}} for {{total}}. Your cart stays until it is paid.', {
                time: formatDateTime(order.startedAt, shopConfig().timezone, formattingLocale()),
                total: format(order.total),
              })}
        </p>
      )}
      {check !== 'checking' && (
        <Bar align="stretch" gap={3} fills>
          {check === 'unchecked' ? (
            <Button variant="primary" onClick={startPaymentCheck}>
              {t('Check again')}
            </Button>
          ) : page !== null ? (
            <a className={buttonClass({ variant: order?.state === 'declined' ? 'secondary' : 'primary' })} href={page}>
              {t('Pay now')}
            </a>
          ) : (
            phone.href !== '' && (
              <a className={buttonClass({ variant: 'primary' })} href={phone.href}>
                <span dir="ltr">{phone.national}</span>
              </a>
            )
          )}
          <Button variant={order?.state === 'declined' && check === null ? 'primary' : 'secondary'} onClick={() => void payOtherwise()}>
            {t('Another way to pay')}
          </Button>
          <Button variant="quiet" onClick={() => void remove()}>
            {t('I did not order')}
          </Button>
        </Bar>
      )}
    </Card>
  )
}
