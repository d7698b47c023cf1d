import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Menu, Product } from '../../../../contracts/types.ts'
import { needsReview, reviewCart, type LineReview } from '../../domain/cartReview.ts'
import { sameId } from '../../domain/ids.ts'
import { useCart } from '../../shop/cart.ts'
import { shopCurrency } from '../../shop/config.ts'
import { place } from '../../shop/identity.ts'
import { menuNow, productNow } from '../menu/queries.ts'

/** What has changed on the menu since the lines were put into the cart (docs/failures.md F28); empty when nothing has, or nothing is known. */
export function useCartReview(enabled: boolean): LineReview[] {
  const { cart } = useCart()
  const wanted = useMemo(() => {
    const products = new Map<string, { productId: string | number; categoryId: string | number }>()
    const menus = new Map<string, string | number>()
    for (const line of cart.items) {
      if (line.type === 'menuItem') menus.set(String(line.menuId), line.menuId)
      else if (line.categoryId !== null) products.set(String(line.productId), { productId: line.productId, categoryId: line.categoryId })
    }
    return { products: [...products.values()], menus: [...menus.values()] }
  }, [cart])
  const products = useQueries({
    queries: wanted.products.map(({ categoryId, productId }) => ({
      queryKey: [place(), 'in-cart', 'product', String(categoryId), String(productId)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({ now: await productNow(categoryId, productId, signal) }),
      staleTime: 60_000,
      enabled,
    })),
    combine: answers<Product>,
  })
  const menus = useQueries({
    queries: wanted.menus.map((id) => ({
      queryKey: [place(), 'in-cart', 'menu', String(id)],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({ now: await menuNow(id, signal) }),
      staleTime: 60_000,
      enabled,
    })),
    combine: answers<Menu>,
  })
  return useMemo(() => {
    const review = reviewCart(
      cart,
      {
        product: (productId) =>
          at(
            products,
            wanted.products.findIndex((one) => sameId(one.productId, productId)),
          ),
        menu: (menuId) =>
          at(
            menus,
            wanted.menus.findIndex((one) => sameId(one, menuId)),
          ),
      },
      shopCurrency(),
    )
    return needsReview(review) ? review : []
  }, [cart, products, menus, wanted])
}

/** What came back: the thing, null when it is gone, undefined when that is not known. */
function answers<T>(results: UseQueryResult<{ now: T | null | undefined }>[]): (T | null | undefined)[] {
  return results.map((result) => result.data?.now)
}

function at<T>(list: readonly (T | null | undefined)[], index: number): T | null | undefined {
  return index < 0 ? undefined : list[index]
}
