import { useTranslation } from 'react-i18next'
import { useWatch } from 'react-hook-form'
import type { Reservation } from '../../../../contracts/types.ts'
import { text } from '../../api/translatable.ts'
import { fromLocalInput, isoWithOffset, toLocalInput } from '../../domain/hours.ts'
import { timeProblem } from '../../domain/slots.ts'
import { now, useMinute } from '../../restaurant/clock.ts'
import { EmailField } from '../../forms/EmailField.tsx'
import { useHours } from '../../restaurant/workingHours.ts'
import { notify } from '../../events/events.ts'
import { useLogin } from '../../session/login.ts'
import { PhoneField } from '../../forms/PhoneField.tsx'
import { TermsBox } from '../../forms/TermsBox.tsx'
import { rules } from '../../forms/formFields.ts'
import { useWireForm } from '../../forms/useWireForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { TextArea, TextInput } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { attemptReservation } from './reservationAttempt.ts'
import styles from './ReservationSheet.module.css'
import { TimeSlots } from './TimeSlots.tsx'

/** The party sizes (docs/specification.md section 9). */
const partySizes = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10+'] as const

const isPartySize = (value: string): value is Reservation['guests'] => partySizes.some((size) => size === value)

/** The reservation form (docs/specification.md section 5): everything but the notes is required; times are in the restaurant's time zone. */
export function ReservationForm({ onReserved }: { onReserved: (reservation: Reservation) => void }) {
  const { t } = useTranslation()
  const { user, isTable } = useLogin()
  const { week, zone } = useHours()
  const minute = useMinute()
  const { form, field, formProps, pending, failure } = useWireForm({
    defaultValues: { reservedAt: '', guests: '', name: '', email: '', phone: '', notes: '', terms: false },
    known: isTable ? {} : { name: user?.name ?? '', email: user?.email ?? '', phone: user?.phone ?? '' },
    draft: 'reservation',
    send: async ({ reservedAt, guests, notes, ...person }) => {
      const reservation: Reservation = {
        reservedAt: isoWithOffset(fromLocalInput(reservedAt, zone) ?? NaN, zone),
        guests: isPartySize(guests) ? guests : '1',
        ...person,
        ...(notes !== '' && { notes }),
      }
      await attemptReservation(reservation)
      return reservation
    },
    done: (reservation) => {
      notify({ event: 'generate_lead' })
      onReserved(reservation)
    },
  })
  const reservedAt = useWatch({ control: form.control, name: 'reservedAt' })
  const guests = useWatch({ control: form.control, name: 'guests' })
  const guestsField = field('guests', { required: text('Please choose the number of guests.') })
  const at = fromLocalInput(reservedAt, zone)
  const closedAtThatTime = at !== null && week !== undefined && timeProblem(week, zone, now().getTime(), at) === 'closed'

  return (
    <Stack as="form" gap={5} {...formProps} className={styles.form} aria-label={t('Reservation')}>
      <Choice
        looks="chips"
        name="guests"
        legend={t('Guests')}
        required
        items={partySizes.map((size) => ({ value: size, label: <bdi dir="ltr">{size}</bdi> }))}
        value={guests === '' ? null : guests}
        onChoose={(size) => form.setValue('guests', size, { shouldDirty: true, shouldValidate: true })}
        error={guestsField.error}
        radios={{ ref: guestsField.ref, onBlur: (event) => void guestsField.onBlur(event) }}
      />
      {week !== undefined && (
        <TimeSlots
          hours={week}
          zone={zone}
          chosen={at}
          onChoose={(instant) => form.setValue('reservedAt', toLocalInput(instant, zone), { shouldDirty: true, shouldValidate: true })}
        />
      )}
      <TextInput
        {...field('reservedAt', {
          required: text('Please choose a day and a time.'),
          validate: (value) => {
            const instant = fromLocalInput(value as string, zone)
            // The hour that the clock skips in spring: the time that would be sent is another one.
            if (instant === null || !(value as string).startsWith(toLocalInput(instant, zone)))
              return text('Please choose a day and a time.')
            return instant > now().getTime() || text('This time has passed already.')
          },
        })}
        label={week === undefined ? t('Date and time') : t('Another day or time')}
        type="datetime-local"
        data-empty={at === null || undefined}
        min={toLocalInput(minute.getTime(), zone)}
        step={300}
        {...(closedAtThatTime && { hint: t('We are closed at this time. Please choose another one.') })}
      />
      <TextInput {...field('name', rules.filled)} label={t('Name')} autoComplete="name" enterKeyHint="next" />
      <Stack pair gap={5}>
        <EmailField {...field('email', rules.email)} />
        <PhoneField control={form.control} />
      </Stack>
      <TextArea {...field('notes')} label={t('Notes')} optional={t('optional')} rows={2} />
      <TermsBox field={field('terms', rules.terms)} />
      {failure !== null && <NoticeBar kind="danger">{failure}</NoticeBar>}
      <div className={styles.foot}>
        <Button type="submit" variant="primary" size="l" wide pending={pending}>
          {t('Reserve')}
        </Button>
      </div>
    </Stack>
  )
}
