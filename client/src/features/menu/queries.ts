import { queryOptions } from '@tanstack/react-query'
import type { Id } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
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
