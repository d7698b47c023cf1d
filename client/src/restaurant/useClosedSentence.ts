import { useTranslation } from 'react-i18next'
import { formatWhen } from '../domain/hours.ts'
import { useTable } from '../session/table.ts'
import { now } from './clock.ts'
import { useHours } from './workingHours.ts'
import { useFormattingLocale } from '../i18n/language.ts'

/** The sentence of a closed shop, with the earliest time of a later order; null while it is open or unknown. A table orders only for now. */
export function useClosedSentence(): string | null {
  const { t } = useTranslation()
  const { state, zone } = useHours()
  const atTable = useTable() !== null
  const locale = useFormattingLocale()
  if (state?.open !== false) return null
  return state.opens === null || atTable
    ? t('Our restaurant is out of working hours right now.')
    : t(
        'Our restaurant is out of working hours right now. You can only place a future order. The earliest date you can order is at {{time}}',
        { time: formatWhen(state.opens, zone, locale, now().getTime()) },
      )
}
