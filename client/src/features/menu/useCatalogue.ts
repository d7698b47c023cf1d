import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Category, CategoryProducts, Id, Menu, Product } from '../../../../contracts/types.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sameId } from '../../domain/ids.ts'
import { usePainted } from '../../ui/usePainted.ts'
import { categoriesQuery, categoryProductsQuery, menusQuery } from './queries.ts'

/** A part of the menu page: a category with its products, as far as they are there. */
export interface CatalogueSection {
  category: Category
  /** Undefined while the products are on their way. */
  products: Product[] | undefined
  failed: boolean
  retry: () => void
}

/** The whole menu as far as it is loaded. */
export interface Catalogue {
  sections: CatalogueSection[]
  menus: Menu[]
  /** The fixed-price menus could not be had; `retryMenus` asks again. */
  menusFailed: boolean
  retryMenus: () => void
  /** The categories are not there yet. */
  pending: boolean
  /** The categories could not be had. */
  failed: boolean
  /** Every category's products are there (or failed). */
  complete: boolean
  retry: () => void
  /** Asks for a category's products before its turn: it comes into view. */
  prefetch: (categoryId: Id) => void
  /** Finds a product in what is loaded, with its category. */
  find: (productId: Id | string) => { product: Product; category: Category } | undefined
}

const noMenus: Menu[] = []

/** How many categories are asked for at once, from the first to the last. */
const atOnce = 3

/** The whole menu, category by category: the next ones are asked for when the earlier ones are there, those in view at once. */
export function useCatalogue(): Catalogue {
  const categoriesResult = useQuery(categoriesQuery)
  const menusResult = useQuery(menusQuery)
  const categories = useMemo(() => (Array.isArray(categoriesResult.data) ? categoriesResult.data : []), [categoriesResult.data])
  const [hurried, setHurried] = useState<ReadonlySet<string>>(new Set())
  const [allowed, setAllowed] = useState(atOnce)
  const painted = usePainted()

  const answers = useQueries({
    queries: categories.map((category, at) => ({
      ...categoryProductsQuery(category.id),
      enabled: at === 0 || (painted && (at < allowed || hurried.has(String(category.id)))),
    })),
    combine: settled,
  })
  // One more may be asked for with each one that has been answered: a window that moves to the end of the menu.
  const next = Math.min(categories.length, answers.done + atOnce)
  if (next > allowed) setAllowed(next)
  // An answer is told to everybody at once; the cards it brings are drawn in slices (docs/bench-client.md).
  const results = useDeferredValue(answers)

  const sections = useMemo(
    () =>
      categories.map((category, at) => {
        const result = results.list[at]
        const products: unknown = result?.data?.data
        return sectionOf(
          category,
          Array.isArray(products) ? (products as Product[]) : undefined,
          result?.isError === true && !Array.isArray(products),
        )
      }),
    [categories, results],
  )
  const prefetch = useCallback((categoryId: Id) => {
    setHurried((before) => (before.has(String(categoryId)) ? before : new Set(before).add(String(categoryId))))
  }, [])
  const find = useCallback(
    (productId: Id | string) => {
      for (const { category, products } of sections) {
        const product = products?.find((one) => sameId(one.id, productId))
        if (product !== undefined) return { product, category }
      }
      return undefined
    },
    [sections],
  )
  return {
    sections,
    menus: Array.isArray(menusResult.data) ? menusResult.data : noMenus,
    menusFailed: menusResult.isError && menusResult.data === undefined,
    retryMenus: () => void menusResult.refetch(),
    pending: categoriesResult.data === undefined && !categoriesResult.isError,
    failed: categoriesResult.isError && categoriesResult.data === undefined,
    complete: categoriesResult.data !== undefined && results.done === categories.length,
    retry: () => {
      void categoriesResult.refetch()
      void menusResult.refetch()
    },
    prefetch,
    find,
  }
}

const made = new WeakMap<Category, CatalogueSection>()

/** A section stays the same thing while nothing in it changes: only what changed is drawn again. */
function sectionOf(category: Category, products: Product[] | undefined, failed: boolean): CatalogueSection {
  const before = made.get(category)
  if (before?.products === products && before?.failed === failed) return before
  const section: CatalogueSection = {
    category,
    products,
    failed,
    retry: () => void queryClient.refetchQueries({ queryKey: categoryProductsQuery(category.id).queryKey, exact: true }),
  }
  made.set(category, section)
  return section
}

function settled(list: UseQueryResult<CategoryProducts>[]): { list: UseQueryResult<CategoryProducts>[]; done: number } {
  return { list, done: list.filter((result) => result.data !== undefined || result.isError).length }
}
