import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Order } from '../../../../contracts/types.ts'
import { formatWhen } from '../../domain/hours.ts'
import { now } from '../../restaurant/clock.ts'
import { counted, nameOf, orderTotal } from '../../domain/order.ts'
import { formatList } from '../../domain/text.ts'
import { useFormattingLocale } from '../../i18n/language.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { Card } from '../../ui/Card.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import styles from './Orders.module.css'

interface OrderCardProps {
  order: Order
  /** The link to the order: its address and its text. */
  to: string
  title: string
  /** Above everything: pictures of the dishes. */
  pictures?: ReactNode
  status?: ReactNode
  again: ReactNode
}

/** An order in a list: what, when, how much. */
export function OrderCard({ order, to, title, pictures, status, again }: OrderCardProps) {
  const { t } = useTranslation()
  const { format, currency } = useMoney()
  const locale = useFormattingLocale()
  const ordered = Date.parse(order.createdAt)
  const total = orderTotal(order, currency)
  return (
    <Card as="li" className={styles.orderCard}>
      {pictures}
      <div>
        <Bar between gap={2}>
          <h2 className={styles.code}>
            <Link to={to} className={styles.cardLink}>
              {title}
            </Link>
          </h2>
          {status}
        </Bar>
        {!Number.isNaN(ordered) && <Quiet>{formatWhen(ordered, shopConfig().timezone, locale, now().getTime())}</Quiet>}
        <p className={styles.names}>
          {formatList(
            order.items.map((item) => counted(item.qty, nameOf(item))),
            locale,
          )}
        </p>
      </div>
      <Bar between gap={3} className={styles.cardFoot}>
        {total === null ? (
          <span />
        ) : (
          <Stack as="span" className={styles.cardTotal}>
            <Quiet as="span" className={styles.quiet}>
              {t('Total')}
            </Quiet>{' '}
            {format(total)}
          </Stack>
        )}
        {again}
      </Bar>
    </Card>
  )
}
