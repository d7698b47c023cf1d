import type { Category, Menu, Product } from '../../../../contracts/types.ts'

/** What can be found: a product with its category, or a menu. */
export type Findable = { kind: 'product'; product: Product; category: Category } | { kind: 'menu'; menu: Menu }

/** A prepared entry: the text that is searched, once and for all. */
export interface IndexEntry {
  found: Findable
  name: string
  rest: string
  codes: readonly string[]
}

/** A text without case, accents and ligatures: "Crème Brûlée" is found by "creme brulee", "Soße" by "sosse". */
export function foldText(written: string): string {
  return written.toLocaleLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').replace(/ı/g, 'i').trim()
}

/** Prepares the menu for searching: by name, description and allergen code (docs/specification.md section 10). */
export function buildIndex(
  sections: readonly { category: Category; products: readonly Product[] | undefined }[],
  menus: readonly Menu[],
): IndexEntry[] {
  const entries: IndexEntry[] = menus.map((menu) => ({
    found: { kind: 'menu', menu },
    name: foldText(menu.name),
    rest: foldText(menu.description ?? ''),
    codes: [],
  }))
  for (const { category, products } of sections) if (products !== undefined) entries.push(...sectionEntries(category, products))
  return entries
}

const prepared = new WeakMap<readonly Product[], { category: Category; entries: IndexEntry[] }>()

/** The entries of one category, prepared once: a menu that is still loading grows by what is new. */
function sectionEntries(category: Category, products: readonly Product[]): IndexEntry[] {
  const before = prepared.get(products)
  if (before?.category === category) return before.entries
  const entries = products.map((product): IndexEntry => ({
    found: { kind: 'product', product, category },
    name: foldText(product.name),
    rest: foldText(product.description ?? ''),
    codes: (product.allergens ?? []).map((allergen) => foldText(allergen.name)),
  }))
  prepared.set(products, { category, entries })
  return entries
}

/** Everything that has all words of the query, in the order of the menu; those whose name begins with it first. */
export function searchIndex(index: readonly IndexEntry[], query: string): Findable[] {
  const folded = foldText(query)
  if (folded === '') return []
  const words = folded.split(/\s+/)
  const hits = index.filter((entry) =>
    words.every((word) => entry.name.includes(word) || entry.rest.includes(word) || entry.codes.includes(word)),
  )
  const first = hits.filter((entry) => entry.name.startsWith(folded))
  return [...first, ...hits.filter((entry) => !entry.name.startsWith(folded))].map((entry) => entry.found)
}
