import { useTranslation } from 'react-i18next'
import { PaymentAndDelivery as Items } from '../features/cart/PaymentAndDelivery.tsx'
import styles from './Footer.module.css'

/** The column of the footer with the means of payment and the delivery areas. */
export function PaymentAndDelivery() {
  const { t } = useTranslation()
  return (
    <Items>
      {(items) => (
        <section className={styles.column}>
          <h2 className={styles.heading}>{t('Payment and delivery')}</h2>
          <ul className={styles.list}>{items}</ul>
        </section>
      )}
    </Items>
  )
}
