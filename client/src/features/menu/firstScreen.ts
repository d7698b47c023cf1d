/** What the first screen of the menu shows: the BFF writes as much into the page (client/src/first), and the shop loads the same pictures first. */
export const firstScreen = {
  /** Cards of the first section: fixed-price menus, or products where there are none. */
  menus: 4,
  products: 8,
  /** How many of these have a picture that is loaded at once; the very first is the lead picture. */
  eagerMenus: 2,
  eagerProducts: 3,
  eagerSlides: 3,
} as const
