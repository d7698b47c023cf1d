import { useTranslation } from 'react-i18next'
import type { Order } from '../../../../contracts/types.ts'
import { orderTotal } from '../../domain/order.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { Stack } from '../../ui/Layout.tsx'
import styles from './Orders.module.css'

/** The total of an order in a list; nothing if it is unknown. */
export function OrderTotal({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { format, currency } = useMoney()
  const total = orderTotal(order, currency)
  if (total === null) return <span />
  return (
    <Stack as="span" className={styles.cardTotal}>
      <span className={styles.quiet}>{t('Total')}</span> {format(total)}
    </Stack>
  )
}
