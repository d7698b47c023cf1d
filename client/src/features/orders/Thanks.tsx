import PartyPopper from 'lucide-react/icons/party-popper'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../ui/Announced.tsx'
import styles from './Orders.module.css'

/** The thank-you after an order. */
export function Thanks() {
  const { t } = useTranslation()
  return (
    <div className={styles.thanks}>
      <span className={styles.thanksIcon} aria-hidden="true">
        <PartyPopper />
      </span>
      <Announced>{t('Your order has reached the restaurant. You can leave this page; it is kept for you.')}</Announced>
    </div>
  )
}
