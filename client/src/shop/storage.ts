/**
 * Everything the shop keeps in the browser, in one list (SPEC.md section 9). `token`, `lang`, `branchUrl`, `cart` and `table` are the names that SPEC.md fixes;
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
  /** The order attempt that has no answer yet: its key and what was sent. */
  attempt: 'tablefront:attempt',
  /** Orders placed on this device without an account, newest first. */
  guestOrders: 'tablefront:guest-orders',
  /** Contact details that a guest asked to be kept. */
  guest: 'tablefront:guest',
  /** Whether the last visit offered usual dishes: the place for them is kept free. */
  usual: 'tablefront:usual',
  /** Products marked as favourites, per branch. */
  favourites: 'tablefront:favourites',
  /** Allergens to avoid. */
  allergens: 'tablefront:allergens',
  /** The social provider that the customer signed in with, to sign out of it at logout. */
  social: 'tablefront:social',
  /** How many visits this device has made, as far as anybody counts: up to a few. */
  visits: 'tablefront:visits',
  /** The last state of the shop, by name, for a visit without a network. */
  scenario: 'tablefront:scenario',
} as const

/** What lives only as long as the browser tab. */
export const sessionKeys = {
  /** The table of a table session: id and name. */
  table: 'table',
  /** This tab has begun its visit: a reload is no new start. */
  visited: 'tablefront:visited',
  /** Whether the pop-up page was shown in this session. */
  popup: 'tablefront:popup',
  /** What was typed into the checkout, so that a reload or a login loses nothing. */
  checkoutDraft: 'tablefront:checkout',
  /** What was typed into other forms, by form name. */
  formDraft: 'tablefront:form',
  /** The reservation that has no answer yet: its key and what was sent. */
  reservation: 'tablefront:reservation',
  /** Payments whose result was shown already. */
  paymentsSeen: 'tablefront:payments',
  /** Where the customer was on each screen of the history. */
  places: 'tablefront:places',
} as const

/** The key under which another branch's cart is parked; null is the main host's. */
export function parkedCartKey(branchUrl: string | null): string {
  return `cart@${branchUrl ?? ''}`
}

/** A text store that never throws: where the browser's is blocked, full or broken, memory takes its place for this visit (HARDENING.md F22). */
export interface Store {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  /** The stored JSON of a key, or null when there is none or it can't be read. The caller still checks the shape. */
  readJson: (key: string) => unknown
  writeJson: (key: string, value: unknown) => void
}

let failed = false
const failureListeners = new Set<() => void>()

/** Calls back once when something could not be kept by the browser, so that the shop can say so. */
export function onStorageFailure(listener: () => void): () => void {
  failureListeners.add(listener)
  if (failed) listener()
  return () => failureListeners.delete(listener)
}

function reportFailure(): void {
  if (failed) return
  failed = true
  for (const listener of failureListeners) listener()
}

/** Makes a Store over a browser storage, which may be missing or throw on every touch. */
export function storeOver(open: () => Storage): Store {
  const memory = new Map<string, string | null>()
  const attempt = <T>(touch: (storage: Storage) => T): { done: boolean; value?: T } => {
    try {
      return { done: true, value: touch(open()) }
    } catch {
      return { done: false }
    }
  }
  const store: Store = {
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
      reportFailure()
    },
    remove: (key) => {
      if (attempt((storage) => storage.removeItem(key)).done) memory.delete(key)
      else memory.set(key, null)
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

/** Calls back when another tab changed one of the given keys (two tabs agree, DESIGN.md section 5). */
export function onStoredElsewhere(keys: readonly string[], listener: (key: string) => void): () => void {
  const hear = (event: StorageEvent): void => {
    // A null key means that the other tab emptied everything.
    if (event.key === null) for (const key of keys) listener(key)
    else if (keys.includes(event.key)) listener(event.key)
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
