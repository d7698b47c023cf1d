import { useTranslation } from 'react-i18next'
import { formatTimeOfDay, formatTimeOfDayInZone, fromLocalInput, isoWithOffset, localDay, toLocalInput } from '../domain/hours.ts'
import { daySlots, firstSlot, timesThatComeTwice } from '../domain/slots.ts'
import { Choice } from '../ui/Choice.tsx'
import { Select, TextInput } from '../ui/Field.tsx'
import { useMinute } from '../restaurant/clock.ts'
import { chooseDelivery, useDelivery } from './deliveryStore.ts'
import { Stack } from '../ui/Layout.tsx'
import styles from './DeliveryTime.module.css'
import { useDayName } from '../restaurant/useDayName.ts'
import { useHours } from '../restaurant/workingHours.ts'
import { useFormattingLocale } from '../i18n/language.ts'

interface DeliveryTimeProps {
  /** Also shows the required field for any date and time, with its error. */
  exact?: { error: string | undefined }
}

interface DeliverAtProps extends DeliveryTimeProps {
  legend: string
  /** As chips, without what is said of each. */
  compact?: boolean
  details?: Record<'now' | 'later', string | undefined>
  required?: boolean
  error?: string | undefined
}

/**
 * Now, or later and when. Now only while the restaurant is open; later only where there is a time to choose: of the working hours, or any (`exact`) where those
 * are unknown. The time itself is chosen by the customer.
 */
export function DeliverAtField({ legend, compact = false, details, required = false, error, exact }: DeliverAtProps) {
  const { t } = useTranslation()
  const minute = useMinute().getTime()
  const { choice } = useDelivery()
  const { week, state, zone } = useHours()
  const has = week === undefined ? exact !== undefined : firstSlot(week, zone, minute) !== null
  return (
    <>
      <Choice
        looks={compact ? 'chips' : 'cards'}
        even={compact}
        name="deliverAt"
        legend={legend}
        hideLegend={!compact}
        required={required}
        items={[
          { value: 'now', label: t('Now'), detail: details?.now, disabled: state?.open === false },
          { value: 'later', label: t('Later'), detail: details?.later, disabled: !has },
        ]}
        value={choice.deliverAt}
        onChoose={(at) => chooseDelivery(at === 'later' ? { deliverAt: 'later' } : { deliverAt: 'now', deliverDate: null })}
        error={error}
      />
      {choice.deliverAt === 'later' && <DeliveryTime {...(exact && { exact })} />}
    </>
  )
}

/** The time of an order for later: days and times from the working hours. A stored time that is not among them is shown as well. */
function DeliveryTime({ exact }: DeliveryTimeProps) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const minute = useMinute().getTime()
  const { choice } = useDelivery()
  const { week, zone } = useHours()
  const days = week === undefined ? [] : daySlots(week, zone, minute)
  const chosen = choice.deliverDate === null ? null : Date.parse(choice.deliverDate)
  const chosenDay = chosen === null ? null : localDay(chosen, zone)
  const day = days.find((each) => each.day === chosenDay)
  const twice = day === undefined ? new Set<number>() : timesThatComeTwice(day, zone)
  const nameOfDay = useDayName(zone)
  const nameOfTime = (at: number): string => (twice.has(at) ? formatTimeOfDayInZone : formatTimeOfDay)(at, zone, locale)
  const isSlot = day?.slots.some((slot) => slot.at === chosen) === true
  return (
    <Stack gap={4}>
      {days.length > 0 && (
        <div className={styles.days}>
          <Choice
            looks="chips"
            name="deliverDay"
            legend={t('Day')}
            items={days.map((each) => ({ value: each.day, label: nameOfDay(each.day) }))}
            value={day?.day ?? null}
            onChoose={(value) => {
              const slots = days.find((each) => each.day === value)?.slots ?? []
              // Keep the time of day if the other day offers it.
              const clock = chosen === null ? null : formatTimeOfDay(chosen, zone, 'en-GB')
              const slot = slots.find((each) => formatTimeOfDay(each.at, zone, 'en-GB') === clock) ?? slots[0]
              if (slot) chooseDelivery({ deliverDate: slot.iso })
            }}
          />
        </div>
      )}
      <Stack pair gap={4}>
        {day !== undefined && (
          <Select
            name="deliverTime"
            label={t('Time')}
            value={choice.deliverDate ?? ''}
            onChange={(event) => chooseDelivery({ deliverDate: event.target.value })}
          >
            <option value="" disabled>
              {t('Choose a time')}
            </option>
            {chosen !== null && !isSlot && <option value={choice.deliverDate ?? ''}>{nameOfTime(chosen)}</option>}
            {day.slots.map((slot) => (
              <option key={slot.iso} value={slot.at === chosen ? (choice.deliverDate ?? slot.iso) : slot.iso}>
                {nameOfTime(slot.at)}
              </option>
            ))}
          </Select>
        )}
        {exact !== undefined && (
          <TextInput
            name="deliverDate"
            type="datetime-local"
            data-empty={chosen === null || undefined}
            label={days.length > 0 ? t('Another day or time') : t('Date and time')}
            required
            min={toLocalInput(minute, zone)}
            step={60}
            value={chosen === null ? '' : toLocalInput(chosen, zone)}
            onChange={(event) => {
              const at = fromLocalInput(event.target.value, zone)
              chooseDelivery({ deliverDate: at === null ? null : isoWithOffset(at, zone) })
            }}
            error={exact.error}
            hint={t('In the restaurant’s local time.')}
          />
        )}
      </Stack>
    </Stack>
  )
}
