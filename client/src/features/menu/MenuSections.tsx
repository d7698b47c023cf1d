import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Menu } from '../../../../contracts/types.ts'
import { useCartCounts } from '../../cart/cartStore.ts'
import { judgeCombo, judgeProduct } from '../../domain/allergens.ts'
import { combosId, sectionId, useCardContext } from './cards.ts'
import styles from './MenuSection.module.css'
import { firstScreen } from './firstScreen.ts'
import { ComboCard } from './ComboCard.tsx'
import { MenuItem } from './MenuItem.tsx'
import { MenuSection } from './MenuSection.tsx'
import { MenuItemView } from './MenuSectionView.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import type { Catalogue, CatalogueSection } from './useCatalogue.ts'

export const CombosSection = memo(function CombosSection({ menus: all }: { menus: readonly Menu[] }) {
  const { t } = useTranslation()
  const { avoided, hides } = useCardContext()
  const menus = hides ? all.filter((menu) => judgeCombo(menu, avoided).kind === 'fits') : all
  const counts = useCartCounts()
  const plain = all.every((menu) => !menu.media?.poster)
  return (
    <MenuSection id={combosId} title={t('Menus')} layout={plain ? 'plain' : 'menus'} count={menus.length} first>
      {[
        ...(menus.length === 0 ? [<NothingFits key="none" />] : []),
        ...menus.map((menu, at) => (
          <MenuItem key={String(menu.id)} of={menu}>
            <ComboCard menu={menu} count={counts.menu(String(menu.id))} plain={plain} eager={at < firstScreen.eagerMenus} lead={at === 0} />
          </MenuItem>
        )),
      ]}
    </MenuSection>
  )
})

export const CategorySection = memo(function CategorySection({
  section,
  at,
  eager,
  prefetch,
}: {
  section: CatalogueSection
  at: number
  eager: boolean
  prefetch: Catalogue['prefetch']
}) {
  const { category, products: all } = section
  const { avoided, hides } = useCardContext()
  const products = hides ? all?.filter((product) => judgeProduct(product, avoided).kind === 'fits') : all
  const counts = useCartCounts()
  const plain = all !== undefined && all.every((product) => !product.media?.poster)
  const near = useCallback(() => prefetch(category.id), [prefetch, category.id])
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
      pending={products === undefined && !section.failed}
      failed={section.failed}
      onRetry={section.retry}
    >
      {[
        ...(products?.length === 0 && hides ? [<NothingFits key="none" />] : []),
        ...(products ?? []).map((product, position) => (
          <MenuItem key={String(product.id)} of={product}>
            <ProductCard
              product={product}
              categoryId={category.id}
              count={inCart(product, category.id, counts)}
              plain={plain}
              eager={eager && position < firstScreen.eagerProducts}
              lead={eager && position === 0}
            />
          </MenuItem>
        )),
      ]}
    </MenuSection>
  )
})

/** In a section whose dishes are all hidden by the allergen filter. */
function NothingFits() {
  const { t } = useTranslation()
  return (
    <MenuItemView>
      <p className={styles.none}>{t('Nothing here fits your allergen filter.')}</p>
    </MenuItemView>
  )
}
