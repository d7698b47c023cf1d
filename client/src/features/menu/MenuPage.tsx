import { Bar } from '../../ui/Layout.tsx'
import Utensils from 'lucide-react/icons/utensils'
import { memo, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart, lazySheet } from '../../loading/lazyPart.tsx'
import type { WholeMenu } from '../../domain/reorder.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { useSettings } from '../../restaurant/settings.ts'
import { Splash } from '../../loading/Splash.tsx'
import { CountBadge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { TaxNote } from '../../cart/TaxNote.tsx'
import { usePainted } from '../../ui/usePainted.ts'
import { AvoidedAllergens } from './AvoidedAllergens.tsx'
import { CardContext, combosId, sectionId, openCard, useCardContextValue } from './cards.ts'
import { CategorySlider, type Slide } from './CategorySlider.tsx'
import { DeliveryStrip } from './DeliveryStrip.tsx'
import { Favourites } from './Favourites.tsx'
import { Hero } from './Hero.tsx'
import styles from './MenuPage.module.css'
import { FilterButtonView, MenuPageView, MenuToolsView } from './MenuPageView.tsx'
import { MenuSection } from './MenuSection.tsx'
import { CategorySection, CombosSection } from './MenuSections.tsx'
import { SearchField } from './SearchField.tsx'
import { SheetsLoader } from './SheetsLoader.tsx'
import { useCatalogue, type Catalogue } from './useCatalogue.ts'
import { useCategoryLink } from './useCategoryLink.ts'
import { loadSearch, useMenuSearch } from './useMenuSearch.ts'
import { useScrolledOut } from './useScrolledOut.ts'
import { useScrollSpy } from './useScrollSpy.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

const JumpBar = lazyPart(async () => (await import('./JumpBar.tsx')).JumpBar)
const AllergenFilter = lazySheet(async () => (await import('./AllergenFilter.tsx')).AllergenFilter)
const SearchResults = lazyPart(async () => (await loadSearch()).SearchResults)
const MenuAfterPaint = lazyPart(async () => (await import('./MenuAfterPaint.tsx')).MenuAfterPaint)

/** The height of the sticky header and pill bar, in pixels. */
const stickyHeight = 64 + 61

interface MenuPageProps {
  /** Shown above the strip: branch and open state. */
  place?: ReactNode
  /** Shown between the combos and the categories; called with the whole menu once it is loaded. */
  usual?: (menu: WholeMenu | null) => ReactNode
}

/** The menu: slider, combos, products, search and filter, and the sheets over it. */
export function MenuPage(props: MenuPageProps) {
  return <LoadedMenuPage {...props} catalogue={useCatalogue()} />
}

/** A component of its own, so that the browser may handle input between loading and rendering. */
const LoadedMenuPage = memo(function LoadedMenuPage({ place, usual, catalogue }: MenuPageProps & { catalogue: Catalogue }) {
  const { t, i18n } = useTranslation()
  const settings = useSettings()
  const { sections, menus } = catalogue
  const [filtering, setFiltering] = useState(false)
  const terms = useCardContextValue()
  const { avoided } = terms
  const filter = useRef<HTMLButtonElement>(null)
  const { query, field, fieldKey, search, prepare, clear, goToField } = useMenuSearch(sections, menus)
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
      ...(first === undefined ? [] : [{ id: combosId, name: t('Menus'), picture: circle(first.media?.poster), count: menus.length }]),
      ...sections.map(({ category, products }) => ({
        id: sectionId(category),
        name: category.name,
        picture: circle(category.media?.poster),
        count: products?.length,
      })),
    ]
  }, [sections, menus, t])
  const ids = useMemo(() => slides.map((slide) => slide.id), [slides])
  const { activeSection, go: scrollTo } = useScrollSpy(ids, stickyHeight)
  const go = useCategoryLink(slides, scrollTo)
  const painted = usePainted()
  const [slider, scrolled] = useScrolledOut()

  const site = settings.text('SITE_TITLE')
  const empty = !catalogue.pending && sections.length === 0 && menus.length === 0
  // Until all dishes are known, some may name allergens.
  const filters =
    !complete || avoided.size > 0 || sections.some(({ products }) => products?.some(({ allergens }) => (allergens ?? []).length > 0))

  return (
    <CardContext value={terms}>
      <MenuPageView
        title={site === '' ? t('Menu') : site}
        place={place}
        strip={<DeliveryStrip />}
        searching={query !== ''}
        tools={
          !catalogue.failed &&
          !empty && (
            <MenuToolsView
              search={<SearchField key={fieldKey} ref={field} onSearch={search} onFocus={prepare} />}
              filter={
                filters && (
                  <FilterButtonView
                    ref={filter}
                    label={t('Allergens')}
                    avoided={
                      avoided.size > 0 && (
                        <CountBadge count={avoided.size} label={t('Avoiding: {{codes}}', { codes: [...avoided].join(', ') })} />
                      )
                    }
                    onClick={() => setFiltering(true)}
                  />
                )
              }
            />
          )
        }
        onClick={openCard}
        before={
          <>
            <Splash ready={!catalogue.pending} />
            <Hero />
          </>
        }
      >
        {catalogue.failed ? (
          <NotLoaded icon={<Utensils />} title={t('The menu could not be loaded.')} onRetry={catalogue.retry} />
        ) : empty ? (
          <EmptyState icon={<Utensils />} title={t('There is nothing on the menu yet.')} />
        ) : (
          <>
            {avoided.size > 0 && <AvoidedAllergens avoided={avoided} sections={sections} filter={filter} />}
            <div ref={slider} className={classes(query !== '' && styles.aside)}>
              {catalogue.pending ? (
                <SliderSkeleton />
              ) : (
                slides.length > 1 && (
                  // WebKit keeps the distance from the left when the reading direction changes, which would be the end of the row.
                  <CategorySlider key={i18n.language} slides={slides} pictures={pictures} onChoose={go} />
                )
              )}
            </div>
            {painted && (
              <JumpBar
                scrolled={scrolled}
                hidden={query !== ''}
                categories={slides}
                pictures={pictures}
                activeSection={activeSection}
                onGo={go}
                onSearch={goToField}
              />
            )}
            {query !== '' && (
              <SearchResults
                catalogue={catalogue}
                query={query}
                categories={slides}
                onReset={clear}
                onGo={(id) => {
                  clear()
                  // The section has a place once the menu is shown again.
                  requestAnimationFrame(() => go(id))
                }}
              />
            )}
            {/* During a search the menu is only hidden: unmounting and remounting two thousand cards would cost more. */}
            <div className={query === '' ? undefined : styles.aside}>
              {menus.length > 0 && <CombosSection menus={menus} />}
              {(catalogue.combosLate || catalogue.combosFailed) && (
                <MenuSection
                  id={combosId}
                  title={t('Menus')}
                  layout="menus"
                  count={3}
                  pending={catalogue.combosLate}
                  failed={catalogue.combosFailed}
                  onRetry={catalogue.retryCombos}
                />
              )}
              {!catalogue.pending && usual?.(whole)}
              <Favourites sections={sections} />
              {!catalogue.pending &&
                sections.map((section, at) => (
                  <CategorySection
                    key={String(section.category.id)}
                    section={section}
                    at={at}
                    eager={at === 0 && menus.length === 0}
                    prefetch={catalogue.prefetch}
                  />
                ))}
              {/* At the end, so that nothing moves when the taxes are loaded. */}
              {!catalogue.pending && <TaxNote className={styles.taxes} />}
            </div>
            {painted && <MenuAfterPaint scrolled={scrolled} catalogue={catalogue} />}
          </>
        )}
        <AllergenFilter open={filtering} onClose={() => setFiltering(false)} catalogue={catalogue} />
        <SheetsLoader catalogue={catalogue} />
      </MenuPageView>
    </CardContext>
  )
})

function circle(image: Parameters<typeof pictureOf>[0]): string {
  return pictureOf(image, 'circle', 'square', 'url')
}

function SliderSkeleton() {
  return (
    <Bar noWrap align="stretch" gap={2} className={styles.sliderSkeleton} aria-hidden="true">
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <Skeleton key={at} width="8rem" height="100%" round />
      ))}
    </Bar>
  )
}
