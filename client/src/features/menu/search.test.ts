import { describe, expect, it } from 'vitest'
import type { Category, Product } from '../../../../contracts/types.ts'
import type { Lang } from '../../../../mocks/data/texts.ts'
import { makeWorld } from '../../../../mocks/backend/world.ts'
import { createMenuIndex, normalise, type MenuIndex, type SearchResult } from './search.ts'

const nameOf = (found: SearchResult): string => (found.kind === 'menu' ? found.menu.name : found.product.name)

const world = makeWorld()
const indexes = new Map<string, Promise<MenuIndex>>()

/** The index of a branch's menu in a language. */
function menuIn(branch: string, lang: Lang): Promise<MenuIndex> {
  const key = `${branch} ${lang}`
  const made = indexes.get(key) ?? build(branch, lang)
  indexes.set(key, made)
  return made
}

async function build(branch: string, lang: Lang): Promise<MenuIndex> {
  const shop = world.shops.find((one) => one.host === branch)
  if (shop === undefined) throw new Error(`no branch ${branch}`)
  const catalogue = world.catalogue(shop, lang)
  const index = createMenuIndex()
  await index.update(
    catalogue.categories.map((category) => ({ category, products: catalogue.productsOf(String(category.id)) ?? [] })),
    catalogue.menus,
  )
  return index
}

/**
 * Queries, and what must come first: the start of a name, or of several in this order. `~`: nothing has all words, and this is the nearest; `-`: nothing at
 * all.
 */
const golden: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>> = {
  'mitte de': {
    pizza: ['Margherita', 'Salami', 'Funghi', 'Prosciutto', 'Quattro', 'Verdure', 'Tonno', 'Diavola', 'Marinara', 'Pizza-Abend'],
    'Pizza Salami': 'Salami',
    'salami pizza': 'Salami',
    margherita: 'Margherita',
    margarita: 'Margherita',
    magherita: 'Margherita',
    margeritha: 'Margherita',
    piza: ['Margherita', 'Salami'],
    pizzen: ['Margherita', 'Salami'],
    pizz: ['Margherita', 'Salami'],
    lasagna: 'Lasagne al Forno',
    lasange: 'Lasagne al Forno',
    lazagne: 'Lasagne al Forno',
    bolognaise: 'Bolognese',
    karbonara: 'Carbonara',
    carb: 'Carbonara',
    dessert: ['Tiramisù', 'Panna Cotta', 'Apfelstrudel', 'Gemischtes Eis', 'Schokoladenkuchen'],
    nachtisch: ['Tiramisù', 'Panna Cotta'],
    getränke: ['Mineralwasser', 'Hausgemachte', 'Cola'],
    Getraenke: ['Mineralwasser', 'Hausgemachte', 'Cola'],
    alkoholfrei: 'Mineralwasser',
    cola: 'Cola',
    'coca cola': 'Cola',
    wein: ['Berliner Pils', 'Weißbier', 'Riesling'],
    bier: ['Weißbier', 'Berliner Pils'],
    weissbier: 'Weißbier',
    pils: 'Berliner Pils',
    wasser: 'Mineralwasser',
    limo: 'Hausgemachte Zitronenlimonade',
    limonade: 'Hausgemachte Zitronenlimonade',
    suppe: ['Tomatensuppe', 'Kartoffelsuppe'],
    'tomaten suppe': 'Tomatensuppe',
    kartofelsuppe: 'Kartoffelsuppe',
    tiramisu: 'Tiramisù',
    tiramissu: 'Tiramisù',
    strudel: ['Gemüsestrudel', 'Apfelstrudel'],
    kuchen: 'Schokoladenkuchen',
    eis: 'Gemischtes Eis',
    thunfisch: 'Tonno',
    käse: 'Rote Bete und Ziegenkäse',
    pilze: 'Gemüsestrudel',
    schnitzl: 'Wiener Schnitzel',
    salat: ['Linsensalat', 'Großer gemischter Salat', 'Caesar Salad'],
    ceasar: 'Caesar Salad',
    rucola: 'Prosciutto',
    'pasta pesto': 'Pesto alla Genovese',
    'pizza mit salami': 'Salami',
    mittagsmenü: 'Mittagsmenü',
    'pizza abend': 'Pizza-Abend',
    'pizza xyzzy': '~Margherita',
    margari: '~Margherita',
    qqqqqq: '-',
    '🍕': '-',
    '   ': '-',
  },
  'mitte en': {
    dessert: 'Tiramisù',
    drinks: ['Mineralwasser', 'Hausgemachte', 'Cola'],
    mushroom: 'Funghi',
    mushrom: 'Funghi',
    tuna: 'Tonno',
    beer: 'Berliner Pils',
    'pizza with ham': 'Prosciutto',
    soup: ['Bruschetta', 'Tomatensuppe'],
    cheesecake: '~',
  },
  'kreuzberg tr': {
    icecek: 'Mineralwasser',
    İÇECEK: 'Mineralwasser',
    doner: 'Döner im Fladenbrot',
    tatlı: ['Gemischtes Eis', 'Baklava'],
    tatli: ['Gemischtes Eis', 'Baklava'],
    cacik: 'Cacık',
    lahmacum: 'Lahmacun',
    iskender: 'Iskender',
    hamburger: '~Classic Burger',
    ızgara: ['Döner', 'Dürüm', 'Iskender', 'Adana'],
    patates: 'Burger menüsü',
  },
  'mitte ar': {
    بيتزا: ['Margherita', 'Salami'],
    البيتزا: ['Margherita', 'Salami'],
    حلويات: 'Tiramisù',
    معكرونه: 'Lasagne',
    تونة: 'Tonno',
    مشروبات: ['Mineralwasser', 'Hausgemachte', 'Cola'],
    سلطات: 'Großer gemischter Salat',
  },
  'prenzlauerberg de': {
    lachs: ['Lachs-Bowl', 'Lachs-Nigiri'],
    lachsbowl: 'Lachs-Bowl',
    sushi: ['Lachs-Nigiri', 'California Roll'],
    cappucino: 'Cappuccino',
    capuchino: 'Cappuccino',
    'curry rot': 'Rotes Thai-Curry',
    thai: ['Rotes Thai-Curry', 'Pad Thai'],
    kaffee: ['Cappuccino', 'Espresso'],
    avocado: 'Avocado-Brot',
    miso: 'Miso-Suppe',
  },
}

describe('the search of the menu', () => {
  for (const [menu, queries] of Object.entries(golden)) {
    const [branch = '', lang = ''] = menu.split(' ')
    it.each(Object.entries(queries))(`finds in ${menu}: %s`, async (query, expected) => {
      const { found, near } = (await menuIn(branch, lang as Lang)).search(query)
      const names = found.map(nameOf)
      if (typeof expected !== 'string') {
        expect(near).toBe(false)
        expect(names.slice(0, expected.length).map((name, at) => (name.startsWith(expected[at] ?? '') ? expected[at] : name))).toEqual(
          expected,
        )
        return
      }
      if (expected === '-') {
        expect(names).toEqual([])
        return
      }
      expect(near).toBe(expected.startsWith('~'))
      expect(names[0]).toMatch(new RegExp(`^${expected.replace('~', '')}`))
    })
  }

  it('has at least 60 queries', () => expect(Object.values(golden).flatMap((queries) => Object.keys(queries)).length).toBeGreaterThan(60))

  it('finds no cola in "Rucola", and no wine in a sauce', async () => {
    const index = await menuIn('mitte', 'de')
    expect(index.search('cola').found.map(nameOf)).toEqual(['Cola'])
    expect(index.search('wein').found.map(nameOf)).not.toContain('Frutti di Mare')
  })
})

describe('the index', () => {
  const category: Category = { id: 1, name: 'Desserts' }
  const product = (id: number, name: string, allergens: string[] = []): Product => ({
    id,
    name,
    description: '',
    sizes: [{ id, name: '', price: 5 }],
    allergens: allergens.map((code) => ({ name: code })),
  })

  it('folds case, accents and ligatures', () => expect(normalise(' SOẞE İçli ')).toBe('sosse icli'))

  it('finds by allergen code', async () => {
    const index = createMenuIndex()
    await index.update([{ category, products: [product(1, 'Vanilleeis', ['G']), product(2, 'Vanillepudding', ['A'])] }], [])
    expect(index.search('vanille g').found.map(nameOf)).toEqual(['Vanilleeis'])
  })

  it('follows the menu: what has been removed is not found, what has come is', async () => {
    const index = createMenuIndex()
    await index.update([{ category, products: [product(1, 'Crème Brûlée')] }], [])
    await index.update([{ category, products: [product(2, 'Apfelstrudel')] }], [])
    expect(index.search('creme').found).toEqual([])
    expect(index.search('apfel').found.map(nameOf)).toEqual(['Apfelstrudel'])
    await index.update([], [])
    expect(index.search('apfel').found).toEqual([])
  })
})
