import { useTranslation } from 'react-i18next'
import { formatRange, formatTimeOfDay, formatWhen, weekdayName, weekTable } from '../../domain/hours.ts'
import { useMinute } from '../../restaurant/clock.ts'
import { useHours } from '../../restaurant/workingHours.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/States.tsx'
import { useFormattingLocale } from '../../i18n/language.ts'
import styles from './WeekTable.module.css'

/** The week's hours from Monday to Sunday, with today marked and the open state. Nothing if the restaurant has none. */
export function WeekTable() {
  const { t } = useTranslation()
  const { week, absent, waiting, state, zone } = useHours()
  const minute = useMinute()
  const locale = useFormattingLocale()
  if (absent) return null
  if (week === undefined)
    return waiting ? (
      <Skeleton height="16rem" />
    ) : (
      <Card as="section" gap={3} className={classes(styles.hours, styles.unknown)} aria-labelledby="hours">
        <h2 id="hours">{t('Working hours')}</h2>
        <p>{t('The working hours could not be loaded.')}</p>
      </Card>
    )
  return (
    <Card as="section" gap={3} className={styles.hours} aria-labelledby="hours">
      <Bar align="baseline" between gap={4} rows={1}>
        <h2 id="hours">{t('Working hours')}</h2>
        {state !== null && (
          <Bar as="p" gap={2} quiet>
            <Badge kind={state.open ? 'success' : 'neutral'}>{state.open ? t('Open now') : t('Closed')}</Badge>
            {state.open && state.until !== null && (
              <span>{t('Open until {{time}}', { time: formatTimeOfDay(state.until, zone, locale) })}</span>
            )}
            {!state.open && state.opens !== null && (
              <span>{t('Opens again: {{time}}', { time: formatWhen(state.opens, zone, locale, minute.getTime()) })}</span>
            )}
          </Bar>
        )}
      </Bar>
      <table className={styles.week} aria-labelledby="hours">
        <tbody>
          {weekTable(week, zone, minute.getTime()).map(({ weekday, ranges, today }) => (
            <tr key={weekday} className={today ? styles.today : undefined}>
              <th scope="row" aria-current={today ? 'date' : undefined}>
                {/* The space keeps Arabic letters of the two texts from joining. */}
                {weekdayName(weekday, locale)} {today && <span className={styles.mark}>{t('today')}</span>}
              </th>
              <td>
                {ranges.length === 0 ? (
                  <span className={styles.closed}>{t('Closed')}</span>
                ) : (
                  <Bar as="ul" align="stretch" gap={4} rows={0} className={styles.ranges}>
                    {ranges.map((range, at) => (
                      <li key={at}>
                        <bdi>{formatRange(range, locale)}</bdi>
                      </li>
                    ))}
                  </Bar>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
