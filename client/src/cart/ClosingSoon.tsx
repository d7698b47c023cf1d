import { useTranslation } from 'react-i18next'
import { formatTimeOfDay } from '../domain/hours.ts'
import { closingSoon } from '../domain/slots.ts'
import { NoticeBar } from '../ui/States.tsx'
import { useMinute } from '../restaurant/clock.ts'
import { useDelivery } from './deliveryStore.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { useFormattingLocale } from '../i18n/language.ts'

/** Warns that the kitchen closes before an order for now may be ready. */
export function ClosingSoon() {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const { state, zone } = useHours()
  const { choice } = useDelivery()
  const closes = closingSoon(state, useMinute().getTime())
  if (closes === null || choice.deliverAt === 'later') return null
  const time = formatTimeOfDay(closes, zone, locale)
  return <NoticeBar kind="warning">{t('The kitchen closes at {{time}}. Order soon, or choose a later time.', { time })}</NoticeBar>
}
