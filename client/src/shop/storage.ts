import { createStore } from '../createStore.ts'

/**
 * Everything the shop keeps in the browser, in one list (docs/specification.md section 9). `token`, `lang`, `branchUrl`, `cart` and `table` are the names that docs/specification.md fixes;
 * what the shop adds carries the prefix `tablefront:`.
 */
export const storedKeys = {
  /** The login: a handle, or the upstream's token where the custody is the browser's. */
  token: 'token',
  /** The selected language. */
  lang: 'lang',
  /** The chosen branch's url. */
  branchUrl: 'branchUrl',
  /** The cart of the current branch; another branch's is parked under `cart@<branchUrl>`. */
  cart: 'cart',
  /** Delivery type, area and time as chosen on the menu or in the checkout, per branch. */
  delivery: 'tablefront:delivery',
  /** The order attempts that have no answer yet, per branch: their keys and what was sent. */
  attempt: 'tablefront:attempt',
  /** Orders that wait for the payment page's word, per branch. */
  payments: 'tablefront:payments',
  /** A mark of the customer who was last signed in; gone after a logout. */
  customer: 'tablefront:customer',
  /** Orders placed on this device without an account, newest first. */
  guestOrders: 'tablefront:guest-orders',
  /** Whether the last visit offered usual dishes: the place for them is kept free. */
  usual: 'tablefront:usual',
  /** Products marked as favourites, per branch. */
  favourites: 'tablefront:favourites',
  /** Light or dark, where the customer has chosen (client/src/scheme.ts reads it, too). */
  scheme: 'tablefront:scheme',
  /** Allergens to avoid. */
  allergens: 'tablefront:allergens',
  /** A new tab asks whether it is alone, and the others answer. */
  tabAsks: 'tablefront:tab-asks',
  tabHere: 'tablefront:tab-here',
  /** The social provider that the customer signed in with, to sign out of it at logout. */
  social: 'tablefront:social',
  /** How many visits this device has made, as far as anybody counts: up to a few. */
  visits: 'tablefront:visits',
} as const

/** What lives only as long as the browser tab. */
export const sessionKeys = {
  /** The table of a table session: id and name. */
  table: 'table',
  /** The table at which this tab orders until its login ends; an order empties the choice above with its cart. */
  sitting: 'tablefront:sitting',
  /** The mark of the customer who was last signed in in this tab: what is typed here is his. */
  customer: 'tablefront:customer',
  /** This tab has begun its visit: a reload is no new start. */
  visited: 'tablefront:visited',
  /** Whether the pop-up page was shown in this session. */
  popup: 'tablefront:popup',
  /** What was typed into forms, by form name, so that a reload or a login loses nothing. */
  formDraft: 'tablefront:form',
  /** The reservation that has no answer yet: its key and what was sent. */
  reservation: 'tablefront:reservation',
  /** Payments whose result was shown already. */
  paymentsSeen: 'tablefront:payments',
  /** Where the customer was on each screen of the history. */
  places: 'tablefront:places',
  /** A shared cart that waits for the branch it belongs to. */
  sharedCart: 'tablefront:shared-cart',
  /** The orders whose changes are to be told by a notification, by their codes. */
  orderNotices: 'tablefront:order-notices',
  /** A payment that is not known to be made or refused yet. */
  openPayment: 'tablefront:open-payment',
} as const

/** The key under which the cart of a branch that is not the chosen one is parked; null is the main host's. */
export function parkedCartKey(branchUrl: string | null): string {
  return `${storedKeys.cart}@${branchUrl ?? ''}`
}

/** Whether a key holds a cart, of whichever branch. */
export function isCartKey(key: string): boolean {
  return key === storedKeys.cart || key.startsWith(`${storedKeys.cart}@`)
}

/** A text store that never throws: where the browser's is blocked, full or broken, memory takes its place for this visit (docs/failures.md F22). */
export interface TextStore {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  /** Every key that is kept. */
  keys: () => string[]
  /** The stored JSON of a key, or null when there is none or it can't be read. The caller still checks the shape. */
  readJson: (key: string) => unknown
  writeJson: (key: string, value: unknown) => void
}

const failed = createStore(false)

/** Calls back once when something could not be kept by the browser, so that the shop can say so. */
export function onStorageFailure(listener: () => void): () => void {
  if (failed.get()) listener()
  return failed.subscribe(listener)
}

/** Makes a Store over a browser storage, which may be missing or throw on every touch. */
export function storeOver(open: () => Storage): TextStore {
  const memory = new Map<string, string | null>()
  const attempt = <T>(touch: (storage: Storage) => T): { done: boolean; value?: T } => {
    try {
      return { done: true, value: touch(open()) }
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
      if (attempt((storage) => storage.setItem(key, value)).done) {
        memory.delete(key)
        return
      }
      memory.set(key, value)
      failed.set(true)
    },
    remove: (key) => {
      if (attempt((storage) => storage.removeItem(key)).done) memory.delete(key)
      else memory.set(key, null)
    },
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
  }
  return store
}

/** What outlives the visit. */
export const local = storeOver(() => window.localStorage)
/** What ends with the tab. */
export const session = storeOver(() => window.sessionStorage)

/** Calls back when another tab changed a key that `concerns` takes. Answers how to stop. */
export function onStoredElsewhere(concerns: (key: string) => boolean, listener: () => void): () => void {
  const notify = (event: StorageEvent): void => {
    // A null key means that the other tab emptied everything.
    if (event.key === null || concerns(event.key)) listener()
  }
  window.addEventListener('storage', notify)
  return () => window.removeEventListener('storage', notify)
}
