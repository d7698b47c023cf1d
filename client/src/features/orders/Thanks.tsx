import PartyPopper from 'lucide-react/icons/party-popper'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../ui/Announced.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import styles from './Orders.module.css'

/**
 * The thank-you after an order: where the customer finds it, and how to learn what has become of it. `of`: an account's order shows its status itself; a
 * guest's order is on this device only, and neither it nor a table's has a status that could be requested.
 */
export function Thanks({ of = 'account' }: { of?: 'account' | 'guest' | 'table' }) {
  const { t } = useTranslation()
  return (
    <Card as="section" tone="success" data-screen>
      <Bar noWrap gap={3}>
        <span className={styles.thanksIcon} aria-hidden="true">
          <PartyPopper />
        </span>
        <Announced>
          {of === 'account'
            ? t('Your order has reached the restaurant. You can leave this page; the order is under My Orders.')
            : of === 'guest'
              ? t(
                  'Your order has reached the restaurant, and is under My Orders on this device. To ask how it is getting on, call the restaurant.',
                )
              : t(
                  'Your order has reached the restaurant, and is under My Orders on this device. To ask how it is getting on, ask the staff.',
                )}
        </Announced>
      </Bar>
    </Card>
  )
}
