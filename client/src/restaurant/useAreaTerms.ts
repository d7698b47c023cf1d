import { useTranslation } from 'react-i18next'
import type { Area } from '../../../contracts/types.ts'
import { deliveryTerms } from '../domain/delivery.ts'
import { useMoney } from '../i18n/useMoney.ts'

/** The delivery terms of an area: minimum order, fee, and from when it is free (docs/specification.md section 9). What is unknown is left out. */
export function useAreaTerms(): (area: Area) => string[] {
  const { t } = useTranslation()
  const money = useMoney()
  return (area) => {
    const { minimum, fullFee: fee, freeFrom } = deliveryTerms('delivery', area, 0, money.currency)
    return [
      minimum !== null && minimum > 0 ? t('Minimum order {{amount}}', { amount: money.format(minimum) }) : '',
      fee === null ? '' : fee > 0 ? t('Delivery {{amount}}', { amount: money.format(fee) }) : t('Free delivery'),
      fee !== null && fee > 0 && freeFrom !== null ? t('free from {{amount}}', { amount: money.format(freeFrom) }) : '',
    ].filter((part) => part !== '')
  }
}
