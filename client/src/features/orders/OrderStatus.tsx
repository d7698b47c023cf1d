import Check from 'lucide-react/icons/check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import CookingPot from 'lucide-react/icons/cooking-pot'
import PackageCheck from 'lucide-react/icons/package-check'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../../contracts/types.ts'
import { text } from '../../api/translatable.ts'
import { formatTimeOfDay } from '../../domain/hours.ts'
import { useFormattingLocale } from '../../i18n/language.ts'
import { shopConfig } from '../../restaurant/config.ts'
import type { DeliverType } from '../../domain/delivery.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Badge, type BadgeKind } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './Orders.module.css'

/** The badge of each status (docs/specification.md section 4). */
const kinds: Record<Order['status'], BadgeKind> = {
  completed: 'success',
  approved: 'primary',
  rejected: 'danger',
  pending_approval: 'warning',
}

/** The labels of the statuses, if the server sends no statusText. */
const labels: Record<Order['status'], string> = {
  pending_approval: text('Waiting for confirmation'),
  approved: text('Confirmed'),
  completed: text('Completed'),
  rejected: text('Rejected'),
}

/** An order's status as text: the server's, or the default label. */
export function useStatusText(order: Order): string {
  const { t } = useTranslation()
  const said = order.statusText ?? ''
  return said === '' ? t(order.status in labels ? labels[order.status] : order.status) : said
}

/** An order's status as a badge in the colour of docs/specification.md section 4. */
export function StatusBadge({ order }: { order: Order }) {
  return <Badge kind={order.status in kinds ? kinds[order.status] : 'neutral'}>{useStatusText(order)}</Badge>
}

const steps = [
  { status: 'pending_approval', label: text('Sent'), icon: Clock },
  { status: 'approved', label: text('Confirmed'), icon: CookingPot },
  { status: 'completed', label: text('Completed'), icon: PackageCheck },
] as const

/** The steps of an order: sent, confirmed, completed; a rejected one shows what to do now. */
export function StatusSteps({ order }: { order: Order }) {
  const { t } = useTranslation()
  if (order.status === 'rejected')
    return (
      <Card tone="danger" className={styles.rejected}>
        <Bar noWrap align="start" gap={3}>
          <CircleX aria-hidden="true" />
          <Announced>
            {t('The restaurant could not take this order. You have not ordered anything; please call the restaurant or order again.')}
          </Announced>
        </Bar>
      </Card>
    )
  // An unknown status is treated as the first step.
  const reached = Math.max(
    0,
    steps.findIndex((step) => step.status === order.status),
  )
  return (
    <ol data-screen className={styles.steps} aria-label={t('Status')}>
      {steps.map(({ status, label, icon: Icon }, at) => (
        <Stack
          as="li"
          gap={2}
          quiet
          key={status}
          className={classes(styles.step, at <= reached && styles.reached)}
          aria-current={at === reached ? 'step' : undefined}
        >
          <span className={styles.stepIcon}>{at < reached ? <Check aria-hidden="true" /> : <Icon aria-hidden="true" />}</span>
          <span className={styles.stepLabel}>{t(label)}</span>
        </Stack>
      ))}
    </ol>
  )
}

/** What happens next with a confirmed order, by delivery type. */
const nextSteps: Record<DeliverType, string> = {
  delivery: text('Your order is confirmed. It will be brought to your address.'),
  takeaway: text('Your order is confirmed. You collect it at the restaurant.'),
  curbside: text('Your order is confirmed. It will be brought to your car at the restaurant.'),
  table: text('Your order is confirmed. It will be brought to your table.'),
}

/** What happens next, announced when it changes; empty for a rejected order, whose steps say it. */
export function NextStep({ order, way }: { order: Order; way: DeliverType | null }) {
  const { t } = useTranslation()
  const next =
    order.status === 'pending_approval'
      ? t('The restaurant is looking at your order. It is confirmed only when this page says so.')
      : order.status === 'approved'
        ? t(way === null ? text('Your order is confirmed.') : nextSteps[way])
        : order.status === 'completed'
          ? t('Your order is completed. Enjoy your meal.')
          : ''
  return (
    <Announced data-screen className={styles.next}>
      {next}
    </Announced>
  )
}

/** When a shown status was fetched, if it could not be refetched; null: it is up to date. */
export function StatusAsOf({ asOf }: { asOf: number | null }) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  if (asOf === null) return null
  return (
    <Quiet as={Announced}>{t('This was the status at {{time}}.', { time: formatTimeOfDay(asOf, shopConfig().timezone, locale) })}</Quiet>
  )
}
