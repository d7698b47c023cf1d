import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../domain/text.ts'
import { useAreas } from '../../restaurant/areas.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { providersQuery } from '../checkout/queries.ts'

/** How can be paid, and where the restaurant delivers: known before an order is begun. Nothing if there is neither. */
export function PaymentAndDelivery({
  children,
}: {
  /** Wraps the items of the list. */ children: (items: ReactNode) => ReactNode
}): ReactNode {
  const { t } = useTranslation()
  const settings = useSettings()
  const { data: providers = [] } = useShopQuery(providersQuery)
  const areas = useAreas(settings.on('ALLOW_DELIVERY'))
  if (areas.length === 0 && providers.length === 0) return null
  const list = (names: readonly string[]): string => formatList([...new Set(names)], formattingLocale())
  return children(
    <>
      {providers.length > 0 && <li>{t('We accept: {{names}}', { names: list(providers.map(({ name }) => name)) })}</li>}
      {areas.length > 0 && <li>{t('We deliver to: {{areas}}', { areas: list(areas.map(({ name }) => name)) })}</li>}
    </>,
  )
}
