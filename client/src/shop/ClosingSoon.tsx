import { useTranslation } from 'react-i18next'
import { formatTimeOfDay } from '../domain/hours.ts'
import { closingSoon } from '../domain/slots.ts'
import { NoticeBar } from '../ui/States.tsx'
import { useMinute } from './clock.ts'
import { useDelivery } from './delivery.ts'
import { useHours } from './hours.ts'
import { formattingLocale, useLanguage } from './language.ts'

/** The kitchen closes before what is ordered for now might be ready: said before somebody orders in vain. Nothing otherwise. */
export function ClosingSoon() {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const { state, zone } = useHours()
  const { choice } = useDelivery()
  const closes = closingSoon(state, useMinute().getTime())
  if (closes === null || choice.deliverAt === 'later') return null
  const time = formatTimeOfDay(closes, zone, formattingLocale(language))
  return <NoticeBar kind="warning">{t('The kitchen closes at {{time}}. Order soon, or choose a later time.', { time })}</NoticeBar>
}
