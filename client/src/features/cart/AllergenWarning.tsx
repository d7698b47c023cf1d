import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useTranslation } from 'react-i18next'
import type { AllergenVerdict } from '../../domain/allergens.ts'
import styles from './CartLines.module.css'

/** The allergen filter's warning for a line in the cart; missing information is never shown as safe (docs/specification.md). */
export function AllergenWarning({ verdict }: { verdict: AllergenVerdict }) {
  const { t } = useTranslation()
  if (verdict.kind === 'fits') return null
  return verdict.kind === 'contains' ? (
    <p className={styles.contains}>
      <TriangleAlert aria-hidden="true" />
      {t('Contains {{codes}}', { codes: verdict.codes.join(', ') })}
    </p>
  ) : (
    <p className={styles.unknown}>
      <CircleHelp aria-hidden="true" />
      {t('No allergen information')}
    </p>
  )
}
