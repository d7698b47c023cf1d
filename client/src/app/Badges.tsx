import { useTranslation } from 'react-i18next'
import type { SettingKey } from '../../../contracts/types.ts'
import { text } from '../api/translatable.ts'
import { networkLink } from '../domain/redirect.ts'
import { useSettings } from '../restaurant/settings.ts'
import { Bar, Stack } from '../ui/Layout.tsx'
import styles from './Badges.module.css'

const stores: { key: SettingKey; from: string; store: string }[] = [
  { key: 'IOS', from: text('Download on the'), store: 'App Store' },
  { key: 'ANDROID', from: text('Get it on'), store: 'Google Play' },
  { key: 'HUAWEI', from: text('Explore it on'), store: 'AppGallery' },
]

/** The app-store badges whose address is set (docs/specification.md section 3). */
export function AppBadges() {
  const { t } = useTranslation()
  const settings = useSettings()
  const shown = stores.flatMap((one) => {
    const href = networkLink(settings.text(one.key))
    return href === null ? [] : [{ ...one, href }]
  })
  if (shown.length === 0) return null
  return (
    <Bar as="ul" align="stretch" gap={2}>
      {shown.map(({ key, from, store, href }) => (
        <li key={key}>
          <Stack as="a" href={href} target="_blank" rel="noopener noreferrer" className={styles.app}>
            <span className={styles.from}>{t(from)}</span>
            <span className={styles.store}>{store}</span>
          </Stack>
        </li>
      ))}
    </Bar>
  )
}

/** Payment methods by country: docs/specification.md section 2 shows badges in Finland and South Africa. */
const payments: Record<string, readonly string[]> = {
  fi: ['Visa', 'Mastercard', 'MobilePay', 'Nordea', 'OP', 'Danske Bank', 'S-Pankki'],
  za: ['Visa', 'Mastercard', 'Instant EFT', 'SnapScan', 'Zapper'],
}

/** The payment badges of a country; empty for all others. */
export function PaymentBadges({ country }: { country: string }) {
  const { t } = useTranslation()
  const names = payments[country]
  if (names === undefined) return null
  return (
    <Bar as="ul" align="stretch" gap={2} aria-label={t('Ways to pay')}>
      {names.map((name) => (
        <li key={name} className={styles.payment}>
          {name}
        </li>
      ))}
    </Bar>
  )
}
