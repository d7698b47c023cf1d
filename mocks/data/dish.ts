/** The types of the menu's data, independent of language and branch: dishes, categories and combos. */
import type { Product } from '../../contracts/types.ts'
import type { Texts } from './texts.ts'

/** A choice of a variant: its German name, its price in currency units, and what choosing it asks next. */
interface OptionData {
  id: number
  name: string
  price: number
  child?: readonly VariantData[]
}

/** A group of options: select takes exactly one, checkbox any number (one at least when required). */
export interface VariantData {
  id: number
  name: string
  type: 'select' | 'checkbox'
  required: boolean
  options: readonly OptionData[]
}

/** An extra with its price for each size of the dish, in the order of the sizes. */
export interface ExtraData {
  id: number
  name: string
  prices: readonly number[]
}

/** A dish. `allergens` and `additives` are codes separated by commas; '' means none, undefined no information. */
export interface DishData {
  id: number
  category: number
  name: string
  description: Texts | null
  picture?: string
  sizes: readonly (readonly [name: string, price: number])[]
  extras?: readonly ExtraData[]
  variants?: readonly VariantData[]
  allergens?: string
  additives?: string
  /** Other texts, by the field of the contract. */
  texts?: Partial<Record<keyof Product, Texts>>
}

/** A category; `gallery` holds the names of pictures. */
export interface CategoryData {
  id: number
  name: Texts
  description: Texts
  picture?: string
  gallery?: readonly string[]
}

/** A slot of a combo: the dishes to choose from, each in the size of that index, and what can be added. */
interface SlotData {
  id: number
  size: string
  category: number
  sizeIndex: number
  dishes: readonly number[]
  extras?: readonly (readonly [id: number, name: string, price: number])[]
  variants?: readonly VariantData[]
}

/** A combo; `discount` is a percentage that leaves whole cents. */
export interface ComboData {
  id: number
  name: Texts
  description: Texts
  picture?: string
  price: number
  discount: number
  slots: readonly SlotData[]
}

/** The id of a dish's size: stable, and unique among all dishes. */
export const sizeId = (dish: number, index: number): number => dish * 10 + index + 1

/** A select or checkbox group from German names and prices; option ids follow the group's. */
export const group = (
  id: number,
  name: string,
  type: 'select' | 'checkbox',
  required: boolean,
  options: readonly (readonly [name: string, price: number, child?: readonly VariantData[]])[],
): VariantData => ({
  id,
  name,
  type,
  required,
  options: options.map(([label, price, child], index) => ({ id: id * 100 + index + 1, name: label, price, ...(child ? { child } : {}) })),
})

/** Extras that cost the same for each of `sizes` sizes, or more by `step` with each size. */
export const extras = (sizes: number, step: number, list: readonly (readonly [id: number, name: string, price: number])[]): ExtraData[] =>
  list.map(([id, name, price]) => ({
    id,
    name,
    prices: Array.from({ length: sizes }, (_, index) => Math.round((price + step * index) * 100) / 100),
  }))
