import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazySheet } from '../../loading/lazyPart.tsx'
import { formatWhen } from '../../domain/hours.ts'
import { byId } from '../../domain/ids.ts'
import { useAreas } from '../../restaurant/areas.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { useDelivery } from '../../cart/deliveryStore.ts'
import { useHours } from '../../restaurant/workingHours.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { useTable } from '../../session/table.ts'
import { deliverLabels, stripLabels } from '../../cart/deliverLabels.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { useAreaTerms } from '../../restaurant/useAreaTerms.ts'
import styles from './DeliveryStrip.module.css'
import { DeliveryStripView } from './DeliveryStripView.tsx'

const DeliverySheet = lazySheet(async () => (await import('./DeliverySheet.tsx')).DeliverySheet)

/**
 * The strip below the header: delivery type, area and time, which can be changed here, with minimum order and fee once an area is known
 * (docs/specification.md section 10).
 */
export const DeliveryStrip = memo(function DeliveryStrip() {
  const { t } = useTranslation()
  const terms = useAreaTerms()
  const { choice, offered, moved } = useDelivery()
  const table = useTable()
  const { state } = useHours()
  const delivers = choice.deliverType === 'delivery'
  const areas = useAreas(delivers)
  const area = byId(areas, choice.areaId)
  const [edited, setEdited] = useState(false)
  if (offered.length === 0) return null
  const how = choice.deliverType === null ? null : deliverLabels[choice.deliverType]
  const when =
    !moved && choice.deliverAt === 'later' && choice.deliverDate !== null
      ? formatWhen(Date.parse(choice.deliverDate), shopConfig().timezone, formattingLocale(), now().getTime())
      : // A closed shop takes no orders for now (docs/specification.md section 4).
        state?.open === false
        ? t('Later')
        : t(stripLabels.when)
  return (
    <DeliveryStripView
      how={table !== null ? table.name : how === null ? t(stripLabels.how) : t(how.label)}
      icon={how?.icon ?? <ShoppingBag />}
      where={delivers ? (area?.name ?? t(stripLabels.where)) : ''}
      when={table === null ? when : ''}
      change={table === null ? t(stripLabels.change) : ''}
      disabled={table !== null}
      onClick={() => setEdited(true)}
    >
      {/* While the areas are loading the place of the chosen one's terms is reserved. */}
      {delivers && (area !== undefined || (choice.areaId !== null && areas.length === 0)) && (
        <Bar as="p" align="stretch" gap={4} rows={0} quiet className={styles.terms}>
          {area !== undefined && terms(area).map((term) => <span key={term}>{term}</span>)}
        </Bar>
      )}
      <DeliverySheet open={edited} onClose={() => setEdited(false)} />
    </DeliveryStripView>
  )
})
