import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useHours } from '../restaurant/workingHours.ts'
import { useClosedSentence } from '../restaurant/useClosedSentence.ts'
import { showToast } from '../notices/notices.ts'
import { paths } from '../navigation/paths.ts'

/** Shows once per visit that the active shop is closed, with the earliest date (docs/specification.md sections 4 and 8). */
export function ClosedToast() {
  const { t } = useTranslation()
  const { active } = useHours()
  const { pathname } = useLocation()
  const shown = useRef(false)
  const sentence = useClosedSentence()
  useEffect(() => {
    // The checkout shows it in the time section.
    if (sentence === null || !active || shown.current || pathname === paths.checkout) return
    shown.current = true
    showToast({ kind: 'info', title: t('We are closed'), text: sentence })
  }, [sentence, active, pathname, t])
  return null
}
