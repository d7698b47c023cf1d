import { useTranslation } from 'react-i18next'
import { useAreas } from '../../restaurant/areas.ts'
import { useDelivery } from '../../cart/deliveryStore.ts'
import { AreaField, DeliverTypeField } from '../../cart/DeliveryFields.tsx'
import { DeliverAtField } from '../../cart/DeliveryTime.tsx'
import { Button } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** The sheet for delivery type, area and time. Every choice applies at once, also to the checkout. */
export function DeliverySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { choice } = useDelivery()
  const areas = useAreas(open && choice.deliverType === 'delivery')
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
        <DeliverAtField legend={t('When?')} compact />
      </Stack>
    </Sheet>
  )
}
