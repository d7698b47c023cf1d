import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reservation } from '../../../../contracts/types.ts'
import { calendarFile } from '../../domain/calendar.ts'
import { formatDateTime } from '../../domain/hours.ts'
import { tieNumbers } from '../../domain/text.ts'
import { branchHost, useBranches } from '../../session/branch.ts'
import { now } from '../../restaurant/clock.ts'
import { shopConfig } from '../../restaurant/config.ts'
import { formattingLocale } from '../../i18n/language.ts'
import { showAlert } from '../../notices/notices.ts'
import { useOverlay } from '../../overlays/useOverlay.ts'
import { homeQuery } from '../../navigation/paths.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts, Fact } from '../../ui/Card.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ReservationForm } from './ReservationForm.tsx'

/**
 * The reservation modal (docs/specification.md section 2) with its own address (`?reservation=1`): Back closes it. Only if RESERVATION_ENABLED is on.
 */
export function ReservationSheet() {
  const { t } = useTranslation()
  const settings = useSettings()
  const overlay = useOverlay(homeQuery.reservation)
  const open = overlay.value !== null && settings.on('RESERVATION_ENABLED')

  return (
    <Sheet open={open} onClose={overlay.close} title={t('Reservation')} closeLabel={t('Close')} size="l">
      {open && <FormThenReserved onClose={overlay.close} />}
    </Sheet>
  )
}

function FormThenReserved({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [done, setDone] = useState<Reservation | null>(null)
  if (done !== null) return <Reserved reservation={done} onClose={onClose} />
  return (
    <ReservationForm
      onReserved={(reservation) => {
        setDone(reservation)
        void showAlert(t('Success'), t('Your reservation request has been submitted. We will notify you about your reservation status.'))
      }}
    />
  )
}

/** The sent request, with a calendar entry. */
function Reserved({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const start = Date.parse(reservation.reservedAt)
  const site = settings.text('SITE_TITLE')
  const branch = useBranches().chosen?.name ?? ''
  const when = formatDateTime(start, shopConfig().timezone, formattingLocale())
  return (
    <Stack gap={5}>
      {/* The dialog over it says that it was sent. */}
      <p>{t('This is a request: the restaurant still has to confirm it.')}</p>
      <Card as="section" tone="sunken">
        <Facts gap={2}>
          <Fact label={t('Date and time')}>{when}</Fact>
          <Fact label={t('Guests')}>
            <bdi dir="ltr">{reservation.guests}</bdi>
          </Fact>
          <Fact label={t('Name')}>
            <bdi>{reservation.name}</bdi>
          </Fact>
          {settings.text('ADDRESS') !== '' && (
            <Fact label={t('Address')}>
              <bdi>{tieNumbers(settings.text('ADDRESS'))}</bdi>
            </Fact>
          )}
        </Facts>
      </Card>
      <Bar align="stretch" gap={3} fills>
        <Button
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() =>
            saveFile(
              'reservation.ics',
              'text/calendar;charset=utf-8',
              calendarFile({
                code: `reservation-${start}-${reservation.guests.replace('+', '')}`,
                host: branchHost(),
                at: start,
                minutes: 120,
                title: t('Reservation: {{place}}, guests: {{guests}}', { place: site, guests: reservation.guests }),
                description: t('This is a request: the restaurant still has to confirm it.'),
                location: [branch, settings.text('ADDRESS')].filter((part) => part !== '').join(', '),
                coordinates: settings.coordinates(),
                made: now().getTime(),
              }),
            )
          }
        >
          {t('Add to the calendar')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {t('Close')}
        </Button>
      </Bar>
    </Stack>
  )
}
