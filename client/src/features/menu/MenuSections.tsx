import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Menu } from '../../../../contracts/types.ts'
import { useCartCounts } from '../../shop/cart/cart.ts'
import { menusId, sectionId } from './cards.ts'
import { firstScreen } from './firstScreen.ts'
import { MenuCard } from './MenuCard.tsx'
import { MenuSection } from './MenuSection.tsx'
import { MenuItemView } from './MenuSectionView.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import type { Catalogue, CatalogueSection } from './useCatalogue.ts'

/** The fixed-price menus. */
export const MenusSection = memo(function MenusSection({ menus }: { menus: readonly Menu[] }) {
  const { t } = useTranslation()
  const counts = useCartCounts()
  const plain = menus.every((menu) => !menu.media?.poster)
  return (
    <MenuSection id={menusId} title={t('Menus')} layout={plain ? 'plain' : 'menus'} count={menus.length} first pending={false}>
      {menus.map((menu, at) => (
        <MenuItemView key={String(menu.id)}>
          <MenuCard menu={menu} count={counts.menu(String(menu.id))} plain={plain} eager={at < firstScreen.eagerMenus} lead={at === 0} />
        </MenuItemView>
      ))}
    </MenuSection>
  )
})

/** A category with its products. */
export const CategorySection = memo(function CategorySection({
  section,
  at,
  eager,
  prefetch,
  idleTurn,
  onDrawn,
}: {
  section: CatalogueSection
  /** Its position on the menu. */
  at: number
  eager: boolean
  prefetch: Catalogue['prefetch']
  idleTurn: boolean
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
      idleTurn={idleTurn}
      onDrawn={whole}
      pending={products === undefined && !section.failed}
      failed={section.failed}
      onRetry={section.retry}
    >
      {(products ?? []).map((product, position) => (
        <MenuItemView key={String(product.id)}>
          <ProductCard
            product={product}
            categoryId={category.id}
            count={inCart(product, category.id, counts)}
            plain={plain}
            eager={eager && position < firstScreen.eagerProducts}
            lead={eager && position === 0}
          />
        </MenuItemView>
      ))}
    </MenuSection>
  )
})
