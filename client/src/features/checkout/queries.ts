import { queryOptions } from '@tanstack/react-query'
import type {
  CheckoutResult,
  CheckoutSubmission,
  Id,
  Menu,
  PaymentCheck,
  PaymentProvider,
  Product,
  Tax,
} from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import type { Caller } from '../../api/identity.ts'
import type { Catalogue } from '../../domain/cartReview.ts'
import type { StoredCart } from '../../domain/cart.ts'
import { idText } from '../../domain/ids.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { at, place } from '../../shop/identity.ts'
import { menuNow, productNow } from '../menu/queries.ts'

/** The ways to pay (docs/specification.md section 7). */
export const providersQuery = queryOptions({
  get queryKey() {
    return [place(), 'payment-providers'] as const
  },
  queryFn: async ({ signal, queryKey: [where] }): Promise<PaymentProvider[]> =>
    listed(await call('GET /checkout/payment-providers', { signal, identity: at(where) })),
  staleTime: 60_000,
})

/** The taxes that are added to an order. */
export const taxesQuery = queryOptions({
  get queryKey() {
    return [place(), 'taxes'] as const
  },
  queryFn: async ({ signal, queryKey: [where] }): Promise<Tax[]> => listed(await call('GET /taxes', { signal, identity: at(where) })),
  staleTime: 60_000,
})

/** The key of all answers to what a cart costs now. */
export const freshCatalogue = () => [place(), 'fresh-catalogue'] as const

/**
 * What the upstream has now of the things in a cart: asked at checkout entry (docs/failures.md F28). A thing that is gone
 * (404) is null, one that can't be asked for is undefined.
 */
export const freshCatalogueQuery = (cart: StoredCart) => {
  const products = new Map(
    cart.items.flatMap((line) => (line.type === 'productItem' ? [[productKey(line.productId, line.categoryId), line]] : [])),
  )
  const menus = new Map(cart.items.flatMap((line) => (line.type === 'menuItem' ? [[idText(line.menuId), line.menuId]] : [])))
  return queryOptions({
    queryKey: [...freshCatalogue(), [...products.keys()].sort(), [...menus.keys()].sort()],
    queryFn: async ({ signal }): Promise<Catalogue> => {
      const freshProducts = new Map<string, Product | null | undefined>()
      const freshMenus = new Map<string, Menu | null | undefined>()
      await Promise.all([
        ...[...products].map(async ([key, { productId, categoryId }]) => {
          if (categoryId !== null) freshProducts.set(key, await productNow(categoryId, productId, signal))
        }),
        ...[...menus].map(async ([key, id]) => {
          freshMenus.set(key, await menuNow(id, signal))
        }),
      ])
      return { product: (id, categoryId) => freshProducts.get(productKey(id, categoryId)), menu: (id) => freshMenus.get(idText(id)) }
    },
    staleTime: 30_000,
    gcTime: 0,
  })
}

/** Places an order under a key: the same key never orders twice (docs/architecture.md section 3.8). Throws ApiError. */
export function placeOrder(submission: CheckoutSubmission, key: string, identity: Caller): Promise<CheckoutResult | undefined> {
  return call('POST /checkout/v2', { body: submission, idempotencyKey: key, timeout: 30_000, identity })
}

/** Confirms a payment; any success means approved, and may name the order. Throws ApiError when it is not approved or can't be asked. */
export async function checkPayment({ payment, sess }: PaymentReturn, identity: Caller): Promise<PaymentCheck> {
  const answer: unknown = await call('GET /checkout/check', { query: { payment, sess }, identity })
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined
  return typeof code === 'string' && code !== '' ? { code } : {}
}

function productKey(productId: Id, categoryId: Id | null): string {
  return `${idText(productId)}@${categoryId === null ? '' : idText(categoryId)}`
}

function listed<T>(answer: T[]): T[] {
  return Array.isArray(answer) ? answer : []
}
