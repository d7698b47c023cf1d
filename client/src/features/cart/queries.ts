import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Id, Menu, Product } from '../../../../contracts/types.ts'
import type { CartLine } from '../../domain/cartLine.ts'
import { reviewCart, type Catalogue, type LineReview } from '../../domain/cartReview.ts'
import { idText } from '../../domain/ids.ts'
import { useCart } from '../../shop/cart.ts'
import { shopCurrency } from '../../shop/config.ts'
import { publicScope, useIdentity } from '../../shop/identity.ts'
import { menuNow, productNow } from '../menu/queries.ts'

/** The beginning of the keys of everything that is asked about the things in the cart. */
export const inCart = () => [publicScope(), 'in-cart'] as const

/** What the menu has now of a line's product or menu: null when it is gone, undefined when that can't be told. */
interface ThingNow {
  product?: Product | null | undefined
  menu?: Menu | null | undefined
}

const productKey = (id: Id, categoryId: Id | null): string => `product ${idText(id)} of ${categoryId === null ? '' : idText(categoryId)}`
const menuKey = (id: Id): string => `menu ${idText(id)}`

/** The name of a line's product or menu; equal for lines that differ in their choices only. */
const thingOf = (line: CartLine): string => (line.type === 'menuItem' ? menuKey(line.menuId) : productKey(line.productId, line.categoryId))

const thingQuery = (line: CartLine) =>
  queryOptions({
    queryKey: [...inCart(), thingOf(line)] as const,
    queryFn: async ({ signal }): Promise<ThingNow> => {
      if (line.type === 'menuItem') return { menu: await menuNow(line.menuId, signal) }
      // Without its category a product can't be asked for.
      return line.categoryId === null ? {} : { product: await productNow(line.categoryId, line.productId, signal) }
    },
    staleTime: 30_000,
  })

/**
 * What has changed on the menu since the lines were put into the cart (docs/failures.md F28): the one review of the cart, in the cart and in the checkout.
 * `pending`: something of it has not been answered yet. `every`: milliseconds after which everything is asked again and again; false for never.
 */
export function useCartReview(every: number | false = false): { review: LineReview[]; pending: boolean } {
  useIdentity()
  const { cart } = useCart()
  const things = useMemo(() => new Map(cart.items.map((line) => [thingOf(line), line])), [cart])
  const { now, pending } = useQueries({
    queries: [...things.values()].map((line) => ({ ...thingQuery(line), refetchInterval: every })),
    combine: combined,
  })
  const review = useMemo(() => {
    const known = new Map([...things.keys()].map((thing, at) => [thing, now[at]]))
    const catalogue: Catalogue = {
      product: (id, categoryId) => known.get(productKey(id, categoryId))?.product,
      menu: (id) => known.get(menuKey(id))?.menu,
    }
    return reviewCart(cart, catalogue, shopCurrency())
  }, [cart, things, now])
  return { review, pending }
}

function combined(answers: UseQueryResult<ThingNow>[]): { now: (ThingNow | undefined)[]; pending: boolean } {
  return { now: answers.map(({ data }) => data), pending: answers.some(({ isPending }) => isPending) }
}
