import { useTranslation } from 'react-i18next'
import type { Area } from '../../../contracts/types.ts'
import { deliveryTerms, type DeliverType } from '../domain/delivery.ts'
import { byId, idText } from '../domain/ids.ts'
import { useMoney } from '../i18n/useMoney.ts'
import { Choice } from '../ui/Choice.tsx'
import { Select } from '../ui/Field.tsx'
import { deliverLabels } from './deliverLabels.tsx'
import { chooseDelivery, useDelivery } from './deliveryStore.ts'

/* The fields of the delivery, on the menu and in the checkout. Every choice applies at once, in both. */

interface FieldProps {
  /** The checkout asks for it: it is marked as required, and may have an error. */
  required?: boolean
  error?: string | undefined
}

/** The delivery type. `details`: what is said of each type. `compact`: as chips, without it. */
export function DeliverTypeField({
  legend,
  details,
  compact = false,
  ...rest
}: FieldProps & { legend: string; details?: Record<DeliverType, string>; compact?: boolean }) {
  const { t } = useTranslation()
  const { choice, offered } = useDelivery()
  return (
    <Choice
      looks={compact ? 'chips' : 'cards'}
      even={compact}
      name="deliverType"
      legend={legend}
      hideLegend
      items={offered.map((type) => ({
        value: type,
        label: t(deliverLabels[type].label),
        icon: deliverLabels[type].icon,
        ...(details && { detail: details[type] }),
      }))}
      value={choice.deliverType}
      onChoose={(type) => chooseDelivery({ deliverType: type as DeliverType })}
      {...rest}
    />
  )
}

/** The area, with its fee, for a delivery that goes to no saved address. */
export function AreaField({ label, areas, required = false, error }: FieldProps & { label: string; areas: readonly Area[] }) {
  const { t } = useTranslation()
  const { format, currency } = useMoney()
  const { choice } = useDelivery()
  const fee = (area: Area): string => {
    const { fullFee } = deliveryTerms('delivery', area, 0, currency)
    return fullFee === null ? '' : format(fullFee)
  }
  return (
    <Select
      name="areaId"
      label={label}
      required={required}
      value={byId(areas, choice.areaId) === undefined ? '' : String(choice.areaId)}
      onChange={(event) => chooseDelivery({ addressId: null, areaId: byId(areas, event.target.value)?.id ?? null })}
      error={error}
    >
      <option value="" disabled={required}>
        {t('Choose your delivery area')}
      </option>
      {areas.map((area) => (
        <option key={idText(area.id)} value={idText(area.id)}>
          {[[area.zipcode, area.name].filter(Boolean).join(' '), fee(area)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </Select>
  )
}
