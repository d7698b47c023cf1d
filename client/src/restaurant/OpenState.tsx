import { useTranslation } from 'react-i18next'
import { formatTimeOfDay, formatWhen, type OpenState as State } from '../domain/hours.ts'
import { closingSoon } from '../domain/slots.ts'
import { useBranches } from '../session/branch.ts'
import { now } from './clock.ts'
import { shopConfig } from './config.ts'
import { useHours } from './workingHours.ts'
import { formattingLocale } from '../i18n/language.ts'
import { OpenStateView } from './OpenStateView.tsx'

/** The shop's open state with its next change (docs/specification.md section 10); nothing until it is known, or while several branches wait for a choice. */
export function OpenState() {
  const { state } = useHours()
  const { branches, chosen } = useBranches()
  return state === null || (branches.length > 1 && chosen === undefined) ? null : <OpenStateText state={state} />
}

/** An open state as a text: "Open until 22:30", "Closed · opens 17:00". */
export function OpenStateText({ state }: { state: State }) {
  const { t } = useTranslation()
  const zone = shopConfig().timezone
  const locale = formattingLocale()
  const soon = (instant: number): string =>
    instant - now().getTime() < 12 * 3_600_000 ? formatTimeOfDay(instant, zone, locale) : formatWhen(instant, zone, locale, now().getTime())
  const closes = closingSoon(state, now().getTime())
  const words =
    closes !== null
      ? t('Closing soon, at {{time}}', { time: formatTimeOfDay(closes, zone, locale) })
      : state.open
        ? state.until === null
          ? t('Open')
          : t('Open until {{time}}', { time: formatTimeOfDay(state.until, zone, locale) })
        : state.opens === null
          ? t('Closed')
          : t('Closed · opens {{time}}', { time: soon(state.opens) })
  return (
    <OpenStateView open={state.open} soon={closes !== null}>
      {words}
    </OpenStateView>
  )
}
