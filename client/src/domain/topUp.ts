import { judgeProduct } from './allergens.ts'
import type { StoredCart } from './cart.ts'
import { productLine, type ProductCartLine } from './cartLine.ts'
import { courseOf, type Course } from './courses.ts'
import { sameId } from './ids.ts'
import type { Currency, Minor } from './money.ts'
import { initialProductChoice, needsNoChoice, startingPrice } from './pricing.ts'
import type { WholeMenu } from './reorder.ts'

const OFFERED = 3

const courses: readonly Course[] = ['drink', 'side', 'dessert']

/** What a dish is ranked by; smaller is better. */
interface Ranked {
  dish: WholeMenu['products'][number]
  /** What customers add to a main dish; null if the category's name says nothing. */
  course: Course | null
  rank: number
  distance: Minor
}

/**
 * Dishes that bring a cart to a sum, each as the line that one press adds: what people add to a meal, namely a drink, a side and a dessert, one of each that
 * the cart lacks; then other dishes. Of each kind first those of a category that is in the cart already and that cost hardly more than what is missing (at
 * most twice as much), then the cheapest that close the gap alone, then those that come closest to it. Left out is what needs a
 * choice, costs nothing, is in the cart, or is not known to fit the allergen filter. Of equals the menu's order decides.
 */
export function topUpDishes(
  menu: WholeMenu['products'],
  cart: StoredCart,
  missing: Minor,
  avoided: ReadonlySet<string>,
  currency: Currency,
): ProductCartLine[] {
  if (missing <= 0) return []
  const inCart = cart.items.filter((line) => line.type === 'productItem')
  const ranked: Ranked[] = []
  for (const dish of menu) {
    const { product, categoryId } = dish
    const price = startingPrice(product, currency)?.price ?? 0
    if (price <= 0 || !needsNoChoice(product) || judgeProduct(product, avoided).kind !== 'fits') continue
    // The same dish may stand in two categories.
    if (inCart.some((line) => sameId(line.productId, product.id)) || ranked.some(({ dish: other }) => sameId(other.product.id, product.id)))
      continue
    const familiar = inCart.some((line) => sameId(line.categoryId, categoryId))
    const rank = price < missing ? 2 : familiar && price <= 2 * missing ? 0 : 1
    ranked.push({ dish, course: courseOf(dish.category ?? ''), rank, distance: Math.abs(price - missing) })
  }
  ranked.sort((a, b) => a.rank - b.rank || a.distance - b.distance)
  const inCourse = menu.flatMap(({ category, categoryId }) =>
    inCart.some((line) => sameId(line.categoryId, categoryId)) ? [courseOf(category ?? '')] : [],
  )
  const added = courses.flatMap((course) => (inCourse.includes(course) ? [] : (ranked.find((each) => each.course === course) ?? [])))
  return [...added, ...ranked.filter((each) => !added.includes(each))]
    .flatMap(({ dish: { product, categoryId } }) => productLine(product, initialProductChoice(product), 1, currency, categoryId) ?? [])
    .slice(0, OFFERED)
}
