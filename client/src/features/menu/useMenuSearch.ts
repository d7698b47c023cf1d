import { startTransition, useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Menu } from '../../../../contracts/types.ts'
import { returnTo, scrollPosition, type ScrollPosition } from '../../browser/scrollPosition.ts'
import type { CatalogueSection } from './useCatalogue.ts'

/** Loads the code of the search. */
export const loadSearch = () => import('./SearchResults.tsx')

export interface MenuSearch {
  /** The query; empty: no search. */
  query: string
  field: RefObject<HTMLInputElement | null>
  /** The React key of the field; a new one clears it. */
  fieldKey: number
  search: (query: string) => void
  /** Loads the search and indexes the menu, so that the first letter finds it ready. */
  prepare: () => void
  clear: () => void
  /** Scrolls to the field and focuses it; an emptied search leads back. */
  goToField: () => void
}

/** The search of the menu, loaded with the first press into the field. */
export function useMenuSearch(sections: readonly CatalogueSection[], menus: readonly Menu[]): MenuSearch {
  const [query, setQuery] = useState('')
  const [fieldKey, setFieldKey] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // Where the customer was in the menu when the search was begun.
  const left = useRef<ScrollPosition | null>(null)
  const prepare = (): void => {
    void loadSearch().then(
      ({ menuIndex }) => menuIndex.update(sections, menus),
      () => undefined,
    )
  }
  const search = useCallback((next: string) => {
    // The field has its own state; rendering the results may take time.
    startTransition(() => setQuery(next))
    if (next !== '') field.current?.focus({ preventScroll: true })
  }, [])
  const searching = query !== ''
  // Once the menu is shown again.
  useLayoutEffect(() => {
    if (searching || left.current === null) return
    returnTo(left.current)
    left.current = null
  }, [searching])
  const clear = (): void => {
    setQuery('')
    setFieldKey(fieldKey + 1)
  }
  const goToField = useCallback(() => {
    left.current = scrollPosition()
    window.scrollTo({ top: 0, behavior: 'instant' })
    field.current?.focus()
  }, [])
  return { query, field, fieldKey, search, prepare, clear, goToField }
}
