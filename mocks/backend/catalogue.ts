/** A branch's menu in one language (docs/wire.md section 4), modified by the scenario. */
import type { Category, Extra, Image, Media, Menu, MenuItem, Product, Variant } from '../../contracts/types.ts'
import { CATEGORIES, COMBOS } from '../data/categories.ts'
import { sizeId, type CategoryData, type DishData, type VariantData } from '../data/dish.ts'
import { DISHES } from '../data/dishes.ts'
import { ADDITIVES, ALLERGENS } from '../data/labels.ts'
import { say, type Lang } from '../data/texts.ts'
import { word } from '../data/words.ts'
import { stocked, stockedMenus } from './engine.ts'
import type { Catalogue, Shop, World } from './group.ts'

const LONG = ' mit allem, was die Küche an einem langen Nachmittag im November dazu einfallen mag'

const toVariant = (variant: VariantData, lang: Lang): Variant => ({
  id: variant.id,
  name: word(variant.name, lang),
  type: variant.type,
  required: variant.required,
  options: variant.options.map((option) => ({
    id: option.id,
    name: word(option.name, lang),
    price: option.price,
    hasChild: option.child !== undefined,
    ...(option.child ? { child: option.child.map((child) => toVariant(child, lang)) } : {}),
  })),
})

const labels = (codes: string, list: Readonly<Record<string, (typeof ALLERGENS)[string]>>, lang: Lang) =>
  codes
    .split(',')
    .filter((code) => code !== '')
    .map((code) => {
      const texts = list[code]
      return { name: code, description: texts ? say(texts, lang) : null }
    })

/** 2,000 dishes in 60 categories, generated from the existing ones. */
const manyOf = (categories: readonly CategoryData[], dishes: readonly DishData[]): { categories: CategoryData[]; dishes: DishData[] } => {
  const made: DishData[] = []
  const groups = Array.from({ length: 60 }, (_, index): CategoryData => {
    const pattern = categories[index % categories.length] as CategoryData
    const suffix = ` ${Math.floor(index / categories.length) + 1}`
    const [de, en, tr, ar] = pattern.name
    return { ...pattern, id: 9000 + index, name: [de + suffix, en + suffix, tr + suffix, ar + suffix] }
  })
  for (let index = 0; index < 2000; index += 1) {
    const group = index % 60
    const own = dishes.filter((dish) => dish.category === categories[group % categories.length]?.id)
    const pattern = own[Math.floor(index / 60) % own.length] ?? dishes[0]
    if (!pattern) continue
    made.push({ ...pattern, id: 100000 + index, category: 9000 + group, name: `${pattern.name} Nr. ${index + 1}` })
  }
  return { categories: groups, dishes: made }
}

/** Builds the menu of a shop. */
export const makeCatalogue = (world: World, shop: Shop, lang: Lang): Catalogue => {
  const is = (name: Parameters<World['is']>[0]): boolean => world.is(name, shop)
  const image = (name: string): Image => ({
    url: world.media(`${name}.avif`),
    wide: world.media(`${name}-wide.avif`),
    circle: world.media(`${name}-circle.webp`),
    square: world.media(`${name}-square.avif`),
    viewed: false,
  })
  const media = (picture: string | undefined, gallery: readonly string[] = []): { media?: Media } => {
    if (is('no-pictures') || (picture === undefined && gallery.length === 0)) return {}
    return { media: { ...(picture ? { poster: image(picture) } : {}), ...(gallery.length > 0 ? { gallery: gallery.map(image) } : {}) } }
  }
  const priced = (price: number): number => Math.round(price * (100 + shop.data.surcharge)) / 100

  let categoryData = shop.data.categories
    .map((id) => CATEGORIES.find((category) => category.id === id))
    .filter((found) => found !== undefined)
  let dishData = DISHES.filter((dish) => shop.data.categories.includes(dish.category) && !shop.data.without.includes(dish.id))
  if (is('many-products')) ({ categories: categoryData, dishes: dishData } = manyOf(categoryData, dishData))
  if (is('empty-menu')) [categoryData, dishData] = [[], []]

  const toProduct = (dish: DishData): Product => {
    const sizes = dish.sizes.map(([name, price], index) => ({ id: sizeId(dish.id, index), name: word(name, lang), price: priced(price) }))
    const extras: Extra[] = (dish.extras ?? []).map(({ id, name, prices }) => ({
      id,
      name: word(name, lang),
      prices: sizes.map((size, index) => ({ sizeId: size.id, price: prices[index] ?? 0 })),
    }))
    return {
      id: dish.id,
      name: is('long-texts') ? dish.name + LONG : dish.name,
      description: dish.description === null ? null : say(dish.description, lang) + (is('long-texts') ? LONG.repeat(4) : ''),
      ...Object.fromEntries(Object.entries(dish.texts ?? {}).map(([field, texts]) => [field, say(texts, lang)])),
      ...media(dish.picture),
      sizes,
      extras,
      variants: (dish.variants ?? []).map((variant) => toVariant(variant, lang)),
      ...(dish.additives === undefined ? {} : { additives: labels(dish.additives, ADDITIVES, lang) }),
      ...(dish.allergens === undefined ? {} : { allergens: labels(dish.allergens, ALLERGENS, lang) }),
    }
  }

  const byCategory = new Map<string, Product[]>()
  for (const { id } of categoryData) {
    const products = dishData.filter((dish) => dish.category === id).map(toProduct)
    if (is('menu-changed')) {
      const [first, , third] = products
      if (first) first.sizes = first.sizes.map((size) => ({ ...size, price: priced(size.price + 1) }))
      if (third) [third.extras, third.variants] = [[], []]
      products.splice(1, 1)
    }
    byCategory.set(String(id), is('engine') ? stocked(products) : products)
  }
  const products = new Map([...byCategory.values()].flat().map((product) => [String(product.id), product]))

  const categories: Category[] = categoryData.map((category) => ({
    id: category.id,
    name: say(category.name, lang) + (is('long-texts') ? LONG.slice(0, 40) : ''),
    description: say(category.description, lang),
    ...media(category.picture, shop.data.galleries.includes(category.id) ? category.gallery : []),
  }))

  const combos: Menu[] = (is('empty-menu') || is('no-menus') ? [] : COMBOS)
    .filter((combo) => shop.data.combos.includes(combo.id))
    .map((combo) => ({
      id: combo.id,
      name: say(combo.name, lang),
      description: say(combo.description, lang),
      price: combo.price,
      discount: combo.discount,
      ...media(combo.picture),
      items: combo.slots.map((slot): MenuItem => {
        const category = CATEGORIES.find(({ id }) => id === slot.category)
        // What can be added belongs to the slot: its dishes come in one size and without choices of their own.
        const dishes = slot.dishes
          .map((id) => DISHES.find((dish) => dish.id === id))
          .filter((dish) => dish !== undefined && !shop.data.without.includes(dish.id))
        return {
          id: slot.id,
          size: { id: slot.id, name: word(slot.size, lang), categoryName: category ? say(category.name, lang) : '' },
          products: dishes.map((dish) => {
            const product = toProduct(dish as DishData)
            const { available, maxQty } = products.get(String(product.id)) ?? {}
            const stock = { ...(available === undefined ? {} : { available }), ...(maxQty === undefined ? {} : { maxQty }) }
            return { ...product, ...stock, sizes: product.sizes.slice(slot.sizeIndex, slot.sizeIndex + 1), extras: [], variants: [] }
          }),
          extras: (slot.extras ?? []).map(([id, name, price]) => ({ id, name: word(name, lang), prices: [{ sizeId: slot.id, price }] })),
          variants: (slot.variants ?? []).map((variant) => toVariant(variant, lang)),
        }
      }),
    }))
  const menus = is('engine') ? stockedMenus(combos) : combos

  return {
    categories,
    menus,
    productsOf: (categoryId) => byCategory.get(categoryId) ?? null,
    product: (id) => products.get(id) ?? null,
    menu: (id) => menus.find((menu) => String(menu.id) === id) ?? null,
    image,
  }
}
