import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { Id, Menu, Product } from '../../../../contracts/types.ts'
import type { PublicScope } from '../../api/scope.ts'
import { isAwaited, queryClient } from '../../api/queryClient.ts'
import type { CartLine } from '../../domain/cartLine.ts'
import { reviewCart, withCurrentNames, type Catalogue, type LineReview } from '../../domain/cartReview.ts'
import { idText } from '../../domain/ids.ts'
import { cartActions, currentCart, useCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { publicKey, publicScope, useIdentity } from '../../session/identity.ts'
import { comboNow, productNow } from '../menu/queries.ts'

/** The prefix of the query keys of the items in the cart. */
export const inCart = (scope: PublicScope) => publicKey(scope, 'in-cart')

/** The current product or menu of a cart line: null if it was removed, undefined if unknown. */
interface CurrentItem {
  product?: Product | null | undefined
  menu?: Menu | null | undefined
}

const productKey = (id: Id, categoryId: Id | null): string => `product ${idText(id)} of ${categoryId === null ? '' : idText(categoryId)}`
const comboKey = (id: Id): string => `menu ${idText(id)}`

/** The key of a line's product or menu; equal for lines that differ only in their choices. */
const itemKey = (line: CartLine): string => (line.type === 'menuItem' ? comboKey(line.menuId) : productKey(line.productId, line.categoryId))

/** The current product or menu of a line. */
export const itemQuery = (scope: PublicScope, line: CartLine) =>
  queryOptions({
    queryKey: publicKey(scope, 'in-cart', itemKey(line)),
    queryFn: async ({ signal, queryKey: [scope] }): Promise<CurrentItem> => {
      if (line.type === 'menuItem') return { menu: await comboNow(scope, line.menuId, signal) }
      // A product can be fetched only with its category.
      return line.categoryId === null ? {} : { product: await productNow(scope, line.categoryId, line.productId, signal) }
    },
    staleTime: 30_000,
  })

/** Requests the current products and menus of the cart's lines. */
export async function prefetchCartReview(): Promise<void> {
  const scope = publicScope()
  await Promise.all(currentCart().items.map((line) => queryClient.query(itemQuery(scope, line))))
}

/**
 * What has changed on the menu since the lines were added (docs/failures.md F28), for the cart and the checkout. `pending`: some of it is still
 * loading; `awaited`: and has not failed yet.
 */
export function useCartReview(): { review: LineReview[]; pending: boolean; awaited: boolean } {
  const scope = useIdentity()
  const { language } = scope
  const { cart } = useCart()
  const items = useMemo(() => new Map(cart.items.map((line) => [itemKey(line), line])), [cart])
  const { now, pending, awaited } = useQueries({
    queries: [...items.values()].map((line) => ({ ...itemQuery(scope, line), refetchInterval: false as const })),
    combine: combined,
  })
  const review = useMemo(() => {
    const known = new Map([...items.keys()].map((item, at) => [item, now[at]]))
    const catalogue: Catalogue = {
      product: (id, categoryId) => known.get(productKey(id, categoryId))?.product,
      menu: (id) => known.get(comboKey(id))?.menu,
    }
    return reviewCart(cart, catalogue, shopCurrency())
  }, [cart, items, now])
  // Once for each language: a tab in another language may show the same cart.
  const named = useRef<string | null>(null)
  useEffect(() => {
    if (pending || named.current === language) return
    named.current = language
    cartActions.change((current) => withCurrentNames(current, review))
  }, [pending, language, review])
  return { review, pending, awaited }
}

function combined(answers: UseQueryResult<CurrentItem>[]): { now: (CurrentItem | undefined)[]; pending: boolean; awaited: boolean } {
  return { now: answers.map(({ data }) => data), pending: answers.some(({ isPending }) => isPending), awaited: answers.some(isAwaited) }
}
