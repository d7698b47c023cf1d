// `node scripts/stored.ts` writes the table of what the shop stores in a browser into docs/operator.md: an operator's privacy policy needs it. The types
// require a row for every key of client/src/browser/storage.ts; a test compares the page with this file.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isCartKey, sessionKeys, storedKeys } from '../client/src/browser/storage.ts'

/** What it is for, what it contains, how long it stays. */
type Row = readonly [purpose: string, content: string, life: string]

const untilRemoved = 'until the browser’s data is deleted'
const tab = 'as long as the tab'
const year = 'a year'
const byBackend = 'as the backend says'

/** Cookies, of the BFF (bff/session, bff/cookiejar) and of the client (plainCookies.ts, start.ts). */
const cookies: Record<string, Row> = {
  '`__Host-tf_session` (`tf_session` without https)': [
    'the login; scripts can’t read it',
    'the backend’s token, encrypted',
    'as long as the login',
  ],
  '`tf.<branch>.…`': ['the backend’s own cookies, separate for each branch; scripts can’t read them', 'as the backend says', byBackend],
  '`XSRF-TOKEN`': ['the backend’s protection against cross-site request forgery', 'a random value', byBackend],
  '`branch`, `lang`': ['the first page is the right one', 'the chosen branch’s address, the language', year],
  '`styles`': ['the first page does not contain styles that the browser has', 'the name of a file', year],
}

const stored: Record<keyof typeof storedKeys, Row> = {
  token: ['the login', 'a random handle; with `TABLEFRONT_TOKEN_CUSTODY=browser` the backend’s token', 'as long as the login'],
  lang: ['the language', 'a language', untilRemoved],
  branchUrl: ['the chosen branch', 'its address', untilRemoved],
  cart: [
    'the carts, one for each branch (`cart@…`)',
    'dishes, remarks, names of persons that a customer gave to lines',
    'until ordered or emptied; a logout removes the names',
  ],
  delivery: ['the next order begins as the last one', 'delivery or takeaway, area, time', 'until a logout'],
  orders: [
    'an order is never sent twice, and one that waits for its payment can be paid or given up',
    'the order as it was sent: name, telephone number, e-mail address, address, dishes; once it waits for its payment its code, total and payment page; hashes of the login and the customer',
    'until its outcome is known, it is paid or given up; a logout removes the personal parts',
  ],
  purchases: [
    'the event `purchase` is dispatched once for each order (tags.md)',
    'branch and code of the last 50 orders; dishes and amounts until it is dispatched',
    untilRemoved,
  ],
  openPayment: ['a payment whose result is unknown is checked again', 'the payment’s id and its branch', 'until the result is known'],
  customer: ['drafts and orders are those of the customer who is signed in', 'a hash of the customer', 'until a logout'],
  guestOrders: ['a guest finds the last orders again', 'the last five orders with dishes, amounts and address', untilRemoved],
  usual: ['the space of usual dishes is reserved', 'that there were some', 'until a logout'],
  strip: ['the space of an order above the menu is reserved', 'whether there was one', 'until a logout'],
  remembered: [
    'the form is filled in the next time, if a guest has ticked "Remember on this device"',
    'name, e-mail address, telephone number, address, payment method',
    'until it is unticked, or a logout',
  ],
  favourites: ['favourite dishes', 'their ids, by branch', untilRemoved],
  scheme: ['light or dark', 'the choice', untilRemoved],
  allergens: [
    'dishes with certain allergens are marked or hidden',
    'the allergens to avoid (they say something about health)',
    'until the filter is cleared',
  ],
  social: ['a logout also signs out of the provider', 'google or facebook', 'until a logout'],
  consent: ['what the customer has answered about the operator’s own code', 'the answers, by purpose', untilRemoved],
  visits: ['the offer to install the shop appears to regular customers only', 'a number up to a few', untilRemoved],
}

const inTab: Record<keyof typeof sessionKeys, Row> = {
  table: ['the table that orders come from', 'its id and name', 'until ordered, at most as long as the tab'],
  tableSession: [
    'a guest at a table orders again without scanning',
    'the table with its code',
    'until the table’s login ends, at most as long as the tab',
  ],
  customer: ['drafts of another customer are removed', 'a hash of the customer or the login', tab],
  visited: ['a reload is no new visit', 'that the visit has begun', tab],
  popup: ['the pop-up is shown once', 'that it was shown', tab],
  formDraft: ['what was typed survives a reload', 'what was typed into forms, never passwords', 'until sent, at most as long as the tab'],
  reservation: ['a reservation is never sent twice', 'the reservation as it was sent', 'until it is answered, at most as long as the tab'],
  paymentsSeen: ['a payment’s result is shown once', 'ids of the last 20 payments', tab],
  scrollPositions: ['back leads to the same place', 'scroll positions', tab],
  leftBranch: ['the dishes in the cart of the branch that was left can be taken along', 'the branch’s address', tab],
  sharedCart: ['a cart by link is opened after a switch to its branch', 'the cart', 'until it is opened'],
  quotes: ['the price is asked for only where the backend computes it', 'a switch for each branch', tab],
  orderNotices: ['notifications about orders, where the customer asked for them', 'codes of orders', tab],
}

const caches: Record<string, Row> = {
  'caches `tablefront-…`': [
    'offline visits',
    'the client’s files, the page and the public menu; no customer data',
    'files until the next version, the menu until a logout',
  ],
}

/** The table, as Markdown. */
export function table(): string {
  const rows = (where: string, of: Record<string, Row>, named: (key: string) => string): string[] =>
    Object.entries(of).map(([key, cells]) => `| ${[`${where}${named(key)}`, ...cells].join(' | ')} |`)
  return [
    '| in the browser | what for | content | how long |',
    '|---|---|---|---|',
    ...rows('cookie ', cookies, (key) => key),
    ...rows('localStorage ', stored, (key) => `\`${storedKeys[key as keyof typeof storedKeys]}\``),
    ...rows('sessionStorage ', inTab, (key) => `\`${sessionKeys[key as keyof typeof sessionKeys]}\``),
    ...rows('', caches, (key) => key),
  ].join('\n')
}

/** Of what a browser has stored, all that is not in the table. */
export function unlisted(found: {
  cookies: string[]
  local: string[]
  session: string[]
  caches: string[]
  databases: string[]
}): string[] {
  const inTable = (keys: object, key: string): boolean => (Object.values(keys) as unknown[]).includes(key)
  return [
    ...found.cookies
      .filter((name) => !/^(?:(?:__Host-)?tf_session|tf\.[0-9a-f]+\..+|XSRF-TOKEN|branch|lang|styles)$/.test(name))
      .map((name) => `cookie ${name}`),
    ...found.local.filter((key) => !inTable(storedKeys, key) && !isCartKey(key)).map((key) => `localStorage ${key}`),
    ...found.session.filter((key) => !inTable(sessionKeys, key)).map((key) => `sessionStorage ${key}`),
    ...found.caches.filter((name) => !name.startsWith('tablefront-')).map((name) => `cache ${name}`),
    ...found.databases.map((name) => `database ${name}`),
  ]
}

/** The page with the table between its first row and the next empty line replaced. */
export function withTable(page: string): string {
  const from = page.indexOf('| in the browser |')
  const to = page.indexOf('\n\n', from)
  if (from < 0 || to < 0) throw new Error('docs/operator.md has no table "in the browser"')
  return page.slice(0, from) + table() + page.slice(to)
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../docs/operator.md')
  writeFileSync(file, withTable(readFileSync(file, 'utf8')))
}
