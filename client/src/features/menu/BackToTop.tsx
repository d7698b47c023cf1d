import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import { useInTransition, type Store } from '../../createStore.ts'
import styles from './BackToTop.module.css'

/** The button that scrolls back to the top of the menu. */
export function BackToTop({ scrolled }: { scrolled: Store<boolean> }) {
  const { t } = useTranslation()
  if (!useInTransition(scrolled)) return null
  return (
    <button
      type="button"
      className={styles.top}
      aria-label={t('Back to the top')}
      title={t('Back to the top')}
      onClick={() => {
        window.scrollTo({ top: 0, behavior: 'instant' })
        document.getElementById('main')?.focus({ preventScroll: true })
      }}
    >
      <ArrowUp aria-hidden="true" />
    </button>
  )
}
