import PartyPopper from 'lucide-react/icons/party-popper'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../ui/Announced.tsx'
import styles from './Orders.module.css'

/** The thank-you after an order. `account`: the customer finds the order in the account; else on this device. */
export function Thanks({ account = true }: { account?: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.thanks}>
      <span className={styles.thanksIcon} aria-hidden="true">
        <PartyPopper />
      </span>
      <Announced>
        {account
          ? t('Your order has reached the restaurant. You can leave this page; the order is under My Orders.')
          : t('Your order has reached the restaurant. You can leave this page; on this device the order is under My Orders.')}
      </Announced>
    </div>
  )
}
