import DoorClosed from 'lucide-react/icons/door-closed'
import Phone from 'lucide-react/icons/phone'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatWhen } from '../../domain/hours.ts'
import { now } from '../../restaurant/clock.ts'
import { useHours } from '../../restaurant/workingHours.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { paths } from '../../navigation/paths.ts'
import { useTitle } from '../../browser/useTitle.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { usePhone } from '../../forms/phone.ts'

/** /unavailable: the shop takes no orders now; shows when it opens and whom to call. Navigates home when the shop is active again. */
export function UnavailablePage() {
  const { t } = useTranslation()
  const { active, meta, zone } = useHours()
  const navigate = useNavigate()
  const phone = usePhone()
  const nextOpen = meta?.nextOpen
  useTitle(t('We are closed'))
  useEffect(() => {
    if (active && meta !== undefined) void navigate(paths.home, { replace: true })
  }, [active, meta, navigate])
  return (
    <EmptyState
      asPage
      icon={<DoorClosed />}
      title={t('We are closed')}
      action={
        phone.href === '' ? undefined : (
          <a href={phone.href} className={buttonClass({ variant: 'primary' })}>
            <Phone aria-hidden="true" />
            {t('Call {{phone}}', { phone: `\u2066${phone.national}\u2069` })}
          </a>
        )
      }
    >
      <p>{t('Restaurant is not available right now. Please try again later')}</p>
      {nextOpen !== null && nextOpen !== undefined && Date.parse(nextOpen) > 0 && (
        <p>{t('Opens again: {{time}}', { time: formatWhen(Date.parse(nextOpen), zone, formattingLocale(), now().getTime()) })}</p>
      )}
    </EmptyState>
  )
}
