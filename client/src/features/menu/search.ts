import type { Category, Menu, Product } from '../../../../contracts/types.ts'

/** A search result: a product with its category, or a menu. */
export type SearchResult = { kind: 'product'; product: Product; category: Category } | { kind: 'menu'; menu: Menu }

/** An entry of the search index, with normalised texts. */
export interface IndexEntry {
  found: SearchResult
  name: string
  description: string
  codes: readonly string[]
}

/** Normalises a text: without case, accents and ligatures. "Crème Brûlée" is found by "creme brulee", "Soße" by "sosse". */
export function normalise(written: string): string {
  return written.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/ı/g, 'i').trim()
}

/** Builds the search index of the menu: name, description and allergen codes (docs/specification.md section 10). */
export function buildIndex(
  sections: readonly { category: Category; products: readonly Product[] | undefined }[],
  menus: readonly Menu[],
): IndexEntry[] {
  const entries: IndexEntry[] = menus.map((menu) => ({
    found: { kind: 'menu', menu },
    name: normalise(menu.name),
    description: normalise(menu.description ?? ''),
    codes: [],
  }))
  for (const { category, products } of sections) if (products !== undefined) entries.push(...sectionEntries(category, products))
  return entries
}

const prepared = new WeakMap<readonly Product[], { category: Category; entries: IndexEntry[] }>()

/** The entries of one category, cached: while the menu is loading, only new categories are indexed. */
function sectionEntries(category: Category, products: readonly Product[]): IndexEntry[] {
  const before = prepared.get(products)
  if (before?.category === category) return before.entries
  const entries = products.map((product): IndexEntry => ({
    found: { kind: 'product', product, category },
    name: normalise(product.name),
    description: normalise(product.description ?? ''),
    codes: (product.allergens ?? []).map((allergen) => normalise(allergen.name)),
  }))
  prepared.set(products, { category, entries })
  return entries
}

/** The results that contain all words of the query, in the order of the menu; those whose name begins with it first. */
export function searchIndex(index: readonly IndexEntry[], query: string): SearchResult[] {
  const normalised = normalise(query)
  if (normalised === '') return []
  const words = normalised.split(/\s+/)
  const hits = index.filter((entry) =>
    words.every((word) => entry.name.includes(word) || entry.description.includes(word) || entry.codes.includes(word)),
  )
  const first = hits.filter((entry) => entry.name.startsWith(normalised))
  return [...first, ...hits.filter((entry) => !entry.name.startsWith(normalised))].map((entry) => entry.found)
}
