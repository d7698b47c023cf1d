import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatTimeOfDay, localDay, type Instant, type LocalDay, type WeekHours } from '../../domain/hours.ts'
import { daySlots } from '../../domain/slots.ts'
import { useMinute } from '../../restaurant/clock.ts'
import { useDayName } from '../../restaurant/useDayName.ts'
import { Chips } from '../../ui/Choice.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { useFormattingLocale } from '../../i18n/language.ts'
import styles from './ReservationSheet.module.css'

/** Half hours, from an hour ahead, for two weeks: docs/specification.md asks only for a date and time. */
const reservationSlots = { step: 30, lead: 60, days: 14 }

interface TimeSlotsProps {
  hours: WeekHours
  zone: string
  chosen: Instant | null
  onChoose: (at: Instant) => void
}

/** Days and times from the working hours, as chips: first the day, then the time. */
export function TimeSlots({ hours, zone, chosen, onChoose }: TimeSlotsProps) {
  const { t } = useTranslation()
  const minute = useMinute()
  const [selectedDay, setSelectedDay] = useState<LocalDay | null>(null)
  const locale = useFormattingLocale()
  const days = daySlots(hours, zone, minute.getTime(), reservationSlots)
  const nameOfDay = useDayName(zone)
  const chosenDay = chosen === null ? null : localDay(chosen, zone)
  const shown = days.find(({ day }) => day === (selectedDay ?? chosenDay)) ?? days[0]
  if (shown === undefined) return null
  return (
    <Stack gap={2} className={styles.slots}>
      <div className={styles.row}>
        <Chips
          label={t('Day')}
          items={days.map(({ day }) => ({ value: day, label: nameOfDay(day) }))}
          pressed={new Set([shown.day])}
          onToggle={setSelectedDay}
        />
      </div>
      <div className={styles.row}>
        <Chips
          label={t('Time on {{day}}', { day: formatDay(shown.day, locale) })}
          items={shown.slots.map(({ at, iso }) => ({ value: iso, label: formatTimeOfDay(at, zone, locale) }))}
          pressed={new Set(shown.slots.filter(({ at }) => at === chosen).map(({ iso }) => iso))}
          onToggle={(iso) => {
            const slot = shown.slots.find((each) => each.iso === iso)
            if (slot !== undefined) onChoose(slot.at)
          }}
        />
      </div>
    </Stack>
  )
}
