import { ArrowUp, Utensils } from 'lucide-react'
import { startTransition, lazy, memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category, Menu, Product } from '../../../../contracts/types.ts'
import type { WholeMenu } from '../../domain/reorder.ts'
import { useCartCounts } from '../../shop/cart.ts'
import { useFavourites } from '../../shop/favourites.ts'
import { useOverlay } from '../../shop/overlay.ts'
import { Part } from '../../shop/Part.tsx'
import { homeQuery } from '../../shop/paths.ts'
import { pictureOf } from '../../shop/pictures.ts'
import { useSettings } from '../../shop/settings.ts'
import { Splash } from '../../shop/Splash.tsx'
import { Button } from '../../ui/Button.tsx'
import { firstSheet } from '../../ui/firstSheet.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { usePainted } from '../../ui/usePainted.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { CardTermsContext, menusId, useCardLinks, useMakeCardTerms } from './cards.ts'
import { CategorySlider, type Slide } from './CategorySlider.tsx'
import { DeliveryStrip } from './DeliveryStrip.tsx'
import { MenuCard } from './MenuCard.tsx'
import { firstScreen } from './firstScreen.ts'
import styles from './MenuPage.module.css'
import { FilterButtonView, MenuPageView, MenuToolsView } from './MenuPageView.tsx'
import { MenuSection } from './MenuSection.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import { SearchField } from './SearchField.tsx'
import { useCatalogue, type Catalogue, type CatalogueSection } from './useCatalogue.ts'
import { useCategoryLink } from './useCategoryLink.ts'
import { useScrollSpy } from './useScrollSpy.ts'

const JumpBar = lazy(async () => ({ default: (await import('./JumpBar.tsx')).JumpBar }))
const AllergenFilter = lazy(async () => ({ default: (await import('./AllergenFilter.tsx')).AllergenFilter }))
const loadSearch = () => import('./SearchResults.tsx')
const SearchResults = lazy(async () => ({ default: (await loadSearch()).SearchResults }))
const loadSheets = () => import('./Sheets.tsx')
const Sheets = lazy(async () => ({ default: (await loadSheets()).Sheets }))

const sectionId = (category: Category): string => `category-${String(category.id)}`
const favouritesId = 'favourites'
/** The height of header and pill bar, in pixels: what sticks to the top. */
const stuck = 64 + 61

/**
 * The quick menu: slider, menus, product grids, search and filter, and the sheets over it. `place` stands above the strip: branch and open
 * state; `usual` above the categories, with the whole menu once it is there.
 */
export function MenuPage({ place, usual }: { place?: ReactNode; usual?: (menu: WholeMenu | null) => ReactNode }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const catalogue = useCatalogue()
  const { sections, menus } = catalogue
  const [query, setQuery] = useState('')
  const [resets, setResets] = useState(0)
  const [filtering, setFiltering] = useState<'never' | 'open' | 'closed'>('never')
  const terms = useMakeCardTerms()
  const { avoided } = terms
  const follow = useCardLinks()
  const field = useRef<HTMLInputElement>(null)
  const pictures = !settings.on('HIDE_CATEGORY_IMAGES')
  const { complete } = catalogue
  const whole = useMemo(
    (): WholeMenu | null =>
      complete
        ? {
            products: sections.flatMap(({ category, products }) =>
              (products ?? []).map((product) => ({ product, categoryId: category.id })),
            ),
            menus,
          }
        : null,
    [complete, sections, menus],
  )

  const slides = useMemo((): Slide[] => {
    const first = menus[0]
    return [
      ...(first === undefined ? [] : [{ id: menusId, name: t('Menus'), picture: circle(first.media?.poster) }]),
      ...sections.map(({ category }) => ({ id: sectionId(category), name: category.name, picture: circle(category.media?.poster) })),
    ]
  }, [sections, menus, t])
  const ids = useMemo(() => slides.map((slide) => slide.id), [slides])
  const { reading, go: scrollTo } = useScrollSpy(ids, stuck)
  const go = useCategoryLink(slides, scrollTo)
  const painted = usePainted()
  // The category whose turn it is to be drawn while the browser is idle, one after the other.
  const [turn, setTurn] = useState(0)
  const drawn = useCallback((at: number) => startTransition(() => setTurn(at + 1)), [])
  const [slider, scrolled] = useScrolledOut()

  useEffect(() => {
    // The sheets come in the quiet after the first paint, so that the first press finds them there.
    return whenIdle(() => void loadSheets().catch(() => undefined))
  }, [])

  const search = useCallback((next: string) => {
    // The letters are the field's own; the hits may take their time.
    startTransition(() => setQuery(next))
    if (next !== '') field.current?.focus({ preventScroll: true })
  }, [])
  const searchFromHere = useCallback(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    field.current?.focus()
  }, [])
  const site = settings.text('SITE_TITLE')

  usePreparedIndex(sections, menus)

  return (
    <CardTermsContext value={terms}>
      <MenuPageView
        title={site === '' ? t('Menu') : site}
        place={place}
        strip={<DeliveryStrip />}
        onClick={follow}
        before={<Splash ready={!catalogue.pending} />}
      >
        {catalogue.failed ? (
          <ErrorState
            icon={<Utensils />}
            title={t('The menu could not be loaded.')}
            action={
              <Button variant="primary" onClick={catalogue.retry}>
                {t('Try again')}
              </Button>
            }
          />
        ) : !catalogue.pending && sections.length === 0 && menus.length === 0 ? (
          <EmptyState icon={<Utensils />} title={t('There is nothing on the menu yet.')} />
        ) : (
          <>
            <MenuToolsView
              sliderRef={slider}
              slider={catalogue.pending ? <SliderSkeleton /> : <CategorySlider slides={slides} pictures={pictures} onChoose={go} />}
              search={<SearchField key={resets} ref={field} onSearch={search} />}
              filter={
                <FilterButtonView
                  label={t('Allergens')}
                  avoiding={avoided.size > 0 ? t('Avoiding: {{codes}}', { codes: [...avoided].join(', ') }) : ''}
                  onClick={() => setFiltering('open')}
                />
              }
            />
            {painted && (
              <Part>
                <JumpBar shown={scrolled && query === ''} places={slides} reading={reading} onGo={go} onSearch={searchFromHere} />
              </Part>
            )}
            {query !== '' && (
              <Part>
                <SearchResults
                  catalogue={catalogue}
                  query={query}
                  onReset={() => {
                    setQuery('')
                    setResets(resets + 1)
                  }}
                />
              </Part>
            )}
            {/* The menu only steps aside: to take two thousand cards off the page and put them back would cost more than to keep them. */}
            <div className={query === '' ? undefined : styles.aside}>
              {usual?.(whole)}
              <Favourites sections={sections} />
              {menus.length > 0 && <MenusSection menus={menus} />}
              {catalogue.menusFailed && (
                <MenuSection id={menusId} title={t('Menus')} layout="menus" count={0} pending={false} failed onRetry={catalogue.retryMenus}>
                  {[]}
                </MenuSection>
              )}
              {sections.map((section, at) => (
                <CategorySection
                  key={String(section.category.id)}
                  section={section}
                  at={at}
                  eager={at === 0 && menus.length === 0}
                  prefetch={catalogue.prefetch}
                  turn={at === turn}
                  onDrawn={drawn}
                />
              ))}
            </div>
            <BackToTop shown={scrolled} />
          </>
        )}
        {filtering !== 'never' && (
          <Part>
            <AllergenFilter
              open={filtering === 'open'}
              onClose={() => setFiltering('closed')}
              products={sections.flatMap((section) => section.products ?? [])}
            />
          </Part>
        )}
        <SheetDoor catalogue={catalogue} />
      </MenuPageView>
    </CardTermsContext>
  )
}

function circle(image: Parameters<typeof pictureOf>[0]): string {
  return pictureOf(image, 'circle', 'square', 'url')
}

const Favourites = memo(function Favourites({ sections }: { sections: readonly CatalogueSection[] }) {
  const { t } = useTranslation()
  const counts = useCartCounts()
  const favourites = useFavouriteProducts(sections)
  if (favourites.length === 0) return null
  return (
    <MenuSection id={favouritesId} title={t('Your favourites')} layout="cards" count={favourites.length} pending={false}>
      {favourites.map(({ product, category }) => (
        <li key={String(product.id)}>
          <ProductCard product={product} categoryId={category.id} count={inCart(product, category.id, counts)} />
        </li>
      ))}
    </MenuSection>
  )
})

const MenusSection = memo(function MenusSection({ menus }: { menus: readonly Menu[] }) {
  const { t } = useTranslation()
  const counts = useCartCounts()
  return (
    <MenuSection id={menusId} title={t('Menus')} layout="menus" count={menus.length} first pending={false}>
      {menus.map((menu, at) => (
        <li key={String(menu.id)}>
          <MenuCard menu={menu} count={counts.menu(String(menu.id))} eager={at < firstScreen.eagerMenus} lead={at === 0} />
        </li>
      ))}
    </MenuSection>
  )
})

const CategorySection = memo(function CategorySection({
  section,
  at,
  eager,
  prefetch,
  turn,
  onDrawn,
}: {
  section: CatalogueSection
  /** Its position on the menu. */
  at: number
  eager: boolean
  prefetch: Catalogue['prefetch']
  turn: boolean
  onDrawn: (at: number) => void
}) {
  const { category, products } = section
  const counts = useCartCounts()
  const plain = products !== undefined && products.every((product) => !product.media?.poster)
  const near = useCallback(() => prefetch(category.id), [prefetch, category.id])
  const whole = useCallback(() => onDrawn(at), [onDrawn, at])
  return (
    <MenuSection
      id={sectionId(category)}
      title={category.name}
      description={category.description ?? undefined}
      layout={plain ? 'plain' : 'cards'}
      gallery={category.media?.gallery ?? []}
      count={products?.length ?? 6}
      first={at === 0}
      onNear={near}
      turn={turn}
      onDrawn={whole}
      pending={products === undefined && !section.failed}
      failed={section.failed}
      onRetry={section.retry}
    >
      {(products ?? []).map((product, position) => (
        <li key={String(product.id)}>
          <ProductCard
            product={product}
            categoryId={category.id}
            count={inCart(product, category.id, counts)}
            plain={plain}
            eager={eager && position < firstScreen.eagerProducts}
            lead={eager && position === 0}
          />
        </li>
      ))}
    </MenuSection>
  )
})

function useFavouriteProducts(sections: readonly CatalogueSection[]): { product: Product; category: Category }[] {
  const favourites = useFavourites()
  return useMemo(
    () =>
      favourites.size === 0
        ? []
        : sections.flatMap(({ category, products }) =>
            (products ?? []).filter((product) => favourites.has(String(product.id))).map((product) => ({ product, category })),
          ),
    [sections, favourites],
  )
}

/** Prepares the search while the browser is idle, so that the first letter finds it ready. */
function usePreparedIndex(sections: readonly CatalogueSection[], menus: readonly Menu[]): void {
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
}

/** Whether an element has left the screen at the top. */
function useScrolledOut(): [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [out, setOut] = useState(false)
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        const left = entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0
        startTransition(() => setOut(left))
      },
      { rootMargin: '-64px 0px 0px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [attach, out]
}

function SliderSkeleton() {
  return (
    <div className={styles.sliderSkeleton} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <div key={at}>
          <Skeleton width="6rem" height="6rem" round />
          <Skeleton width="4rem" height="1rem" />
        </div>
      ))}
    </div>
  )
}

const BackToTop = memo(function BackToTop({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  if (!shown) return null
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
})

/** Loads the sheets at the latest when one is asked for. */
function SheetDoor({ catalogue }: { catalogue: Catalogue }) {
  const product = useOverlay(homeQuery.product).value
  const menu = useOverlay(homeQuery.menu).value
  const [entered, setEntered] = useState(false)
  const asked = product !== null || menu !== null
  if (asked && !entered) setEntered(true)
  // The first paint of a sheet goes with its address, also when the sheet itself was not there yet.
  useEffect(() => {
    const leave = (): void => firstSheet()?.remove()
    if (!asked) leave()
    return leave
  }, [asked])
  return entered ? (
    <Part>
      <Sheets catalogue={catalogue} />
    </Part>
  ) : null
}
