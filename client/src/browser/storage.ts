import { createStore } from '../createStore.ts'

/**
 * All keys that the shop stores in the browser (docs/specification.md section 9). The specification fixes `token`, `lang`, `branchUrl`, `cart` and
 * `table`; all others have the prefix `tablefront:`.
 */
export const storedKeys = {
  /** The login: a handle, or the upstream's token with TABLEFRONT_TOKEN_CUSTODY=browser. */
  token: 'token',
  lang: 'lang',
  branchUrl: 'branchUrl',
  /** The cart of the current branch; another branch's is parked under `cart@<branchUrl>`. */
  cart: 'cart',
  /** Delivery type, area and time as chosen on the menu or in the checkout, per branch. */
  delivery: 'tablefront:delivery',
  /** Orders that are not settled: without an answer, or waiting for their payment. */
  orders: 'tablefront:orders',
  /** Orders of this browser, so that the `purchase` event of each is dispatched once. */
  purchases: 'tablefront:purchases',
  /** A payment from which the customer has returned, and whose result is unknown. */
  openPayment: 'tablefront:open-payment',
  /** A hash of the customer who was last signed in; removed at logout. */
  customer: 'tablefront:customer',
  /** Orders placed on this device without an account, newest first. */
  guestOrders: 'tablefront:guest-orders',
  /** Whether the last visit showed usual dishes: their space is then reserved. */
  usual: 'tablefront:usual',
  /** Whether the last visit showed an order above the menu: its space is then reserved. */
  strip: 'tablefront:strip',
  /** What a guest has allowed this device to fill in the next time. */
  remembered: 'tablefront:remembered',
  /** Products marked as favourites, per branch. */
  favourites: 'tablefront:favourites',
  /** Light or dark, where the customer has chosen (client/src/scheme.ts reads it, too). */
  scheme: 'tablefront:scheme',
  allergens: 'tablefront:allergens',
  /** The social provider that the customer signed in with, to sign out of it at logout. */
  social: 'tablefront:social',
  /** The answers about the operator's own code, by name (docs/tags.md). */
  consent: 'tablefront:consent',
  /** The number of visits of this device, counted up to a few. */
  visits: 'tablefront:visits',
} as const

export const sessionKeys = {
  table: 'table',
  /** The table at which this tab's guest sits until the login ends, with its code; unlike `table`, an order does not remove it. */
  tableSession: 'tablefront:sitting',
  /** Whose drafts this tab has: a hash of the customer who was last signed in here, or of the login until /me tells the customer. */
  customer: 'tablefront:customer',
  /** Set once this tab's visit has begun: a reload is no new visit. */
  visited: 'tablefront:visited',
  /** Whether the pop-up page was shown in this session. */
  popup: 'tablefront:popup',
  formDraft: 'tablefront:form',
  /** The reservation without a response: its key and what was sent. */
  reservation: 'tablefront:reservation',
  /** Payments whose result was shown. */
  paymentsSeen: 'tablefront:payments',
  scrollPositions: 'tablefront:places',
  /** The branch whose cart was left for a branch without one: its dishes can be taken along. */
  leftBranch: 'tablefront:left-branch',
  /** A shared cart that is opened after switching to its branch. */
  sharedCart: 'tablefront:shared-cart',
  /** Whether the backend quotes carts, per branch. */
  quotes: 'tablefront:quotes',
  orderNotices: 'tablefront:order-notices',
} as const

/** The key of the parked cart of a branch that is not the chosen one; null is the main host. */
export function parkedCartKey(branchUrl: string | null): string {
  return `${storedKeys.cart}@${branchUrl ?? ''}`
}

export function isCartKey(key: string): boolean {
  return key === storedKeys.cart || key.startsWith(`${storedKeys.cart}@`)
}

/** A text storage that never throws: if the browser's is blocked, full or broken, values are kept in memory for this visit (docs/failures.md F22). */
export interface TextStore {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  /** Whether the browser stores what is written now. */
  works: () => boolean
  keys: () => string[]
  /** The parsed JSON of a key; null if there is none or it can't be parsed. The caller checks the shape. */
  readJson: (key: string) => unknown
  writeJson: (key: string, value: unknown) => void
  /** Calls the listener with each key that this page writes or removes. Returns the function that stops it. */
  onWrite: (listener: (key: string) => void) => () => void
}

const failed = createStore(false)

/** Written and removed at once. */
const probe = 'tablefront:probe'

/** Calls the listener once when the browser could not store something. */
export function onStorageFailure(listener: () => void): () => void {
  if (failed.get()) listener()
  return failed.subscribe(listener)
}

/** Creates a TextStore over a browser storage, which may be missing or throw at every access. */
export function storeOver(open: () => Storage): TextStore {
  const memory = new Map<string, string | null>()
  const written = createStore<{ key: string } | null>(null)
  const attempt = <T>(access: (storage: Storage) => T): { done: boolean; value?: T } => {
    try {
      return { done: true, value: access(open()) }
    } catch {
      return { done: false }
    }
  }
  const store: TextStore = {
    read: (key) => {
      const kept = memory.get(key)
      if (kept !== undefined) return kept
      return attempt((storage) => storage.getItem(key)).value ?? null
    },
    write: (key, value) => {
      if (attempt((storage) => storage.setItem(key, value)).done) memory.delete(key)
      else {
        memory.set(key, value)
        failed.set(true)
      }
      written.set({ key })
    },
    remove: (key) => {
      if (attempt((storage) => storage.removeItem(key)).done) memory.delete(key)
      else memory.set(key, null)
      written.set({ key })
    },
    works: () =>
      attempt((storage) => {
        storage.setItem(probe, '')
        storage.removeItem(probe)
      }).done,
    keys: () => {
      const kept = attempt((storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')).value ?? []
      return [...new Set([...kept, ...memory.keys()])]
    },
    readJson: (key) => {
      const text = store.read(key)
      if (text === null) return null
      try {
        return JSON.parse(text) as unknown
      } catch {
        return null
      }
    },
    writeJson: (key, value) => store.write(key, JSON.stringify(value)),
    onWrite: (listener) => written.subscribe(() => listener(written.get()?.key ?? '')),
  }
  return store
}

export const local = storeOver(() => window.localStorage)
export const session = storeOver(() => window.sessionStorage)

/**
 * Calls the listener when another tab changed a key that `concerns` accepts, and when the page is shown again from the back-forward cache, where it has
 * missed all changes. Returns the function that stops it.
 */
export function onStoredElsewhere(concerns: (key: string) => boolean, listener: () => void): () => void {
  const notify = (event: StorageEvent): void => {
    // A null key means that the other tab cleared the storage.
    if (event.key === null || concerns(event.key)) listener()
  }
  const restored = (event: PageTransitionEvent): void => {
    if (event.persisted) listener()
  }
  window.addEventListener('storage', notify)
  window.addEventListener('pageshow', restored)
  return () => {
    window.removeEventListener('storage', notify)
    window.removeEventListener('pageshow', restored)
  }
}
