import { useTranslation } from 'react-i18next'
import { PaymentAndDelivery } from '../features/cart/PaymentAndDelivery.tsx'
import { Stack } from '../ui/Layout.tsx'
import styles from './Footer.module.css'

/** The column of the footer with the means of payment and the delivery areas. */
export function FooterPaymentAndDelivery() {
  const { t } = useTranslation()
  return (
    <PaymentAndDelivery>
      {(items) => (
        <Stack as="section" gap={3} className={styles.column}>
          <h2 className={styles.heading}>{t('Payment and delivery')}</h2>
          <Stack as="ul" className={styles.list}>
            {items}
          </Stack>
        </Stack>
      )}
    </PaymentAndDelivery>
  )
}
