import DoorClosed from 'lucide-react/icons/door-closed'
import Phone from 'lucide-react/icons/phone'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatDateTime } from '../domain/hours.ts'
import { useHours } from '../shop/restaurant/hours.ts'
import { formattingLocale } from '../shop/restaurant/language.ts'
import { paths } from '../shop/routes/paths.ts'
import { dialAddress, useNationalNumber } from '../shop/forms/phone.ts'
import { useSettings } from '../shop/restaurant/settings.ts'
import { useTitle } from '../shop/browser/useTitle.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/States.tsx'

/** /unavailable: the shop takes no orders now; shows when it opens and whom to call. Navigates home when the shop is active again. */
export function UnavailablePage() {
  const { t } = useTranslation()
  const { active, hours, zone } = useHours()
  const settings = useSettings()
  const navigate = useNavigate()
  const phone = settings.phone()
  const national = useNationalNumber(phone)
  const nextOpen = hours?.meta.nextOpen
  useTitle(t('We are closed'))
  useEffect(() => {
    if (active && hours !== undefined) void navigate(paths.home, { replace: true })
  }, [active, hours, navigate])
  return (
    <EmptyState
      asPage
      icon={<DoorClosed />}
      title={t('We are closed')}
      action={
        phone === '' ? undefined : (
          <a href={dialAddress(phone)} className={buttonClass({ variant: 'primary' })}>
            <Phone aria-hidden="true" />
            {t('Call {{phone}}', { phone: `\u2066${national}\u2069` })}
          </a>
        )
      }
    >
      <p>{t('Restaurant is not available right now. Please try again later')}</p>
      {nextOpen !== null && nextOpen !== undefined && Date.parse(nextOpen) > 0 && (
        <p>{t('Opens again: {{time}}', { time: formatDateTime(Date.parse(nextOpen), zone, formattingLocale()) })}</p>
      )}
    </EmptyState>
  )
}
