import MiniSearch, { type Query } from 'minisearch'
import type { Category, Menu, Product } from '../../../../contracts/types.ts'
import { codeOf } from '../../domain/allergens.ts'
import { courseOf, courseWords } from '../../domain/courses.ts'
import { yieldToMain } from '../../boot.ts'

export type SearchResult = { kind: 'product'; product: Product; category: Category } | { kind: 'menu'; menu: Menu }

/** The results, best first. `near`: nothing contains all words; these are what comes closest. */
interface SearchAnswer {
  found: SearchResult[]
  near: boolean
}

/** A part of the menu that is indexed as one. */
interface Part {
  key: string
  /** The list as the API sent it; a new one is indexed anew. */
  list: readonly unknown[]
  results: () => SearchResult[]
}

interface Entry {
  id: string
  /** The position on the menu. */
  at: number
  name: string
  category: string
  description: string
  /** Other words for the category, and the allergens' codes. */
  other: string
  found: SearchResult
}

type Field = 'name' | 'category' | 'description' | 'other'
const fields: readonly Field[] = ['name', 'category', 'description', 'other']
/** The fields that say what a dish is. */
const names: readonly Field[] = ['name', 'category', 'other']
const boost: Readonly<Record<Field, number>> = { name: 6, category: 14, description: 1, other: 2 }

/** How many dishes are indexed at once, so that no frame is blocked. */
const slice = 40
/** Someone who types "pizza" means the pizzas, and not first the menu with one. */
const boostDocument = (_id: unknown, _term: string, stored?: Record<string, unknown>): number =>
  (stored?.['found'] as SearchResult | undefined)?.kind === 'menu' ? 0.5 : 1

/** The fewest letters of a word that is also found inside of others, of a word with one typo, and of one with two. */
const [inside, oneTypo, twoTypos] = [4, 4, 6]
/** The fewest letters that are kept of a word that nothing begins with, and how many dishes are offered in place of a result. */
const [shortestStart, mostNear] = [3, 6]
/** The fewest letters before a word inside of another: "Rotwein" is a wine, "Rucola" no cola. */
const firstPart = 3
/** Words that say nothing about a dish. */
const fillers = new Set('mit und in im der die das dem zum von with and the a of ve ile bir من مع و في'.split(' '))

/** Normalises a text: without case, accents and ligatures. "Crème Brûlée" is found by "creme brulee", "Soße" by "sosse". */
export function normalise(written: string): string {
  return written
    .toLocaleLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u0640’']/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .trim()
}

const wordsOf = (text: string): string[] =>
  normalise(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The words of a text; those with a hyphen also as one, Arabic ones also without article and conjunction. */
function termsOf(text: string): string[] {
  const joined = normalise(text).match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  return [...wordsOf(text).flatMap((word) => [word, ...bareArabic(word)]), ...joined.map((word) => word.replaceAll('-', ''))]
}

function bareArabic(word: string): string[] {
  const bare = word.replace(/^و?(?:ال)?(?=\p{Script=Arabic}{3})/u, '')
  return bare === word || bare === '' ? [] : [bare]
}

/** The search of a menu: names, categories, descriptions and allergen codes (docs/specification.md section 10). */
export interface MenuIndex {
  /** Indexes what has changed, in slices; a later call ends an earlier one. */
  update: (sections: readonly { category: Category; products: readonly Product[] | undefined }[], menus: readonly Menu[]) => Promise<void>
  search: (query: string) => SearchAnswer
}

export function createMenuIndex(): MenuIndex {
  const vocabulary: Readonly<Record<Field, Set<string>>> = {
    name: new Set(),
    category: new Set(),
    description: new Set(),
    other: new Set(),
  }
  const index = new MiniSearch<Entry>({
    fields: [...fields],
    storeFields: ['found', 'at'],
    tokenize: (text, field) => {
      const terms = termsOf(text)
      const known = field === undefined ? undefined : vocabulary[field as Field]
      if (known !== undefined) for (const term of terms) known.add(term)
      return terms
    },
    processTerm: (term) => term,
    // Long texts count as much as short ones, so that equally good results keep the menu's order.
    searchOptions: { boost, weights: { prefix: 0.6, fuzzy: 0.3 }, bm25: { k: 1.2, b: 0, d: 0.5 }, tokenize: wordsOf, boostDocument },
  })
  const indexed = new Map<string, { list: readonly unknown[]; ids: string[] }>()
  let latest = 0
  let running = Promise.resolve()

  const add = async (part: Part, at: number, isLatest: () => boolean): Promise<void> => {
    index.discardAll(indexed.get(part.key)?.ids ?? [])
    const ids: string[] = []
    indexed.set(part.key, { list: [], ids })
    for (const [nth, found] of part.results().entries()) {
      if (nth % slice === slice - 1) await yieldToMain()
      if (!isLatest()) return
      const entry = entryOf(`${part.key} ${nth}`, at * 10_000 + nth, found)
      ids.push(entry.id)
      index.add(entry)
    }
    indexed.set(part.key, { list: part.list, ids })
  }

  const starts = (word: string, some: readonly Field[]): boolean =>
    some.some((field) => has(vocabulary[field], (term) => term.startsWith(word)))

  /** A word in the ways in which the menu has it: as the start of a word, inside of one, with typos. */
  const queryOf = (word: string): Query => {
    const started = starts(word, fields)
    const named = starts(word, names)
    const searched = started ? names : fields
    const within =
      word.length < inside ? [] : searched.flatMap((field) => [...vocabulary[field]].filter((term) => term.indexOf(word) >= firstPart))
    const typos = named || within.length > 0 || word.length < oneTypo ? 0 : word.length < twoTypos ? 1 : 2
    return {
      combineWith: 'OR',
      queries: [
        { queries: [word], prefix: started },
        ...(within.length > 0 ? [{ queries: [...new Set(within)], fields: [...searched], boostTerm: () => 0.3 }] : []),
        ...(typos > 0 ? [{ queries: [word], fields: [...searched], fuzzy: typos }] : []),
      ],
    }
  }

  /** What comes closest to a word: with more typos, or beginning as it does. */
  const nearestOf = (word: string): Query => {
    let start = word
    while (start.length > shortestStart && !starts(start, fields)) start = start.slice(0, -1)
    return {
      combineWith: 'OR',
      queries: [
        { queries: [word], fuzzy: word.length < oneTypo ? 0 : 0.35 },
        { queries: [start], prefix: true, boostTerm: () => start.length / word.length },
      ],
    }
  }

  const run = (query: Query): SearchResult[] =>
    index
      .search(query)
      .sort((a, b) => Math.round(100 * b.score) - Math.round(100 * a.score) || Number(a['at']) - Number(b['at']))
      .map((hit) => hit['found'] as SearchResult)

  return {
    update: (sections, menus) => {
      latest += 1
      const mine = latest
      const parts = partsOf(sections, menus)
      running = running.then(async () => {
        // Another branch or language: nothing of the old menu stays.
        if (![...indexed].some(([key, { list }]) => parts.some((part) => part.key === key && part.list === list))) {
          index.removeAll()
          indexed.clear()
          for (const field of fields) vocabulary[field].clear()
        }
        for (const [key, { ids }] of indexed)
          if (!parts.some((part) => part.key === key)) {
            index.discardAll(ids)
            indexed.delete(key)
          }
        for (const [at, part] of parts.entries())
          if (mine === latest && indexed.get(part.key)?.list !== part.list) await add(part, at, () => mine === latest)
      })
      return running
    },
    search: (query) => {
      const typed = wordsOf(query)
      const telling = typed.filter((word) => !fillers.has(word))
      const asked = (telling.length === 0 ? typed : telling).map((word) => bareArabic(word)[0] ?? word)
      if (asked.length === 0) return { found: [], near: false }
      const found = run({ combineWith: 'AND', queries: asked.map(queryOf) })
      if (found.length > 0) return { found, near: false }
      return { found: run({ combineWith: 'OR', queries: asked.map(nearestOf) }).slice(0, mostNear), near: true }
    },
  }
}

function partsOf(sections: readonly { category: Category; products: readonly Product[] | undefined }[], menus: readonly Menu[]): Part[] {
  return [
    ...sections.flatMap(({ category, products }) =>
      products === undefined
        ? []
        : [
            {
              key: String(category.id),
              list: products,
              results: () => products.map((product): SearchResult => ({ kind: 'product', product, category })),
            },
          ],
    ),
    { key: 'menus', list: menus, results: () => menus.map((menu) => ({ kind: 'menu', menu })) },
  ]
}

function has(terms: ReadonlySet<string>, test: (term: string) => boolean): boolean {
  for (const term of terms) if (test(term)) return true
  return false
}

function entryOf(id: string, at: number, found: SearchResult): Entry {
  if (found.kind === 'menu') {
    const { name, description } = found.menu
    return { id, at, name, category: '', description: description ?? '', other: '', found }
  }
  const { product, category } = found
  const course = courseOf(category.name)
  return {
    id,
    at,
    name: product.name,
    category: category.name,
    description: product.description ?? '',
    other: [...(product.allergens ?? []).map(codeOf), course === null ? '' : courseWords[course]].join(' '),
    found,
  }
}
