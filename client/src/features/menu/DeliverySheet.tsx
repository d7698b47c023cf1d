import { useTranslation } from 'react-i18next'
import type { Area } from '../../../../contracts/types.ts'
import { deliveryTerms, type DeliverType } from '../../domain/delivery.ts'
import { daySlots } from '../../domain/slots.ts'
import { useAreas } from '../../restaurant/areas.ts'
import { useMinute } from '../../restaurant/clock.ts'
import { chooseDelivery, useDelivery } from '../../cart/deliveryStore.ts'
import { DeliveryTime } from '../../cart/DeliveryTime.tsx'
import { useHours } from '../../restaurant/workingHours.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceCards, ChipChoice } from '../../ui/Choice.tsx'
import { Select } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { deliverLabels } from './deliverLabels.tsx'

/** The sheet for delivery type, area and time. Every choice applies at once, also to the checkout. */
export function DeliverySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { choice, offered } = useDelivery()
  const { hours, state, zone } = useHours()
  const minute = useMinute()
  const areas = useAreas(open && choice.deliverType === 'delivery')
  const fee = (area: Area): string => {
    const { fullFee } = deliveryTerms('delivery', area, 0, money.currency)
    return fullFee === null ? '' : money.format(fullFee)
  }
  const days = hours === undefined ? [] : daySlots(hours.data, zone, minute.getTime())
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('How, where and when')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" wide onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={6}>
        <ChoiceCards
          name="deliverType"
          legend={t('How would you like it?')}
          items={offered.map((type) => ({ value: type, label: t(deliverLabels[type].label), icon: deliverLabels[type].icon }))}
          value={choice.deliverType}
          onChoose={(type) => chooseDelivery({ deliverType: type as DeliverType })}
        />
        {choice.deliverType === 'delivery' && (
          <Select
            name="areaId"
            label={t('Where to?')}
            value={choice.areaId === null ? '' : String(choice.areaId)}
            onChange={(event) => chooseDelivery({ areaId: event.target.value === '' ? null : event.target.value })}
          >
            <option value="">{t('Choose your area')}</option>
            {areas.map((area) => (
              <option key={area.id} value={String(area.id)}>
                {[[area.zipcode, area.name].filter(Boolean).join(' '), fee(area)].filter(Boolean).join(' · ')}
              </option>
            ))}
          </Select>
        )}
        <ChipChoice
          name="deliverAt"
          legend={t('When?')}
          items={[
            { value: 'now', label: t('Now'), disabled: state?.open === false },
            { value: 'later', label: t('Later'), disabled: days.length === 0 },
          ]}
          value={choice.deliverAt}
          onChoose={(at) =>
            chooseDelivery(
              at === 'now' ? { deliverAt: 'now', deliverDate: null } : { deliverAt: 'later', deliverDate: days[0]?.slots[0]?.iso ?? null },
            )
          }
        />
        {choice.deliverAt === 'later' && <DeliveryTime />}
      </Stack>
    </Sheet>
  )
}
