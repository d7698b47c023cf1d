import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import { useAreaTerms } from '../../restaurant/useAreaTerms.ts'
import type { Coverage, PickedPlace } from '../../location/location.ts'
import styles from './AddressForm.module.css'

/** The result of the delivery check. */
export function CoverageMessage({ coverage, place, onRetry }: { coverage: Coverage; place: PickedPlace | null; onRetry: () => void }) {
  const { t } = useTranslation()
  const terms = useAreaTerms()
  if (coverage.state === 'none') return null
  if (coverage.state === 'checking') return <Announced className={styles.checking}>{t('Checking whether we deliver there …')}</Announced>
  if (coverage.state === 'outside')
    return (
      <NoticeBar kind="danger" icon={<CircleX />}>
        {t('The location that you have marked is out of our delivery range')}
      </NoticeBar>
    )
  if (coverage.state === 'failed')
    return (
      <NoticeBar
        kind="danger"
        icon={<CircleX />}
        action={
          <Button size="s" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      >
        {t(coverage.message === '' ? 'Something went wrong' : coverage.message)}
      </NoticeBar>
    )
  return (
    <NoticeBar kind="success" icon={<CircleCheck />}>
      <strong>
        {place?.address === undefined || place.address === ''
          ? t('We deliver there: {{area}}', { area: coverage.area.name })
          : t('We deliver to {{address}}: {{area}}', { address: place.address, area: coverage.area.name })}
      </strong>
      <p>{terms(coverage.area).join(' · ')}</p>
    </NoticeBar>
  )
}
