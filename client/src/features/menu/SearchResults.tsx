import SearchX from 'lucide-react/icons/search-x'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCartCounts } from '../../shop/cart/cart.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { menusId } from './cards.ts'
import { MenuCard } from './MenuCard.tsx'
import styles from './MenuPage.module.css'
import { MenuSection } from './MenuSection.tsx'
import { MenuItemView } from './MenuSectionView.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import { buildIndex, searchIndex, type SearchResult } from './search.ts'
import type { Catalogue } from './useCatalogue.ts'

export { buildIndex as prepareSearch } from './search.ts'

/** How many results are rendered, and how many of them at once. */
const maxResults = 30
const firstResults = 8

/** The search results, grouped as on the menu. Loaded while the browser is idle, or with the first letter. */
export function SearchResults({ catalogue, query, onReset }: { catalogue: Catalogue; query: string; onReset: () => void }) {
  const { t } = useTranslation()
  const { sections, menus } = catalogue
  const counts = useCartCounts()
  const index = useMemo(() => buildIndex(sections, menus), [sections, menus])
  const asked = useDeferredValue(query)
  const found = useMemo(() => searchIndex(index, asked), [index, asked])
  const [all, setAll] = useState(false)
  // The others are rendered in the next task, so that typing is not blocked.
  const [drawn, setDrawn] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setDrawn(asked)), 50)
    return () => clearTimeout(timer)
  }, [asked])
  const shown = all ? found : found.slice(0, drawn === asked ? maxResults : firstResults)
  const groups = useMemo(() => grouped(shown, t('Menus')), [shown, t])
  return (
    <section aria-label={t('Search results')} className={styles.results}>
      <Announced className={styles.count}>
        {found.length === 0 ? '' : t('Found: {{count}}', { count: found.length })}
        {!catalogue.complete && ` · ${t('The menu is still loading')}`}
      </Announced>
      {found.length === 0 && catalogue.complete && (
        <EmptyState
          icon={<SearchX />}
          title={t('Nothing found for “{{query}}”', { query: asked })}
          action={<Button onClick={onReset}>{t('Show the whole menu')}</Button>}
        >
          <p>{t('Try another word, or a part of it.')}</p>
        </EmptyState>
      )}
      {groups.map((group) => (
        <MenuSection
          key={group.name}
          id={`found-${group.id}`}
          title={group.name}
          layout={group.menus ? 'menus' : 'cards'}
          count={group.hits.length}
          first
          pending={false}
        >
          {group.hits.map((hit) => (
            <MenuItemView key={hit.kind === 'menu' ? `m${String(hit.menu.id)}` : `p${String(hit.product.id)}`}>
              {hit.kind === 'menu' ? (
                <MenuCard menu={hit.menu} count={counts.menu(String(hit.menu.id))} />
              ) : (
                <ProductCard
                  product={hit.product}
                  categoryId={hit.category.id}
                  count={inCart(hit.product, hit.category.id, counts)}
                  plain={!hit.product.media?.poster}
                />
              )}
            </MenuItemView>
          ))}
        </MenuSection>
      ))}
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
    const id = hit.kind === 'menu' ? menusId : String(hit.category.id)
    const group = groups.get(id) ?? { id, name: hit.kind === 'menu' ? menusName : hit.category.name, menus: hit.kind === 'menu', hits: [] }
    group.hits.push(hit)
    groups.set(id, group)
  }
  return [...groups.values()]
}
