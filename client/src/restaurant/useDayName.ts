import { useTranslation } from 'react-i18next'
import { addDays, formatDay, localDay, type LocalDay } from '../domain/hours.ts'
import { useFormattingLocale } from '../i18n/language.ts'
import { useMinute } from './clock.ts'

/** The name of a day from today on, in a zone: Today, Tomorrow, else its weekday and date. */
export function useDayName(zone: string): (day: LocalDay) => string {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const today = localDay(useMinute().getTime(), zone)
  return (day) => (day === today ? t('Today') : day === addDays(today, 1) ? t('Tomorrow') : formatDay(day, locale))
}
