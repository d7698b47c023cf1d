import { Check, CircleX, Clock, CookingPot, PackageCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../../../contracts/types.ts'
import { text } from '../../api/text.ts'
import { Badge, type BadgeKind } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './Orders.module.css'

/** The badge's colour for each status (docs/specification.md section 4). */
const kinds: Record<Order['status'], BadgeKind> = {
  completed: 'success',
  approved: 'primary',
  rejected: 'danger',
  pending_approval: 'warning',
}

/** Our words for a status, where the server sends none. */
const words: Record<Order['status'], string> = {
  pending_approval: text('Waiting for confirmation'),
  approved: text('Confirmed'),
  completed: text('Completed'),
  rejected: text('Rejected'),
}

/** An order's status: the server's words on the colour of docs/specification.md section 4. */
export function StatusBadge({ order }: { order: Order }) {
  const { t } = useTranslation()
  const said = order.statusText ?? ''
  return (
    <Badge kind={order.status in kinds ? kinds[order.status] : 'neutral'}>
      {said === '' ? t(order.status in words ? words[order.status] : order.status) : said}
    </Badge>
  )
}

const steps = [
  { status: 'pending_approval', label: text('Sent'), icon: Clock },
  { status: 'approved', label: text('Confirmed'), icon: CookingPot },
  { status: 'completed', label: text('Completed'), icon: PackageCheck },
] as const

/** The way of an order: sent, confirmed, completed; a rejected one says what to do now. */
export function StatusSteps({ order }: { order: Order }) {
  const { t } = useTranslation()
  if (order.status === 'rejected')
    return (
      <div className={styles.rejected} role="status">
        <CircleX aria-hidden="true" />
        <p>{t('The restaurant could not take this order. You have not ordered anything; please call the restaurant or order again.')}</p>
      </div>
    )
  const reached = steps.findIndex((step) => step.status === order.status)
  return (
    <ol className={styles.steps} aria-label={t('Status')}>
      {steps.map(({ status, label, icon: Icon }, at) => (
        <li
          key={status}
          className={classes(styles.step, at <= reached && styles.reached)}
          aria-current={at === reached ? 'step' : undefined}
        >
          <span className={styles.stepIcon}>{at < reached ? <Check aria-hidden="true" /> : <Icon aria-hidden="true" />}</span>
          <span className={styles.stepLabel}>{t(label)}</span>
        </li>
      ))}
    </ol>
  )
}
