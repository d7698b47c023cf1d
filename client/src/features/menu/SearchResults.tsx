import SearchX from 'lucide-react/icons/search-x'
import { startTransition, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCartCounts } from '../../cart/cartStore.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { combosId } from './cards.ts'
import { ComboCard } from './ComboCard.tsx'
import { MenuSection } from './MenuSection.tsx'
import { MenuItem } from './MenuItem.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import styles from './SearchResults.module.css'
import { createMenuIndex, type MenuIndex, type SearchResult } from './search.ts'
import { ecommerceOf, itemOfCombo, itemOfProduct, notify } from '../../events/events.ts'
import type { Catalogue } from './useCatalogue.ts'

export const menuIndex = createMenuIndex()

/** How many results are rendered at first. */
const maxResults = 30

interface SearchResultsProps {
  catalogue: Catalogue
  query: string
  /** The sections of the menu, by their ids. */
  categories: readonly { id: string; name: string }[]
  onReset: () => void
  /** Ends the search and scrolls to a section. */
  onGo: (id: string) => void
}

/** The search results, grouped as on the menu; if nothing has all words, what comes closest, and the categories. */
export function SearchResults({ catalogue, query, categories, onReset, onGo }: SearchResultsProps) {
  const { t } = useTranslation()
  const { sections, menus } = catalogue
  const counts = useCartCounts()
  const [index, setIndex] = useState<Pick<MenuIndex, 'search'> | null>(null)
  useEffect(() => {
    let wanted = true
    // A new object, so that the same query is answered anew.
    void menuIndex.update(sections, menus).then(() => wanted && startTransition(() => setIndex({ search: menuIndex.search })))
    return () => {
      wanted = false
    }
  }, [sections, menus])
  const asked = useDeferredValue(query)
  const answer = useMemo(() => index?.search(asked), [index, asked])
  const found = answer?.found ?? []
  const nothing = answer !== undefined && catalogue.complete && (found.length === 0 || answer.near)
  useSearchEvent(query, found)
  const [all, setAll] = useState(false)
  const shown = all ? found : found.slice(0, maxResults)
  const groups = grouped(shown, t('Menus'))
  return (
    <section aria-label={t('Search results')} className={styles.results}>
      <Quiet as={Announced} className={styles.count}>
        {found.length === 0 || answer?.near === true
          ? ''
          : found.length === 1
            ? t('1 dish')
            : t('{{count}} dishes', { count: found.length })}
        {!catalogue.complete && ` · ${t('The menu is still loading')}`}
      </Quiet>
      {nothing && (
        <EmptyState
          icon={<SearchX />}
          title={t('Nothing found for “{{query}}”', { query: asked })}
          action={<Button onClick={onReset}>{t('Show the whole menu')}</Button>}
        >
          <p>{found.length === 0 ? t('Try another word, or a part of it.') : t('This comes closest:')}</p>
        </EmptyState>
      )}
      {groups.map((group) => (
        <MenuSection key={group.name} id={`found-${group.id}`} title={group.name} layout={group.menus ? 'menus' : 'cards'} first>
          {group.hits.map((hit) => (
            <MenuItem
              key={hit.kind === 'menu' ? `m${String(hit.menu.id)}` : `p${String(hit.product.id)}`}
              of={hit.kind === 'menu' ? hit.menu : hit.product}
            >
              {hit.kind === 'menu' ? (
                <ComboCard menu={hit.menu} count={counts.menu(String(hit.menu.id))} />
              ) : (
                <ProductCard
                  product={hit.product}
                  categoryId={hit.category.id}
                  count={inCart(hit.product, hit.category.id, counts)}
                  plain={!hit.product.media?.poster}
                />
              )}
            </MenuItem>
          ))}
        </MenuSection>
      ))}
      {nothing && categories.length > 0 && (
        <Stack as="nav" gap={3} aria-label={t('All categories')} className={styles.categories}>
          <h2>{t('All categories')}</h2>
          <Bar as="ul" gap={2}>
            {categories.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className={buttonClass()}
                  onClick={(event) => {
                    event.preventDefault()
                    onGo(id)
                  }}
                >
                  {name}
                </a>
              </li>
            ))}
          </Bar>
        </Stack>
      )}
      {!all && found.length > maxResults && (
        <div className={styles.more}>
          <Button onClick={() => setAll(true)}>{t('Show all')}</Button>
        </div>
      )}
    </section>
  )
}

function grouped(found: readonly SearchResult[], menusName: string): { id: string; name: string; menus: boolean; hits: SearchResult[] }[] {
  const groups = new Map<string, { id: string; name: string; menus: boolean; hits: SearchResult[] }>()
  for (const hit of found) {
    const id = hit.kind === 'menu' ? combosId : String(hit.category.id)
    const group = groups.get(id) ?? { id, name: hit.kind === 'menu' ? menusName : hit.category.name, menus: hit.kind === 'menu', hits: [] }
    group.hits.push(hit)
    groups.set(id, group)
  }
  return [...groups.values()]
}

/** How long nothing was typed, in milliseconds, when a search has settled. */
const settled = 1000
/** An e-mail address or a telephone number is not a search, and not for anybody's statistics. */
const personal = /@|\d{5}/
/** The maximum number of results in the event. */
const mostInEvent = 20

/** The event of a search, once nothing more is typed. */
function useSearchEvent(query: string, found: readonly SearchResult[]): void {
  const term = query.trim()
  const searched = useEffectEvent(() => {
    const items = found
      .slice(0, mostInEvent)
      .map((each) => (each.kind === 'menu' ? itemOfCombo(each.menu) : itemOfProduct(each.product, each.category)))
    notify({ event: 'search', search_term: term, ecommerce: ecommerceOf(items, {}) })
  })
  useEffect(() => {
    if (term === '' || personal.test(term)) return
    const timer = setTimeout(() => searched(), settled)
    return () => clearTimeout(timer)
  }, [term])
}
