import { startTransition, useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Menu } from '../../../../contracts/types.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import type { CatalogueSection } from './useCatalogue.ts'

/** Loads the search. */
export const loadSearch = () => import('./SearchResults.tsx')

/** The search of the menu page. */
export interface MenuSearch {
  /** What is searched for; empty: nothing. */
  query: string
  field: RefObject<HTMLInputElement | null>
  /** The key of the field: another one empties it. */
  fieldKey: number
  search: (query: string) => void
  clear: () => void
  /** Leads to the field from anywhere on the page. */
  goToField: () => void
}

/** The search over the menu; its index is prepared while the browser is idle, so that the first letter finds it ready. */
export function useMenuSearch(sections: readonly CatalogueSection[], menus: readonly Menu[]): MenuSearch {
  const [query, setQuery] = useState('')
  const [fieldKey, setFieldKey] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      whenIdle(() => {
        void loadSearch().then(
          ({ prepareSearch }) => prepareSearch(sections, menus),
          () => undefined,
        )
      }, 60_000),
    [sections, menus],
  )
  const search = useCallback((next: string) => {
    // The letters are the field's own; the hits may take their time.
    startTransition(() => setQuery(next))
    if (next !== '') field.current?.focus({ preventScroll: true })
  }, [])
  const clear = (): void => {
    setQuery('')
    setFieldKey(fieldKey + 1)
  }
  const goToField = useCallback(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    field.current?.focus()
  }, [])
  return { query, field, fieldKey, search, clear, goToField }
}
