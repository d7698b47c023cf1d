import type { Store } from '../../createStore.ts'
import { BackToTop } from './BackToTop.tsx'
import type { Catalogue } from './useCatalogue.ts'
import { useListEvents } from './useListEvents.ts'

/** What the first paint of the menu does not need: the events of its categories, and the way back to the top. */
export function MenuAfterPaint({ scrolled, catalogue }: { scrolled: Store<boolean>; catalogue: Catalogue }) {
  useListEvents(catalogue.sections, catalogue.menus)
  return <BackToTop scrolled={scrolled} />
}
