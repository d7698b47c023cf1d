import { useTranslation } from 'react-i18next'
import { daySlots } from '../../domain/slots.ts'
import { useAreas } from '../../restaurant/areas.ts'
import { useMinute } from '../../restaurant/clock.ts'
import { chooseDelivery, useDelivery } from '../../cart/deliveryStore.ts'
import { AreaField, DeliverTypeField } from '../../cart/DeliveryFields.tsx'
import { DeliveryTime } from '../../cart/DeliveryTime.tsx'
import { useHours } from '../../restaurant/workingHours.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** The sheet for delivery type, area and time. Every choice applies at once, also to the checkout. */
export function DeliverySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { choice } = useDelivery()
  const { hours, state, zone } = useHours()
  const minute = useMinute()
  const areas = useAreas(open && choice.deliverType === 'delivery')
  const days = hours === undefined ? [] : daySlots(hours.data, zone, minute.getTime())
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('How would you like it?')}
      closeLabel={t('Close')}
      footer={
        <Button variant="primary" wide onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <Stack gap={6}>
        <DeliverTypeField legend={t('How would you like it?')} compact />
        {choice.deliverType === 'delivery' && <AreaField label={t('Where to?')} areas={areas} />}
        <Choice
          looks="chips"
          even
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
