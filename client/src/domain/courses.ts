/** What a category offers beside the main dishes. */
export type Course = 'drink' | 'side' | 'dessert'

/**
 * The words by which a category's name is recognised, in the languages that restaurants write their menus in; a name's word counts if it begins with one
 * of them. Words of up to four letters count only as a whole.
 */
const words: Readonly<Record<Course, readonly string[]>> = {
  drink:
    'getränke getränk alkoholfrei softdrinks drinks drink beverages bier biere wein weine wasser saft säfte kaffee tee tees cocktails limonaden beer beers wine wines coffee tea juices soft içecek içecekler bira şarap kahve çay meşrubat boissons bevande bebidas vin vino مشروبات المشروبات عصائر قهوة شاي بيرة نبيذ'.split(
      ' ',
    ),
  side: 'beilagen beilage snacks sides side dips saucen soßen extras fingerfood garnitür garnitürler mezeler meze contorni accompagnements جانبية صلصات'.split(
    ' ',
  ),
  dessert:
    'desserts dessert nachtisch nachspeisen süßes süßspeisen kuchen eis sweets cakes cake ice tatlı tatlılar dondurma dolci postres حلويات الحلويات'.split(
      ' ',
    ),
}

/** The course of a category by its name; null for a main dish, or if the name says nothing. */
export function courseOf(category: string): Course | null {
  const named = category.toLocaleLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
  const course = (Object.keys(words) as Course[]).find((one) =>
    words[one].some((word) => named.some((part) => part === word || (word.length > 4 && part.startsWith(word)))),
  )
  return course ?? null
}

/** What customers call a course, in the languages of the shop's own texts: its dishes are found by these as well. */
export const courseWords: Readonly<Record<Course, string>> = {
  drink: 'Getränke Drinks Beverages İçecekler مشروبات',
  side: 'Beilagen Sides Garnitür أطباق جانبية',
  dessert: 'Desserts Nachtisch Nachspeisen Süßes Sweets Tatlılar حلويات',
}
