import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { CategoryProducts, Id, Menu, Product } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import type { PublicScope } from '../../api/scope.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sameId } from '../../domain/ids.ts'
import { slotsOf } from '../../domain/pricing.ts'
import { screenBoot, screenBootTime } from '../../boot.ts'
import { callerIn, publicKey } from '../../session/identity.ts'

// What requests several of these passes its own scope on, since the tab's language may change meanwhile.

/** The categories of the menu; in the boot data if the BFF had them cached. */
export const categoriesQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'categories'),
    queryFn: ({ signal, queryKey }) => call('GET /products/categories', { signal, identity: callerIn(queryKey[0]) }),
    initialData: () => screenBoot(scope).categories,
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })

export const combosQuery = (scope: PublicScope) =>
  queryOptions({
    queryKey: publicKey(scope, 'menus'),
    queryFn: ({ signal, queryKey }) => call('GET /products/menus', { signal, identity: callerIn(queryKey[0]) }),
    initialData: () => screenBoot(scope).menus,
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })

export const categoryProductsQuery = (scope: PublicScope, categoryId: Id) =>
  queryOptions({
    queryKey: publicKey(scope, 'categories', String(categoryId), 'products'),
    queryFn: ({ signal, queryKey }) =>
      call('GET /products/categories/{id}/products', {
        path: { id: categoryId },
        signal,
        identity: callerIn(queryKey[0]),
      }),
    initialData: () => {
      const first = screenBoot(scope).firstCategory
      return first !== undefined && sameId(first.id, categoryId) ? first.products : undefined
    },
    initialDataUpdatedAt: screenBootTime,
    staleTime: 60_000,
  })

/** One product with all its choices; null if the backend has no such call: then the list's product has them (docs/wire.md section 5). */
export const productQuery = (scope: PublicScope, categoryId: Id, productId: Id) =>
  queryOptions({
    queryKey: publicKey(scope, 'categories', String(categoryId), 'products', String(productId)),
    queryFn: ({ signal, queryKey }): Promise<Product | null> =>
      nullIfNotFound(
        call('GET /products/categories/{categoryId}/products/{productId}', {
          path: { categoryId, productId },
          signal,
          identity: callerIn(queryKey[0]),
        }),
      ),
    staleTime: 60_000,
  })

/** One menu with its slots; null as in `productQuery`. */
export const comboQuery = (scope: PublicScope, menuId: Id) =>
  queryOptions({
    queryKey: publicKey(scope, 'menus', String(menuId)),
    queryFn: ({ signal, queryKey }): Promise<Menu | null> =>
      nullIfNotFound(call('GET /products/menus/{id}', { path: { id: menuId }, signal, identity: callerIn(queryKey[0]) })),
    staleTime: 60_000,
  })

/**
 * The current product of a cart line: null if it was removed, undefined if unknown. If the menu is loaded, a product that is not in it is not
 * fetched. Where the backend does not answer for single products, the list's product is the product.
 */
export async function productNow(
  scope: PublicScope,
  categoryId: Id,
  productId: Id,
  signal?: AbortSignal,
): Promise<Product | null | undefined> {
  const list = categoriesQuery(scope)
  const categories = await loaded(list.queryKey, () => queryClient.query(list))
  if (categories?.some((category) => sameId(category.id, categoryId)) === false) return null
  const products = categoryProductsQuery(scope, categoryId)
  const inList = (list: CategoryProducts | undefined): Product | null | undefined => listed(list?.data, productId)
  if (inList(await loaded(products.queryKey, () => queryClient.query(products))) === null) return null
  return unknownIfFailed(async () => {
    const path = { categoryId, productId }
    const product = await nullIfNotFound(
      call('GET /products/categories/{categoryId}/products/{productId}', { path, signal, identity: callerIn(scope) }),
    )
    return product ?? inList(await queryClient.query(products)) ?? null
  })
}

/** The same for a combo, which can be ordered with its slots only. */
export async function comboNow(scope: PublicScope, menuId: Id, signal?: AbortSignal): Promise<Menu | null | undefined> {
  const menus = combosQuery(scope)
  if (listed(await loaded(menus.queryKey, () => queryClient.query(menus)), menuId) === null) return null
  return unknownIfFailed(async () => {
    const menu = await nullIfNotFound(call('GET /products/menus/{id}', { path: { id: menuId }, signal, identity: callerIn(scope) }))
    if (menu !== null) return menu
    const inList = listed(await queryClient.query(menus), menuId)
    return inList && slotsOf(inList).length > 0 ? inList : null
  })
}

/** What a list has under an id: null if it lacks it, undefined if the list is unknown. */
function listed<T extends { id: Id }>(list: readonly T[] | undefined, id: Id): T | null | undefined {
  return list === undefined ? undefined : (list.find((each) => sameId(each.id, id)) ?? null)
}

/** A list of the menu, refetched if it is stale; undefined if it is not loaded or could not be refetched. */
async function loaded<T>(key: QueryKey, list: () => Promise<T>): Promise<T | undefined> {
  return queryClient.getQueryData(key) === undefined ? undefined : list().catch(() => undefined)
}

/** One dish or menu; null if the backend has none, or no such call. */
async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })
}

async function unknownIfFailed<T>(answer: () => Promise<T>): Promise<T | undefined> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
