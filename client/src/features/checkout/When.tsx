import { useTranslation } from 'react-i18next'
import { formatWhen } from '../../domain/hours.ts'
import { now } from '../../restaurant/clock.ts'
import { ClosingSoon } from '../../cart/ClosingSoon.tsx'
import { DeliverAtField } from '../../cart/DeliveryTime.tsx'
import { useClosedSentence } from '../../restaurant/useClosedSentence.ts'
import { NoticeBar } from '../../ui/States.tsx'
import { Block } from './Block.tsx'
import { timeProblems } from './obstacleMessages.ts'
import type { Checkout } from './useCheckout.ts'
import { useFormattingLocale } from '../../i18n/language.ts'

/**
 * The second section: now or later. Later offers days and times from the working hours beside the required date and time field (docs/specification.md
 * section 4).
 */
export function When({ checkout, errorOf }: { checkout: Checkout; errorOf: (name: string) => string | undefined }) {
  const { t } = useTranslation()
  const locale = useFormattingLocale()
  const { choice } = checkout.destination
  const { hours, problem: wrong } = checkout.time
  const { state, zone } = hours
  const closed = useClosedSentence()
  const problem = wrong === null ? undefined : t(timeProblems[wrong])
  const nowDetail =
    state === null
      ? undefined
      : !state.open
        ? state.opens === null
          ? t('We are closed')
          : t('closed, opens {{time}}', { time: formatWhen(state.opens, zone, locale, now().getTime()) })
        : choice.deliverType === 'delivery'
          ? t('as soon as we can be there')
          : t('as soon as it is ready')
  return (
    <Block id="when" title={t('When')}>
      {closed !== null && (
        <NoticeBar>
          <strong>{t('We are closed.')}</strong> <span>{closed}</span>
        </NoticeBar>
      )}
      <ClosingSoon />
      <DeliverAtField
        legend={t('When would you like it?')}
        details={{ now: nowDetail, later: t('on a day and time of your choice') }}
        required
        error={errorOf('deliverAt')}
        exact={{ error: errorOf('deliverDate') ?? problem }}
      />
    </Block>
  )
}
