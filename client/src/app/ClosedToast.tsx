import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { formatDateTime } from '../domain/hours.ts'
import { useHours } from '../shop/restaurant/hours.ts'
import { formattingLocale } from '../shop/restaurant/language.ts'
import { showToast } from '../shop/parts/notices.ts'
import { paths } from '../shop/routes/paths.ts'

/** Shows once per visit that the active shop is closed, with the earliest date (docs/specification.md sections 4 and 8). */
export function ClosedToast() {
  const { t } = useTranslation()
  const { state, active, zone } = useHours()
  const { pathname } = useLocation()
  const shown = useRef(false)
  const opens = state !== null && !state.open ? state.opens : null
  const closed = state !== null && !state.open
  useEffect(() => {
    // The checkout shows it in the time section.
    if (!closed || !active || shown.current || pathname === paths.checkout) return
    shown.current = true
    const sentence =
      opens === null
        ? t('Our restaurant is out of working hours right now.')
        : t(
            'Our restaurant is out of working hours right now. You can only place a future order. The earliest date you can order is at {{time}}',
            {
              time: formatDateTime(opens, zone, formattingLocale()),
            },
          )
    showToast({ kind: 'info', title: t('We are closed'), text: sentence })
  }, [closed, active, opens, zone, pathname, t])
  return null
}
