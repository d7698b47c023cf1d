import { useEffect, useEffectEvent } from 'react'
import { ecommerceOf, itemOfCombo, itemOfProduct, notify } from '../../events/events.ts'
import type { SearchResult } from './search.ts'

/** How long nothing was typed, in milliseconds, when a search has settled. */
const settled = 1000
/** An e-mail address or a telephone number is not a search, and not for anybody's statistics. */
const personal = /@|\d{5}/
/** The maximum number of results in the event. */
const most = 20

/** The event of a search, once nothing more is typed. */
export function useSearchEvent(query: string, found: readonly SearchResult[]): void {
  const term = query.trim()
  const searched = useEffectEvent(() => {
    const items = found
      .slice(0, most)
      .map((each) => (each.kind === 'menu' ? itemOfCombo(each.menu) : itemOfProduct(each.product, each.category)))
    notify({ event: 'search', search_term: term, ecommerce: ecommerceOf(items, {}) })
  })
  useEffect(() => {
    if (term === '' || personal.test(term)) return
    const timer = setTimeout(() => searched(), settled)
    return () => clearTimeout(timer)
  }, [term])
}
