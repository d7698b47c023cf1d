import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Category, CategoryProducts, Id, Menu, Product } from '../../../../contracts/types.ts'
import { isAwaited, queryClient } from '../../api/queryClient.ts'
import { sameId } from '../../domain/ids.ts'
import { publicScope, useIdentity } from '../../session/identity.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { usePainted } from '../../ui/usePainted.ts'
import { categoriesQuery, categoryProductsQuery, combosQuery } from './queries.ts'

/** A section of the menu page: a category with its products. */
export interface CatalogueSection {
  category: Category
  /** Undefined while the products are loading. */
  products: Product[] | undefined
  failed: boolean
  retry: () => void
}

/** The menu, as far as it is loaded. */
export interface Catalogue {
  sections: CatalogueSection[]
  menus: Menu[]
  /** The dishes are shown without the combos, which are still loading. */
  combosLate: boolean
  /** The combos could not be loaded; `retryCombos` tries again. */
  combosFailed: boolean
  retryCombos: () => void
  /** The categories or the combos, which are above them, are loading. */
  pending: boolean
  /** The categories could not be loaded. */
  failed: boolean
  /** Every category's products are loaded or have failed. */
  complete: boolean
  retry: () => void
  /** Loads a category's products out of order, since it comes into view. */
  prefetch: (categoryId: Id) => void
  find: (productId: Id | string) => { product: Product; category: Category } | undefined
}

const noCategories: Category[] = []
const noMenus: Menu[] = []

/** How many categories are loaded in parallel, in their order. */
const concurrency = 3

/** The menu, loaded category by category: the next ones when earlier ones are finished, those in view at once. */
export function useCatalogue(): Catalogue {
  const scope = useIdentity()
  const { data: categoriesData, isError: categoriesError, refetch: refetchCategories } = useShopQuery(categoriesQuery)
  const combos = useShopQuery(combosQuery)
  const { data: combosData, isError: combosError, refetch: refetchCombos } = combos
  const combosAwaited = useAwaited(isAwaited(combos))
  const categories = categoriesData ?? noCategories
  const [prioritised, setPrioritised] = useState<ReadonlySet<string>>(new Set())
  const [allowed, setAllowed] = useState(concurrency)
  const painted = usePainted()

  const answers = useQueries({
    queries: categories.map((category, at) => ({
      ...categoryProductsQuery(scope, category.id),
      enabled: at === 0 || (painted && (at < allowed || prioritised.has(String(category.id)))),
    })),
    combine: settled,
  })
  // Each finished category allows one more request: a sliding window over the menu.
  const next = Math.min(categories.length, answers.done + concurrency)
  if (next > allowed) setAllowed(next)
  // Deferred: the cards that a response brings are rendered in slices (docs/bench-client.md).
  const results = useDeferredValue(answers)

  const sections = useMemo(
    () =>
      categories.map((category, at) => {
        const result = results.list[at]
        const products = result?.data?.data
        return sectionOf(category, products, result?.isError === true && products === undefined)
      }),
    [categories, results],
  )
  const prefetch = useCallback((categoryId: Id) => {
    setPrioritised((before) => (before.has(String(categoryId)) ? before : new Set(before).add(String(categoryId))))
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
  const complete = categoriesData !== undefined && results.done === categories.length
  // The same object until something in it changes: the page is not rendered when a response has come, but when its cards are.
  return useMemo(
    () => ({
      sections,
      menus: combosData ?? noMenus,
      combosLate: combos.isLoading && !combosAwaited && categoriesData !== undefined,
      combosFailed: combosError && combosData === undefined,
      retryCombos: () => void refetchCombos(),
      pending: (categoriesData === undefined && !categoriesError) || combosAwaited,
      failed: categoriesError && categoriesData === undefined,
      complete,
      retry: () => {
        void refetchCategories()
        void refetchCombos()
      },
      prefetch,
      find,
    }),
    [
      sections,
      combosData,
      combosError,
      combos.isLoading,
      combosAwaited,
      refetchCombos,
      categoriesData,
      categoriesError,
      refetchCategories,
      complete,
      prefetch,
      find,
    ],
  )
}

/** Dishes wait for the combos above them, so that they do not move: so many milliseconds, and not for a second attempt. */
const combosWait = 4000

/** Whether dishes wait for what is loading. */
function useAwaited(loading: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!loading) return
    const timer = setTimeout(() => setLate(true), combosWait)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [loading])
  return loading && !late
}

const sectionCache = new WeakMap<Category, CatalogueSection>()

/** A section keeps its identity while it is unchanged, so that only changed ones render again. */
function sectionOf(category: Category, products: Product[] | undefined, failed: boolean): CatalogueSection {
  const before = sectionCache.get(category)
  if (before?.products === products && before?.failed === failed) return before
  const section: CatalogueSection = {
    category,
    products,
    failed,
    retry: () => void queryClient.refetchQueries({ queryKey: categoryProductsQuery(publicScope(), category.id).queryKey, exact: true }),
  }
  sectionCache.set(category, section)
  return section
}

function settled(list: UseQueryResult<CategoryProducts>[]): { list: UseQueryResult<CategoryProducts>[]; done: number } {
  return { list, done: list.filter((result) => result.data !== undefined || result.isError).length }
}
