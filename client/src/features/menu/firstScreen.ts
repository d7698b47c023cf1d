/**
 * What the first screen of the menu contains: the BFF writes as much into the page (client/src/first), and the client loads the same images first.
 */
export const firstScreen = {
  /** Cards of the first section: combos, or products where there are none. */
  menus: 4,
  products: 8,
  /** How many images are loaded eagerly; the first one is the LCP image. */
  eagerMenus: 2,
  eagerProducts: 3,
  eagerSlides: 3,
} as const
