import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatList } from '../domain/text.ts'
import { providersQuery } from '../features/checkout/queries.ts'
import { useAreas } from '../shop/restaurant/areas.ts'
import { formattingLocale } from '../shop/restaurant/language.ts'
import { useSettings } from '../shop/restaurant/settings.ts'
import styles from './Footer.module.css'

/** How can be paid, and where the restaurant delivers: known before an order is begun. Nothing if there is neither. */
export function PaymentAndDelivery() {
  const { t } = useTranslation()
  const settings = useSettings()
  const { data: providers = [] } = useQuery(providersQuery)
  const areas = useAreas(settings.on('ALLOW_DELIVERY'))
  if (areas.length === 0 && providers.length === 0) return null
  const list = (names: readonly string[]): string => formatList([...new Set(names)], formattingLocale())
  return (
    <section className={styles.column}>
      <h2 className={styles.heading}>{t('Payment and delivery')}</h2>
      <ul className={styles.list}>
        {providers.length > 0 && <li>{t('We accept: {{names}}', { names: list(providers.map(({ name }) => name)) })}</li>}
        {areas.length > 0 && <li>{t('We deliver to: {{areas}}', { areas: list(areas.map(({ name }) => name)) })}</li>}
      </ul>
    </section>
  )
}
