/** The scenarios `lawful` and `unlawful`: what `tablefront check --law de` finds right, and wrong, in an answer. */
import type { OperationName } from './operations.ts'

type Json = Readonly<Record<string, unknown>>

/** An answer's body as the scenario has it. The price of nothing changes. */
export const byLaw = (scenario: 'lawful' | 'unlawful', operation: OperationName, body: unknown): unknown => {
  const fits = scenario === 'lawful'
  switch (operation) {
    case 'getTranslations':
      return fits ? body : { ...(body as Json), 'Place Order': 'Bestellen' }
    case 'listPages':
      return fits ? [...(body as Json[]), REUSABLE] : (body as Json[]).map(hidden)
    case 'listCategories':
      return fits ? body : (body as Json[]).map((category) => ({ ...category, description: null }))
    case 'listMenus':
      return fits ? (body as Json[]).map(plainlyPriced) : body
    case 'getMenu':
      return fits ? plainlyPriced(body as Json) : body
    case 'listCategoryProducts':
      return { ...(body as Json), data: (body as { data: Json[] }).data.map(fits ? declared : undeclared) }
    case 'getProduct':
      return (fits ? declared : undeclared)(body as Json)
    default:
      return body
  }
}

const REUSABLE = {
  id: 90,
  name: 'Mehrweg',
  text: '<p>Auf Wunsch packen wir in Mehrwegschalen.</p>',
  onHeader: false,
  onFooter: true,
  isPopup: false,
}

/** A page that no link leads to, with a link to the European platform for disputes. */
const hidden = (page: Json): Json => ({
  ...page,
  onHeader: false,
  onFooter: false,
  text: `${String(page['text'])}<p><a href="https://ec.europa.eu/consumers/odr">OS</a></p>`,
})

/** A menu whose price is not struck. */
const plainlyPriced = (menu: Json): Json => ({
  ...menu,
  price: Math.round(Number(menu['price']) * (100 - Number(menu['discount']))) / 100,
  discount: 0,
})

const BOTTLE = /\b0[,.]\d+ ?l\b|flasche|dose\b/i
const ALCOHOL = /bier|pils|wein|riesling|prosecco|sekt|aperol|weiße|rak[iı]|weizen/i

/** A dish with its allergens, deposit and age. */
const declared = (product: Json): Json => {
  const sizes = (product['sizes'] as { name: string }[]).map(({ name }) => name).join(' ')
  const name = `${String(product['name'])} ${sizes}`
  const notices = [...(BOTTLE.test(name) ? ['EINWEG, zzgl. 0,25 € Pfand.'] : []), ...(ALCOHOL.test(name) ? ['Abgabe ab 16 Jahren.'] : [])]
  return { ...product, description: [text(product['description']), ...notices].join(' ').trim(), allergens: product['allergens'] ?? [] }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A dish that says nothing. */
const undeclared = ({ allergens: _, ...product }: Json): Json => ({ ...product, description: null })
