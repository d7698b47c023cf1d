import { useOverlay } from '../../overlays/useOverlay.ts'
import { homeQuery } from '../../navigation/paths.ts'
import { ComboSheet } from './ComboSheet.tsx'
import { ProductSheet } from './ProductSheet.tsx'
import type { Catalogue } from './useCatalogue.ts'

/** The sheets of the menu, by their query parameters: `?product=`, `?menu=`, with `&line=` for a line of the cart. */
export function Sheets({ catalogue }: { catalogue: Catalogue }) {
  const product = useOverlay(homeQuery.product, homeQuery.line)
  const menu = useOverlay(homeQuery.menu, homeQuery.line)
  const line = useOverlay(homeQuery.line).value
  return (
    <>
      <ProductSheet catalogue={catalogue} productId={product.value} lineId={line} onClose={product.close} />
      <ComboSheet catalogue={catalogue} menuId={menu.value} lineId={line} onClose={menu.close} />
    </>
  )
}
