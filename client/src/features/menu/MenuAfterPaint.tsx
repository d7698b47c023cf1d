import ArrowUp from 'lucide-react/icons/arrow-up'
import { useTranslation } from 'react-i18next'
import { useStore, type Store } from '../../createStore.ts'
import styles from './BackToTop.module.css'
import { lazyPart } from '../../loading/lazyPart.tsx'
import type { Catalogue } from './useCatalogue.ts'
import { useListEvents } from './useListEvents.ts'

const AgentTools = lazyPart(async () => (await import('./agent/AgentTools.tsx')).AgentTools)

/** What the first paint of the menu does not need: the events of its categories, the way back to the top, and tools for an assistant in the browser. */
export function MenuAfterPaint({ scrolled, catalogue }: { scrolled: Store<boolean>; catalogue: Catalogue }) {
  useListEvents(catalogue.sections, catalogue.menus)
  return (
    <>
      <BackToTop scrolled={scrolled} />
      {'modelContext' in navigator && <AgentTools catalogue={catalogue} />}
    </>
  )
}

function BackToTop({ scrolled }: { scrolled: Store<boolean> }) {
  const { t } = useTranslation()
  if (!useStore(scrolled)) return null
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
