/** Scenarios: switches for the whole shop, combinable, each with what it is for (docs/architecture.md section 6). Listed in README.md. */

/** What a scenario changes. */
export interface Scenario {
  /** What the customer sees. */
  about: string
  /** Settings it sets, for every branch it is applied to. */
  settings?: Readonly<Record<string, string>>
}

/** Every scenario by name. Those without settings are looked up by name where they matter. */
export const SCENARIOS = {
  open: { about: 'Every branch is open around the clock.' },
  closed: { about: 'Every branch is closed now and opens two hours later; nothing can be ordered for now.' },
  'honest-hours': { about: 'The first branch keeps ordinary hours instead of being open around the clock.' },
  'never-open': { about: 'No opening hours at all: nextOpen is null.' },
  inactive: { about: 'The shop is not active: only the unavailable page shows.' },
  'no-branches': { about: 'One shop without branches: HAS_BRANCH is off and the list is empty.', settings: { HAS_BRANCH: '' } },
  nord: { about: 'Another brand: Nord, one shop without branches, with pictures above the menu; examples/brand has its views.' },
  'old-addresses': { about: 'The old address system.', settings: { USES_NEW_ADDRESS_SYSTEM: '' } },
  'guest-off': { about: 'Only signed-in customers can order.', settings: { ALLOW_GUEST_CHECKOUT: '' } },
  'no-registration': { about: 'Nobody can register.', settings: { ALLOW_REGISTRATION: '' } },
  'no-social': { about: 'No social login.', settings: { ALLOW_SOCIAL_LOGIN: '' } },
  'no-loyalty': { about: 'No points.', settings: { LOYALTY_SYSTEM: '' } },
  'no-reservation': { about: 'No reservations.', settings: { RESERVATION_ENABLED: '' } },
  'no-tip': { about: 'No tip.', settings: { ALLOW_TIP: '' } },
  'no-invoice': { about: 'No invoice option.', settings: { ALLOW_ISSUE_INVOICE: '' } },
  'cart-forgotten': { about: 'A saved cart is not restored at start.', settings: { CART_REMINDER: '' } },
  'delivery-only': { about: 'Delivery only.', settings: { ALLOW_DELIVERY: '1', ALLOW_TAKEAWAY: '', ALLOW_CURBSIDE: '' } },
  'takeaway-only': { about: 'Takeaway only.', settings: { ALLOW_DELIVERY: '', ALLOW_TAKEAWAY: '1', ALLOW_CURBSIDE: '' } },
  'all-ways': { about: 'Delivery, takeaway and curbside.', settings: { ALLOW_DELIVERY: '1', ALLOW_TAKEAWAY: '1', ALLOW_CURBSIDE: '1' } },
  fi: { about: 'The shop is in Finland: payment badges in the footer.', settings: { COUNTRY: 'fi' } },
  za: { about: 'The shop is in South Africa: payment badges in the footer.', settings: { COUNTRY: 'za' } },
  'net-prices': { about: 'Taxes are added to the prices at every branch, not only in Kreuzberg.' },
  engine: {
    about:
      'The backend owns the prices: 10 % off from 30.00, the coupon LOEFFEL5, taxes rounded for each line, sold-out dishes; it quotes carts and answers orders with the order.',
  },
  'no-pictures': { about: 'No picture anywhere.' },
  'broken-pictures': { about: 'Every picture leads to a 404.' },
  'relative-media': { about: 'Pictures have addresses relative to the upstream host.' },
  'no-translations': { about: 'Translations are empty in every language: the source texts show.' },
  'few-translations': { about: 'Some texts have no translation in any language: among translated ones the source texts show.' },
  'plain-translations': { about: 'Translations come as an object instead of a JSON string.' },
  'one-language': { about: 'German only: no language switcher.' },
  bare: { about: 'Every setting is empty, as in a backend that was set up yesterday.' },
  sparse: { about: 'Nothing that the contract calls optional: no descriptions, pictures, extras, texts of states.' },
  unlawful: { about: 'Each duty that `tablefront check --law de` knows is violated; without it the main host violates none.' },
  popup: { about: 'A page opens by itself once per browser session.' },
  'menu-changed': {
    about: 'The first dish of each category costs 1.00 more, the second is gone, extras and options of the third are gone.',
  },
  'many-products': { about: '2,000 dishes in 60 categories.' },
  'no-menus': { about: 'No combos: the products come first.' },
  'empty-menu': { about: 'No categories, dishes or menus.' },
  'long-texts': { about: 'Very long names and descriptions everywhere.' },
  slow: { about: 'Every call takes three seconds.' },
  flaky: { about: 'Every third call fails with 503.' },
  'upstream-down': { about: 'No call is answered: the connection is reset (in the browser: 502 upstream_unreachable).' },
  laravel: {
    about:
      'The backend writes as Laravel with Fractal does: includes in data, pages, decimals and switches as texts, dates without a zone, pictures beside the name, errors by field.',
  },
  proxy: { about: 'A proxy answers for a backend that restarts: its own 404, a 403 of a firewall, a maintenance page with status 200.' },
  'html-errors': { about: 'Every error is an HTML page.' },
  'all-html': { about: 'Every answer is an HTML page with status 200.' },
  'session-expired': { about: 'No token is valid any more.' },
  'busy-kitchen': { about: 'The kitchen confirms no order by itself: the operator does (`POST /__order`).' },
  'quick-kitchen': { about: 'The kitchen confirms after 5 s and is done after 15 s.' },
  'payment-down': { about: 'The payment page can not be reached: checkout with an online provider answers 500.' },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof SCENARIOS

/** Whether this is the name of a scenario. */
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name)
