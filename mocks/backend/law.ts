/** The scenario `unlawful`: what `tablefront check --law de` finds wrong in an answer. */
import type { OperationName } from './operations.ts'

type Json = Readonly<Record<string, unknown>>

/** An answer's body that violates the duties. The price of nothing changes. */
export const unlawful = (operation: OperationName, body: unknown): unknown => {
  switch (operation) {
    case 'getTranslations':
      return { ...(body as Json), 'Place Order': 'Bestellen' }
    case 'listPages':
      return (body as Json[]).map(hidden)
    case 'listCategories':
    case 'listMenus':
      return (body as Json[]).map((each) => ({ ...each, description: null }))
    case 'getMenu':
      return { ...(body as Json), description: null }
    case 'listCategoryProducts':
      return { ...(body as Json), data: (body as { data: Json[] }).data.map(undeclared) }
    case 'getProduct':
      return undeclared(body as Json)
    default:
      return body
  }
}

/** A page that no link leads to, with a link to the European platform for disputes. */
const hidden = (page: Json): Json => ({
  ...page,
  onHeader: false,
  onFooter: false,
  text: `${String(page['text'])}<p><a href="https://ec.europa.eu/consumers/odr">OS</a></p>`,
})

/** A dish that says nothing. */
const undeclared = ({ allergens: _, ...product }: Json): Json => ({ ...product, description: null })
