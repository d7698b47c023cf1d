import { describe, expect, it } from 'vitest'
import type { Category, Product } from '../../../../contracts/types.ts'
import { buildIndex, normalise, searchIndex } from './search.ts'

const category: Category = { id: 1, name: 'Desserts' }
const product = (id: number, name: string, description: string, allergens: string[] = []): Product => ({
  id,
  name,
  description,
  sizes: [{ id, name: '', price: 5 }],
  allergens: allergens.map((code) => ({ name: code })),
})
const index = buildIndex(
  [
    {
      category,
      products: [
        product(1, 'Crème Brûlée', 'Vanille', ['G']),
        product(2, 'Apfelstrudel', 'mit Vanillesoße', ['A', 'G']),
        product(3, 'Vanilleeis', ''),
      ],
    },
  ],
  [{ id: 9, name: 'Pizza-Abend', description: 'mit Vanilleeis', price: 40, discount: 0 }],
)
const names = (query: string): string[] =>
  searchIndex(index, query).map((found) => (found.kind === 'menu' ? found.menu.name : found.product.name))

describe('search', () => {
  it('folds case, accents and ligatures', () => {
    expect(normalise(' SOẞE İçli ')).toBe('sosse icli')
    expect(names('creme')).toEqual(['Crème Brûlée'])
    expect(names('sosse')).toEqual(['Apfelstrudel'])
  })
  it('finds by name, description and allergen code, names that begin with it first', () => {
    expect(names('vanille')).toEqual(['Vanilleeis', 'Pizza-Abend', 'Crème Brûlée', 'Apfelstrudel'])
    expect(names('a')).toContain('Apfelstrudel')
    expect(names('vanille g')).toEqual(['Crème Brûlée', 'Apfelstrudel'])
  })
  it('needs every word', () => expect(names('vanille pizza xyz')).toEqual([]))
  it('finds nothing for nothing', () => expect(names('   ')).toEqual([]))
})
