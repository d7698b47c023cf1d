import type { Id } from '../../../../../contracts/types.ts'
import { ApiError } from '../../../api/apiError.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { sumOfLines } from '../../../domain/cart.ts'
import type { CartLine } from '../../../domain/cartLine.ts'
import { deliveryTerms } from '../../../domain/delivery.ts'
import { sameId } from '../../../domain/ids.ts'
import { toWire, type Minor } from '../../../domain/money.ts'
import { comboPrice, isProductSoldOut, isSoldOut, startingPrice } from '../../../domain/pricing.ts'
import { cartActions, currentCart } from '../../../cart/cartStore.ts'
import { chooseDelivery, type useDelivery } from '../../../cart/deliveryStore.ts'
import { areasQuery } from '../../../restaurant/areas.ts'
import { shopCurrency } from '../../../restaurant/config.ts'
import { publicScope } from '../../../session/identity.ts'
import { comboNow, productNow } from '../queries.ts'
import { createMenuIndex } from '../search.ts'
import type { Catalogue } from '../useCatalogue.ts'
import { chooseCombo, chooseDish, describeCombo, describeDish, type SlotInput } from './choices.ts'

/*
 * The tools that the menu offers to an assistant in the browser (WebMCP, docs/agents.md). They do what a customer does on the menu, at the prices of the
 * sheets, and what they change is shown where the customer would have changed it. None of them places an order.
 */

/** What the tools need of the menu that is shown. */
export interface Shown {
  catalogue: () => Catalogue
  delivery: () => ReturnType<typeof useDelivery>
  /** Shows the notice of an added dish. */
  added: (name: string, tooMany: number) => void
  openCheckout: () => void
}

type Schema = Readonly<Record<string, unknown>>
interface Tool {
  name: string
  description: string
  inputSchema: Schema
  outputSchema: Schema
  annotations?: { readOnlyHint: boolean }
  execute: (
    input: Record<string, unknown>,
  ) => Promise<{ content: { type: 'text'; text: string }[]; structuredContent?: unknown; isError?: boolean }>
}

const object = (properties: Schema, required: readonly string[] = []): Schema => ({ type: 'object', properties, required })
const list = (items: Schema): Schema => ({ type: 'array', items })
const id: Schema = { type: ['integer', 'string'] }
const text: Schema = { type: 'string' }
const amount: Schema = { type: 'number', description: 'In currency units' }
const options = list(object({ variant_id: id, option_id: id }, ['variant_id', 'option_id']))
const cartSchema = object({
  currency: text,
  sum: { ...amount, description: 'The dishes; taxes and delivery are added in the checkout' },
  lines: list(object({ name: text, choices: list(text), quantity: { type: 'integer' }, price: amount, total: amount })),
})

const choicesOf = (line: CartLine): string[] =>
  line.type === 'productItem'
    ? [line.shown.size, ...line.shown.parts.map(({ name }) => name)].filter(Boolean)
    : line.shown.slots.flatMap(({ product, parts }) => [product, ...parts.map(({ name }) => name)])

function cartNow(): Record<string, unknown> {
  const currency = shopCurrency()
  const cart = currentCart()
  return {
    currency: currency.code,
    sum: toWire(sumOfLines(cart), currency),
    lines: cart.items.map((line) => ({
      name: line.shown.name,
      choices: choicesOf(line),
      quantity: line.qty,
      price: toWire(line.shown.unit, currency),
      total: toWire(line.shown.unit * line.qty, currency),
    })),
  }
}

/** An amount in currency units; left out of the answer if it is unknown. */
const inUnits = (amount: Minor | null): number | undefined => (amount === null ? undefined : toWire(amount, shopCurrency()))

/** A sentence that the assistant reads instead of a result. */
class Problem extends Error {}

const answer = (result: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(result) }], structuredContent: result })

/** Makes a tool whose problems are answers. */
const tool = (definition: Omit<Tool, 'execute'>, run: (input: Record<string, unknown>) => unknown): Tool => ({
  ...definition,
  execute: async (input) => {
    try {
      return answer(await run(input))
    } catch (error) {
      if (!(error instanceof Problem || error instanceof ApiError)) throw error
      return { content: [{ type: 'text', text: error.message }], isError: true }
    }
  },
})

/** A dish or combo of the menu: null is none, and undefined could not be loaded. */
function onMenu<T>(kind: 'dish' | 'combo', found: T | null | undefined): T {
  if (found === undefined) throw new Problem(`The ${kind} could not be loaded. Please try again.`)
  if (found === null) throw new Problem(`There is no ${kind} with this id; search_menu has the ids.`)
  return found
}

/** The tools of WebMCP. */
export function toolsOf(shown: Shown): Tool[] {
  const index = createMenuIndex()
  const dish = async (input: Record<string, unknown>) => {
    const { find, sections, complete } = shown.catalogue()
    const isWhole = complete && !sections.some(({ failed }) => failed)
    const { product, category } = onMenu('dish', find(String(input['id'])) ?? (isWhole ? null : undefined))
    return { product: onMenu('dish', await productNow(publicScope(), category.id, product.id)), categoryId: category.id }
  }
  const combo = async (input: Record<string, unknown>) => {
    const { menus, pending, combosLate, combosFailed } = shown.catalogue()
    const isWhole = !(pending || combosLate || combosFailed)
    const listed = onMenu('combo', menus.find((menu) => sameId(menu.id, String(input['id']))) ?? (isWhole ? null : undefined))
    return onMenu('combo', await comboNow(publicScope(), listed.id))
  }
  return [
    tool(
      {
        name: 'search_menu',
        description:
          'Searches the menu for dishes and combos. Prices are the lowest of each; what has none, or is sold out, can’t be ordered. get_dish has all choices.',
        inputSchema: object({ query: text }, ['query']),
        outputSchema: object({
          currency: text,
          results: list(
            object({
              id,
              kind: { enum: ['dish', 'combo'] },
              name: text,
              category: text,
              description: text,
              price_from: amount,
              sold_out: { type: 'boolean' },
            }),
          ),
        }),
        annotations: { readOnlyHint: true },
      },
      async ({ query }) => {
        const { sections, menus } = shown.catalogue()
        await index.update(sections, menus)
        const currency = shopCurrency()
        return {
          currency: currency.code,
          results: index
            .search(String(query))
            .found.slice(0, 20)
            .map((found) =>
              found.kind === 'menu'
                ? {
                    id: found.menu.id,
                    kind: 'combo',
                    name: found.menu.name,
                    category: '',
                    description: found.menu.description ?? '',
                    price_from: inUnits(comboPrice(found.menu, currency)),
                    ...(isSoldOut(found.menu) && { sold_out: true }),
                  }
                : {
                    id: found.product.id,
                    kind: 'dish',
                    name: found.product.name,
                    category: found.category.name,
                    description: found.product.description ?? '',
                    price_from: inUnits(startingPrice(found.product, currency)?.price ?? null),
                    ...(isProductSoldOut(found.product) && { sold_out: true }),
                  },
            ),
        }
      },
    ),
    tool(
      {
        name: 'get_dish',
        description: 'A dish or combo with its sizes, options, extras and their prices, and its allergens.',
        inputSchema: object({ id, kind: { enum: ['dish', 'combo'] } }, ['id']),
        outputSchema: object({
          id,
          kind: text,
          name: text,
          currency: text,
          sizes: list({ type: 'object' }),
          variants: list({ type: 'object' }),
          slots: list({ type: 'object' }),
        }),
        annotations: { readOnlyHint: true },
      },
      async (input) =>
        input['kind'] === 'combo'
          ? describeCombo(await combo(input), shopCurrency())
          : describeDish((await dish(input)).product, shopCurrency()),
    ),
    tool(
      {
        name: 'add_to_cart',
        description:
          'Puts a dish or combo into the cart, as the button of its sheet does. Without a size it is the first one. The customer sees it and can change it. Nothing is ordered.',
        inputSchema: object(
          {
            id,
            kind: { enum: ['dish', 'combo'] },
            quantity: { type: 'integer', minimum: 1, maximum: 6 },
            size_id: id,
            options,
            extra_ids: list(id),
            slots: list(object({ slot_id: id, dish_id: id, options, extra_ids: list(id) }, ['slot_id'])),
          },
          ['id'],
        ),
        outputSchema: object({ added: text, price: amount, cart: cartSchema }),
      },
      async (input) => {
        const currency = shopCurrency()
        const quantity = input['quantity'] === undefined ? 1 : Number(input['quantity'])
        let chosen
        if (input['kind'] === 'combo') chosen = chooseCombo(await combo(input), (input['slots'] ?? []) as SlotInput[], quantity, currency)
        else {
          const { product, categoryId } = await dish(input)
          chosen = chooseDish(product, input, quantity, currency, categoryId)
        }
        if ('problem' in chosen) throw new Problem(chosen.problem)
        const { line } = chosen
        shown.added(line.shown.name, cartActions.add(line))
        return { added: line.shown.name, price: toWire(line.shown.unit * line.qty, currency), cart: cartNow() }
      },
    ),
    tool(
      {
        name: 'view_cart',
        description: 'The cart with its prices.',
        inputSchema: object({}),
        outputSchema: cartSchema,
        annotations: { readOnlyHint: true },
      },
      cartNow,
    ),
    tool(
      {
        name: 'choose_delivery',
        description: 'Chooses delivery, takeaway or curbside; for delivery also the area. Call it without a type to read what is offered.',
        inputSchema: object({ type: { enum: ['delivery', 'takeaway', 'curbside'] }, area_id: id }),
        outputSchema: object({
          type: { type: ['string', 'null'] },
          offered: list(text),
          areas: list(object({ id, name: text, zipcode: text, minimum_order: amount, delivery_price: amount })),
        }),
      },
      async ({ type, area_id: areaId }) => {
        const { choice, offered } = shown.delivery()
        const areas = offered.includes('delivery') ? await queryClient.query(areasQuery(publicScope())) : []
        if (type !== undefined) {
          const next = offered.find((each) => each === type)
          if (next === undefined) throw new Problem(`Offered here: ${offered.join(', ') || 'nothing'}.`)
          if (areaId !== undefined && !areas.some((area) => sameId(area.id, areaId as Id)))
            throw new Problem('There is no delivery area with this id.')
          chooseDelivery({ deliverType: next, ...(next === 'delivery' && areaId !== undefined && { areaId: areaId as Id }) })
        }
        return {
          type: type ?? choice.deliverType,
          offered,
          areas: areas.map((area) => {
            const { minimum, fullFee } = deliveryTerms('delivery', area, 0, shopCurrency())
            const { id, name, zipcode } = area
            return { id, name, zipcode, minimum_order: inUnits(minimum), delivery_price: inUnits(fullFee) }
          }),
        }
      },
    ),
    tool(
      {
        name: 'open_checkout',
        description:
          'Opens the checkout with the cart. The customer fills it in and presses Place Order: that, and nothing else, places the order.',
        inputSchema: object({}),
        outputSchema: object({ opened: { type: 'boolean' } }),
      },
      () => {
        if (currentCart().items.length === 0) throw new Problem('The cart is empty.')
        shown.openCheckout()
        return { opened: true }
      },
    ),
  ]
}
