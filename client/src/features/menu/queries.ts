import { queryOptions } from '@tanstack/react-query'
import type { Id, Menu, Product } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sameId } from '../../domain/ids.ts'
import { bootCatalogue } from '../../shop/boot.ts'

/** The categories of the menu; they come with the page where the BFF had a copy. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => call('GET /products/categories', { signal }),
  initialData: () => bootCatalogue().categories,
  staleTime: 60_000,
})

/** The fixed-price menus (combos). */
export const menusQuery = queryOptions({
  queryKey: ['menus'],
  queryFn: ({ signal }) => call('GET /products/menus', { signal }),
  initialData: () => bootCatalogue().menus,
  staleTime: 60_000,
})

/** The products of one category. */
export const categoryProductsQuery = (categoryId: Id) =>
  queryOptions({
    queryKey: ['categories', String(categoryId), 'products'],
    queryFn: ({ signal }) => call('GET /products/categories/{id}/products', { path: { id: categoryId }, signal }),
    initialData: () => {
      const first = bootCatalogue().firstCategory
      return first !== undefined && sameId(first.id, categoryId) ? first.products : undefined
    },
    staleTime: 60_000,
  })

/** One product with everything that can be chosen. */
export const productQuery = (categoryId: Id, productId: Id) =>
  queryOptions({
    queryKey: ['categories', String(categoryId), 'products', String(productId)],
    queryFn: ({ signal }) =>
      call('GET /products/categories/{categoryId}/products/{productId}', { path: { categoryId, productId }, signal }),
    staleTime: 60_000,
  })

/** One menu with its slots. */
export const menuQuery = (menuId: Id) =>
  queryOptions({
    queryKey: ['menus', String(menuId)],
    queryFn: ({ signal }) => call('GET /products/menus/{id}', { path: { id: menuId }, signal }),
    staleTime: 60_000,
  })

/**
 * A product of the cart as it is now: null when it is gone, undefined when that can't be told. The lists of the menu are looked into first: a
 * product that they do not have is not asked for.
 */
export async function productNow(categoryId: Id, productId: Id, signal?: AbortSignal): Promise<Product | null | undefined> {
  const categories = await queryClient.query(categoriesQuery).catch(() => undefined)
  if (Array.isArray(categories) && !categories.some((category) => sameId(category.id, categoryId))) return null
  const list = await queryClient.query(categoryProductsQuery(categoryId)).catch(() => undefined)
  if (Array.isArray(list?.data) && !list.data.some((product) => sameId(product.id, productId))) return null
  return orGone(call('GET /products/categories/{categoryId}/products/{productId}', { path: { categoryId, productId }, signal }))
}

/** The same for a fixed-price menu. */
export async function menuNow(menuId: Id, signal?: AbortSignal): Promise<Menu | null | undefined> {
  const menus = await queryClient.query(menusQuery).catch(() => undefined)
  if (Array.isArray(menus) && !menus.some((menu) => sameId(menu.id, menuId))) return null
  return orGone(call('GET /products/menus/{id}', { path: { id: menuId }, signal }))
}

async function orGone<T>(answer: Promise<T>): Promise<T | null | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    if (error instanceof ApiError) return undefined
    throw error
  }
}
