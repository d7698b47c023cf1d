import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useTranslation } from 'react-i18next'
import type { AllergenVerdict } from '../domain/allergens.ts'
import styles from './VerdictLine.module.css'

/** The allergen filter's result for a dish, in one line; nothing if the dish fits or nothing is avoided. Missing information is never shown as safe. */
export function VerdictLine({ verdict }: { verdict: AllergenVerdict }) {
  const { t } = useTranslation()
  if (verdict.kind === 'fits') return null
  return verdict.kind === 'contains' ? (
    <span className={styles.contains}>
      <TriangleAlert aria-hidden="true" />
      {t('Contains {{codes}}', { codes: verdict.names.join(', ') })}
    </span>
  ) : (
    <span className={styles.unknown}>
      <CircleHelp aria-hidden="true" />
      {t('No allergen information')}
    </span>
  )
}
