import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Phone from 'lucide-react/icons/phone'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatTimeOfDay } from '../../domain/hours.ts'
import { useLogin } from '../../session/login.ts'
import { isOwn } from '../../session/customer.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { askToConfirm } from '../../notices/notices.ts'
import { checkoutLogin } from '../../navigation/paths.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import type { Attempt } from '../../orderState/orderState.ts'
import type { Phase } from './placing.ts'
import { usePhone } from '../../forms/phone.ts'

/** How long an attempt that another tab is sending counts as pending, in milliseconds. */
const sendingTimeout = 60_000

interface AttemptPanelProps {
  attempt: Attempt
  phase: Phase
  onCheck: () => void
  onGiveUp: () => void
}

/**
 * An order with an unknown outcome (docs/failures.md F16, F17): what is known, whom to call, and that nothing is ordered twice. While it is open no
 * other order can be placed at this branch.
 */
export function AttemptPanel({ attempt, phase, onCheck, onGiveUp }: AttemptPanelProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const phone = usePhone()
  const { loggedIn } = useLogin()
  // Here, or in another tab of this browser.
  const sending = attempt.state === 'sending' && now().getTime() - attempt.startedAt < sendingTimeout
  const checking = phase.kind === 'checking' || sending
  const { offline, reason } = phase.kind === 'unknown' ? phase : { offline: false, reason: undefined }
  const loginMissing = attempt.sender !== '' && !loggedIn
  // Details of another customer's order are not shown, only that it is open.
  const otherSender = !isOwn(attempt)
  const time = formatTimeOfDay(attempt.startedAt, shopConfig().timezone, formattingLocale())
  const values = { time, total: format(attempt.totals.total) }
  const giveUp = async (): Promise<void> => {
    const agreed = await askToConfirm({
      title: t('Stop checking this order?'),
      text: t(
        'Continue only if the restaurant has told you that the order did not arrive, or that it is on its way. Otherwise a new order could be a duplicate.',
      ),
      agree: t('Stop checking'),
      decline: t('Not yet'),
      danger: true,
    })
    if (agreed) onGiveUp()
  }
  return (
    <Card as="section" gap={3} tone="warning" aria-labelledby="checkout-attempt" tabIndex={-1} data-field="attempt">
      <Bar as="h2" noWrap gap={2} id="checkout-attempt">
        <CircleHelp aria-hidden="true" />
        {checking && !otherSender ? t('We are checking whether your order arrived') : t('We do not know whether your order arrived')}
      </Bar>
      <Announced>
        {checking && !otherSender
          ? t(
              'Your order of {{time}} for {{total}} was sent, but no confirmation has arrived. Please leave this page open. Nothing is ordered twice.',
              values,
            )
          : offline && !otherSender
            ? t(
                'You were offline when your order of {{time}} for {{total}} was sent. Check again once you are online: if it has not arrived it is placed then, and never twice.',
                values,
              )
            : otherSender
              ? t('An order was sent from here at {{time}}, and the restaurant has not confirmed it.', values)
              : t(
                  'Your order of {{time}} for {{total}} was sent, but the restaurant has not confirmed it. Please do not order again before you know. Call the restaurant to find out.',
                  values,
                )}
      </Announced>
      {!checking && loginMissing && (
        <p>
          {t('You were logged in when you sent it. Log in again and we look for it among your orders.')}{' '}
          <Link to={checkoutLogin}>{t('Login')}</Link>
        </p>
      )}
      {!checking && !loginMissing && !otherSender && reason !== undefined && (
        <Announced>
          {reason.code === 'order_not_yours'
            ? t(
                'It was sent under another login, so it can only be asked about from there. Nothing was sent again, and your cart is still here. Log in as it was sent and check again, or call the restaurant.',
              )
            : t(reason.message)}
          {reason.code === 'order_not_yours' && !loggedIn && (
            <>
              {' '}
              <Link to={checkoutLogin}>{t('Login')}</Link>
            </>
          )}
        </Announced>
      )}
      {!checking && (
        <Bar align="stretch" gap={3} fills>
          <Button variant="primary" onClick={onCheck}>
            {t('Check again')}
          </Button>
          {phone.href !== '' && (
            <a className={buttonClass({ variant: 'secondary' })} href={phone.href}>
              <Phone aria-hidden="true" />
              <span dir="ltr">{phone.national}</span>
            </a>
          )}
          <Button variant="quiet" onClick={() => void giveUp()}>
            {t('Stop checking this order')}
          </Button>
        </Bar>
      )}
    </Card>
  )
}
