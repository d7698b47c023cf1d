import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Category, Product } from '../../../../contracts/types.ts'
import { useCartCounts } from '../../cart/cartStore.ts'
import { useFavourites } from '../../cart/favourites.ts'
import { MenuSection } from './MenuSection.tsx'
import { MenuItem } from './MenuItem.tsx'
import { inCart, ProductCard } from './ProductCard.tsx'
import type { CatalogueSection } from './useCatalogue.ts'

const favouritesId = 'favourites'

/** The customer's favourites, before the categories; nothing if there are none. */
export const Favourites = memo(function Favourites({ sections }: { sections: readonly CatalogueSection[] }) {
  const { t } = useTranslation()
  const counts = useCartCounts()
  const favourites = useFavouriteProducts(sections)
  if (favourites.length === 0) return null
  return (
    <MenuSection id={favouritesId} title={t('Your favourites')} layout="cards">
      {favourites.map(({ product, category }) => (
        <MenuItem key={String(product.id)} of={product}>
          <ProductCard product={product} categoryId={category.id} count={inCart(product, category.id, counts)} />
        </MenuItem>
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
