import { useTranslation } from 'react-i18next'
import {
  addDays,
  formatDateTime,
  formatDay,
  formatTimeOfDay,
  formatTimeOfDayInZone,
  fromLocalInput,
  isoWithOffset,
  localDay,
  toLocalInput,
} from '../../domain/hours.ts'
import { daySlots, timesThatComeTwice } from '../../domain/slots.ts'
import { useMinute } from '../../shop/clock.ts'
import { ClosingSoon } from '../../shop/ClosingSoon.tsx'
import { chooseDelivery } from '../../shop/delivery.ts'
import { formattingLocale, useLanguage } from '../../shop/language.ts'
import { ChipChoice, ChoiceCards } from '../../ui/Choice.tsx'
import { Select, TextInput } from '../../ui/Field.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { Block } from './Block.tsx'
import styles from './Checkout.module.css'
import { timeProblems } from './timeProblems.ts'
import type { Checkout } from './useCheckout.ts'

/** The second block: now or later; later offers days and times from the working hours besides the required date and time field (SPEC.md section 4). */
export function When({ checkout, errorOf }: { checkout: Checkout; errorOf: (name: string) => string | undefined }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const locale = formattingLocale(language)
  const { choice, hours } = checkout
  const { state, zone } = hours
  const nowDetail =
    state === null
      ? undefined
      : !state.open
        ? state.opens === null
          ? t('We are closed')
          : t('closed, opens {{time}}', { time: formatDateTime(state.opens, zone, locale) })
        : choice.deliverType === 'delivery'
          ? t('as soon as we can be there')
          : t('as soon as it is ready')
  return (
    <Block id="when" title={t('When')}>
      {state?.open === false && (
        <NoticeBar>
          {state.opens === null
            ? t('Our restaurant is out of working hours right now.')
            : t(
                'Our restaurant is out of working hours right now. You can only place a future order. The earliest date you can order is at {{time}}',
                {
                  time: formatDateTime(state.opens, zone, locale),
                },
              )}
        </NoticeBar>
      )}
      <ClosingSoon />
      <ChoiceCards
        name="deliverAt"
        legend={t('When would you like it?')}
        hideLegend
        required
        items={[
          { value: 'now', label: t('Now'), detail: nowDetail, disabled: state?.open === false },
          { value: 'later', label: t('Later'), detail: t('on a day and time of your choice') },
        ]}
        value={choice.deliverAt}
        onChoose={(value) => chooseDelivery(value === 'later' ? { deliverAt: 'later' } : { deliverAt: 'now', deliverDate: null })}
        error={errorOf('deliverAt')}
      />
      {choice.deliverAt === 'later' && <Later checkout={checkout} error={errorOf('deliverDate')} />}
    </Block>
  )
}

function Later({ checkout, error }: { checkout: Checkout; error: string | undefined }) {
  const { t } = useTranslation()
  const { language } = useLanguage()
  const locale = formattingLocale(language)
  const minute = useMinute().getTime()
  const { choice, hours } = checkout
  const { zone } = hours
  const days = hours.hours ? daySlots(hours.hours.data, zone, minute) : []
  const chosen = choice.deliverDate === null ? null : Date.parse(choice.deliverDate)
  const today = localDay(minute, zone)
  const chosenDay = chosen === null ? null : localDay(chosen, zone)
  const day = days.find((each) => each.day === chosenDay)
  const twice = day === undefined ? new Set<number>() : timesThatComeTwice(day, zone)
  const nameOf = (each: string): string =>
    each === today ? t('Today') : each === addDays(today, 1) ? t('Tomorrow') : formatDay(each, locale)
  const problem = checkout.timeProblem === null ? undefined : t(timeProblems[checkout.timeProblem])
  return (
    <div className={styles.stack}>
      {days.length > 0 && (
        <div className={styles.days}>
          <ChipChoice
            name="deliverDay"
            legend={t('Day')}
            items={days.map((each) => ({ value: each.day, label: nameOf(each.day) }))}
            value={day?.day ?? null}
            onChoose={(value) => {
              const slots = days.find((each) => each.day === value)?.slots ?? []
              // The same time of day where the other day has it too.
              const clock = chosen === null ? null : formatTimeOfDay(chosen, zone, 'en-GB')
              const slot = slots.find((each) => formatTimeOfDay(each.at, zone, 'en-GB') === clock) ?? slots[0]
              if (slot) chooseDelivery({ deliverDate: slot.iso })
            }}
          />
        </div>
      )}
      <div className={styles.pair}>
        {day !== undefined && (
          <Select
            name="deliverTime"
            label={t('Time')}
            value={day.slots.some((slot) => slot.at === chosen) ? (choice.deliverDate ?? '') : ''}
            onChange={(event) => chooseDelivery({ deliverDate: event.target.value })}
          >
            <option value="" disabled>
              {t('Choose a time')}
            </option>
            {day.slots.map((slot) => (
              <option key={slot.iso} value={slot.at === chosen ? (choice.deliverDate ?? slot.iso) : slot.iso}>
                {(twice.has(slot.at) ? formatTimeOfDayInZone : formatTimeOfDay)(slot.at, zone, locale)}
              </option>
            ))}
          </Select>
        )}
        <TextInput
          name="deliverDate"
          type="datetime-local"
          label={t('Date and time')}
          required
          min={toLocalInput(minute, zone)}
          step={60}
          value={chosen === null ? '' : toLocalInput(chosen, zone)}
          onChange={(event) => {
            const at = fromLocalInput(event.target.value, zone)
            chooseDelivery({ deliverDate: at === null ? null : isoWithOffset(at, zone) })
          }}
          error={error ?? problem}
          hint={t('In the restaurant’s local time.')}
        />
      </div>
    </div>
  )
}
