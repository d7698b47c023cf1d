import type { Id, Menu, Product, Variant } from '../../../../../contracts/types.ts'
import { codeOf } from '../../../domain/allergens.ts'
import { comboLine, MOST, productLine, type CartLine } from '../../../domain/cartLine.ts'
import { byId, sameId } from '../../../domain/ids.ts'
import { toMinor, toWire, type Currency, type Minor } from '../../../domain/money.ts'
import {
  chooseExtra,
  chooseOption,
  extraPrice,
  initialComboChoice,
  isOptionForSale,
  isProductSoldOut,
  isSizeForSale,
  isSoldOut,
  comboPrice,
  missingInCombo,
  missingInProduct,
  mostPieces,
  openingProductChoice,
  activeVariants,
  sizesForSale,
  slotExtraPrice,
  slotName,
  slotsOf,
  type ComboChoice,
  type ProductChoice,
} from '../../../domain/pricing.ts'

/** An option as an assistant chooses it. */
export interface OptionInput {
  variant_id: Id
  option_id: Id
}

/** The choices for a dish, as an assistant makes them. What is absent is as the sheet opens: the first size, nothing else. */
export interface DishInput {
  size_id?: Id | undefined
  options?: OptionInput[] | undefined
  extra_ids?: Id[] | undefined
}

export interface SlotInput {
  slot_id: Id
  dish_id?: Id | undefined
  options?: OptionInput[] | undefined
  extra_ids?: Id[] | undefined
}

/** A line for the cart, or what an assistant has to change, in words. */
export type Chosen = { line: CartLine } | { problem: string }

/** Presses options as a customer does on the sheet: the outer ones first, whatever their order here. */
function press(variants: readonly Variant[] | undefined, start: ProductChoice['optionIds'], inputs: readonly OptionInput[]) {
  let optionIds = start
  let left = [...inputs]
  for (;;) {
    const active = activeVariants(variants, optionIds)
    const next = left.find(({ variant_id: id }) => active.some(({ variant }) => sameId(variant.id, id)))
    if (next === undefined) break
    const variant = active.find((each) => sameId(each.variant.id, next.variant_id))?.variant
    const option = variant && byId(variant.options, next.option_id)
    if (variant === undefined || option === undefined || !isOptionForSale(option)) break
    optionIds = chooseOption(variants, optionIds, variant, option.id, true)
    left = left.filter((each) => each !== next)
  }
  return { optionIds, unknown: left.map(({ variant_id: variant, option_id: option }) => `option ${option} of variant ${variant}`) }
}

const problemOf = (unknown: readonly string[], missing: readonly { kind: string; name: string; id: Id | null }[]): string =>
  unknown.length > 0
    ? `There is no ${unknown.join(', no ')}.`
    : `Still to choose: ${missing.map(({ kind, name, id }) => `${kind} "${name}"${id === null ? '' : ` (id ${id})`}`).join(', ')}.`

const outOfRange = (qty: number, left: number): string | null => {
  const most = Math.min(MOST, left)
  return Number.isInteger(qty) && qty >= 1 && qty <= most ? null : `The quantity is a whole number from 1 to ${most}.`
}
const soldOut = { problem: 'This is sold out.' }

/** The line that the dish's sheet would add with these choices. */
export function chooseDish(product: Product, input: DishInput, qty: number, currency: Currency, categoryId: Id | null): Chosen {
  if (isProductSoldOut(product)) return soldOut
  const opening = openingProductChoice(product)
  const { optionIds, unknown } = press(product.variants, opening.optionIds, input.options ?? [])
  let choice: ProductChoice = { ...opening, optionIds }
  if (input.size_id !== undefined) {
    const size = byId(sizesForSale(product), input.size_id)
    if (size === undefined) unknown.push(`size ${input.size_id}`)
    else choice = { ...choice, sizeId: size.id }
  }
  for (const id of input.extra_ids ?? []) {
    const extra = byId(product.extras, id)
    if (extra === undefined || typeof extraPrice(extra, choice.sizeId, currency) !== 'number') unknown.push(`extra ${id} at this size`)
    else choice = { ...choice, extraIds: chooseExtra(choice.extraIds, extra, true) }
  }
  const missing = missingInProduct(product, choice)
  const wrong = outOfRange(qty, mostPieces(product, byId(product.sizes, choice.sizeId)))
  if (unknown.length > 0 || missing.length > 0) return { problem: problemOf(unknown, missing) }
  return chosenLine(wrong, productLine(product, choice, qty, currency, categoryId))
}

/** The line that the combo's sheet would add with these choices. */
export function chooseCombo(menu: Menu, inputs: readonly SlotInput[], qty: number, currency: Currency): Chosen {
  if (isSoldOut(menu)) return soldOut
  const unknown: string[] = inputs.filter(({ slot_id: id }) => byId(slotsOf(menu), id) === undefined).map(({ slot_id: id }) => `slot ${id}`)
  const opening = initialComboChoice(menu)
  const choice: ComboChoice = {
    ...opening,
    items: opening.items.map((item) => {
      const slot = byId(slotsOf(menu), item.menuItemId)
      const input = inputs.find(({ slot_id: id }) => sameId(id, item.menuItemId))
      if (slot === undefined || input === undefined) return item
      const pressed = press(slot.variants, item.optionIds, input.options ?? [])
      unknown.push(...pressed.unknown)
      const dish = byId(slot.products, input.dish_id ?? null)
      if (input.dish_id !== undefined && (dish === undefined || isProductSoldOut(dish)))
        unknown.push(`dish ${input.dish_id} in slot ${slot.id}`)
      const extras = (input.extra_ids ?? []).flatMap((id) => {
        const extra = byId(slot.extras, id)
        const offered = extra !== undefined && slotExtraPrice(extra, slot, currency) !== null
        if (!offered) unknown.push(`extra ${id} in slot ${slot.id}`)
        return !offered ? [] : [{ id: extra.id, name: extra.name, selected: true }]
      })
      return { ...item, productId: dish?.id ?? item.productId, optionIds: pressed.optionIds, extras }
    }),
  }
  const missing = missingInCombo(menu, choice)
  const wrong = outOfRange(qty, mostPieces(menu))
  if (unknown.length > 0 || missing.length > 0) return { problem: problemOf(unknown, missing) }
  return chosenLine(wrong, comboLine(menu, choice, qty, currency))
}

function chosenLine(wrong: string | null, line: CartLine | null): Chosen {
  if (wrong !== null) return { problem: wrong }
  return line === null ? { problem: 'The price is not known right now, so it can’t be ordered.' } : { line }
}

/** The member `price`; none if it is unknown, which means that it can't be chosen. */
const priceField = (price: Minor | null, currency: Currency): { price?: number } =>
  price === null ? {} : { price: toWire(price, currency) }

const describedVariants = (variants: readonly Variant[] = [], currency: Currency): unknown[] =>
  variants.map(({ id, name, type, required, options }) => ({
    id,
    name,
    required,
    choose: type === 'select' ? 'one' : 'any',
    options: options.map((option) => ({
      id: option.id,
      name: option.name,
      ...priceField(toMinor(option.price, currency), currency),
      ...(option.hasChild && { variants: describedVariants(option.child, currency) }),
    })),
  }))

/** A dish with all its choices and their prices, which are added to the size's. What has no price can't be ordered. */
export const describeDish = (product: Product, currency: Currency): Record<string, unknown> => ({
  id: product.id,
  kind: 'dish',
  name: product.name,
  description: product.description ?? '',
  currency: currency.code,
  sizes: product.sizes.map((size) => ({
    id: size.id,
    name: size.name,
    ...(isSoldOut(product) || isSoldOut(size) ? { sold_out: true } : {}),
    ...priceField(isSizeForSale(size) ? toMinor(size.price, currency) : null, currency),
    extras: (product.extras ?? []).flatMap((extra) => {
      const price = extraPrice(extra, size.id, currency)
      return price === undefined ? [] : [{ id: extra.id, name: extra.name, ...priceField(price, currency) }]
    }),
  })),
  variants: describedVariants(product.variants, currency),
  allergens: (product.allergens ?? []).map((one) => ({ name: codeOf(one), description: one.description })),
})

export const describeCombo = (menu: Menu, currency: Currency): Record<string, unknown> => ({
  id: menu.id,
  kind: 'combo',
  name: menu.name,
  description: menu.description ?? '',
  currency: currency.code,
  ...(isSoldOut(menu) ? { sold_out: true } : {}),
  ...priceField(comboPrice(menu, currency), currency),
  slots: slotsOf(menu).map((slot) => ({
    id: slot.id,
    name: slotName(slot),
    dishes: slot.products.map((dish) => ({ id: dish.id, name: dish.name, ...(isProductSoldOut(dish) && { sold_out: true }) })),
    variants: describedVariants(slot.variants, currency),
    extras: (slot.extras ?? []).map((extra) => ({
      id: extra.id,
      name: extra.name,
      ...priceField(slotExtraPrice(extra, slot, currency), currency),
    })),
  })),
})
