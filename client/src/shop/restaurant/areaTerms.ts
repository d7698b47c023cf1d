import { useTranslation } from 'react-i18next'
import type { Area } from '../../../../contracts/types.ts'
import { toMinor } from '../../domain/money.ts'
import { useMoney } from './money.ts'

/** The delivery terms of an area in one line: minimum order, fee, and from when it is free (docs/specification.md section 9). */
export function useAreaTerms(): (area: Area) => string {
  const { t } = useTranslation()
  const money = useMoney()
  return (area) => {
    const minor = (amount: number): number => toMinor(amount, money.currency)
    const minimum = minor(area.minimumOrder)
    const fee = minor(area.deliveryPrice)
    const free = minor(area.freeDeliveryThreshold)
    return [
      ...(minimum > 0 ? [t('Minimum order {{amount}}', { amount: money.format(minimum) })] : []),
      fee > 0 ? t('Delivery {{amount}}', { amount: money.format(fee) }) : t('Free delivery'),
      ...(fee > 0 && free > 0 ? [t('free from {{amount}}', { amount: money.format(free) })] : []),
    ].join(' · ')
  }
}
