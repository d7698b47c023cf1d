import type { Store } from '../../createStore.ts'
import { lazyPart } from '../../loading/lazyPart.tsx'
import { BackToTop } from './BackToTop.tsx'
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
