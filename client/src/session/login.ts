import { queryOptions } from '@tanstack/react-query'
import type { User } from '../../../contracts/types.ts'
import { ApiError, isNotFound } from '../api/apiError.ts'
import { call } from '../api/http.ts'
import type { Caller } from '../api/scope.ts'
import { queryClient } from '../api/queryClient.ts'
import { forgetContact } from '../orderState/transitions.ts'
import { createStore } from '../createStore.ts'
import { withoutNames } from '../domain/cart.ts'
import { readCart } from '../domain/storedCart.ts'
import { isRecord } from '../domain/wire.ts'
import { caller, changeIdentity, identity, personalKey, useIdentity } from './identity.ts'
import { refreshOfflineCache } from '../browser/offline.ts'
import { customerHash, hashOf, isSame, loginHash, markIn, type Mark } from './customer.ts'
import { useShopQuery } from './useShopQuery.ts'
import { isCartKey, local, session, sessionKeys, storedKeys } from '../browser/storage.ts'

/**
 * The signed-in user (docs/specification.md section 4). Requested only with a token. 401, 403 and the backend's own 404 mean that nobody is signed in;
 * after any other failure the login stays as it is.
 */
export const meQuery = (scope: Caller) =>
  queryOptions({
    queryKey: personalKey(scope),
    // Without its signal: the check of an expired login ends although no screen asks any more, and what was known before is not restored.
    queryFn: async ({ queryKey: [asker] }): Promise<User | null> => {
      if (asker.token === null) return null
      try {
        const user = await call('GET /me', { identity: asker })
        if (identity().token === asker.token) recordCustomer(user)
        return user
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) expire(asker.token)
        if (error instanceof ApiError && ([401, 403].includes(error.status) || isNotFound(error))) return null
        throw error
      }
    },
    staleTime: 60_000,
  })

/** The login has expired; until the next login or logout. */
let expired = false

/** An expired token must not be sent with later calls; what was typed stays. */
function expire(token: string): void {
  if (local.read(storedKeys.token) === token) local.remove(storedKeys.token)
  if (identity().token !== token) return
  expired = true
  // The query of /me itself is still running; its result is that nobody is signed in. What else is being fetched would be restored.
  queryClient.removeQueries({
    predicate: ({ queryKey: [, what, ...rest], state }) => what === 'me' && (rest.length > 0 || state.fetchStatus === 'idle'),
  })
  changeIdentity({ token: null })
}

/** The login state that guards and screens use (docs/specification.md section 6). */
export interface Login {
  /** Null while logged out or not known yet. */
  user: User | null
  /** docs/specification.md section 4: true when /me has succeeded. */
  loggedIn: boolean
  /** A table session: `is_generated` is set. */
  isTable: boolean
  /** Logged in with an account, which has orders, addresses and points. */
  hasAccount: boolean
  /** There is a token, and /me is pending. */
  checking: boolean
  /** There is a token, and /me failed: whether the token is valid is unknown. */
  unanswered: boolean
  /** Logged in as far as is known: a token whose check is pending or failed is taken as valid. */
  presumed: boolean
  /** The token expired during the visit. */
  expired: boolean
}

function loginOf(user: User | null | undefined, checking: boolean, unanswered = false): Login {
  const loggedIn = user !== null && user !== undefined
  const isTable = user?.is_generated === true
  return {
    user: user ?? null,
    loggedIn,
    isTable,
    hasAccount: loggedIn && !isTable,
    checking,
    unanswered,
    presumed: loggedIn || checking || unanswered,
    expired,
  }
}

/** The login state inside a component. */
export function useLogin(): Login {
  const { token } = useIdentity()
  const me = useShopQuery(meQuery, { enabled: token !== null })
  return token === null ? loginOf(null, false) : loginOf(me.data, me.isPending, me.isError && me.data === undefined)
}

/** How long what depends on the login waits for its check, in milliseconds; after that it continues without a result. */
const loginCheckTimeout = 3000

/** The login state outside of components: waits for /me if there is a token, up to the timeout in milliseconds. */
export async function currentLogin(timeout = loginCheckTimeout): Promise<Login> {
  if (identity().token === null) return loginOf(null, false)
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeout))
  const user = await Promise.race([queryClient.query({ ...meQuery(caller()), staleTime: 'static' }).catch(() => undefined), late])
  return loginOf(user, false, user === undefined)
}

/** Stores a token and checks it (docs/specification.md section 4). Returns the state after the check. */
export async function login(token: string): Promise<Login> {
  local.write(storedKeys.token, token)
  expired = false
  removePersonal()
  changeIdentity({ token })
  recordLogin(token)
  return currentLogin()
}

/** Refetches /me after a call was rejected, so that an expired login ends everywhere on the screen. */
export function checkLoginAgain(refused: Caller): void {
  if (refused.token !== identity().token) return
  // /me may be pending already; the rejected call may even be /me itself.
  if (queryClient.isFetching({ queryKey: meQuery(caller()).queryKey, exact: true }) > 0) return
  void queryClient.invalidateQueries({ queryKey: meQuery(caller()).queryKey, exact: true })
}

const logouts = createStore(0)

/** Registers a listener for logout: signing out of the social provider. */
export const onLogout = logouts.subscribe

/** The timeout of the logout call, in milliseconds. */
const logoutTimeout = 5000
let logoutCall: Promise<unknown> = Promise.resolve()

/** Logs out: at once on this device, and at the server in the background. Also signs out of the social provider. The caller navigates home. */
export function logout(): void {
  const left = caller()
  forgetLogin()
  refreshOfflineCache('logout')
  logouts.set(logouts.get() + 1)
  // A failure is ignored: without its token the login is over on this device.
  logoutCall = call('POST /me/logout', { identity: left, timeout: logoutTimeout }).catch(() => undefined)
}

/** Resolves when the last logout call is finished: a late response would end a login that begins before it. */
export async function afterLogout(): Promise<void> {
  await logoutCall
}

/** Removes the login and all personal data of the customer from this device. Dishes belong to the browser: carts stay. */
export function forgetLogin(): void {
  // The customer's hash is removed first: other tabs distinguish a logout from an expired login by it.
  local.remove(storedKeys.customer)
  removePersonalData()
  local.remove(storedKeys.token)
  customerLeft(null)
}

/** Removes what a customer leaves in the browser's storage: usual dishes, destination, the names in cart lines, and what an open attempt was sent with. */
function removePersonalData(): void {
  for (const key of [storedKeys.usual, storedKeys.strip, storedKeys.delivery, storedKeys.remembered]) local.remove(key)
  for (const key of local.keys().filter(isCartKey)) {
    const stored = local.readJson(key)
    // What else a cart names, such as its branch, stays.
    local.writeJson(key, { ...(isRecord(stored) && stored), ...withoutNames(readCart(stored)) })
  }
  forgetContact()
}

/** The customer has logged out, here or in another tab: removes all personal data from this tab. `token`: the login that is stored instead. */
export function customerLeft(token: string | null): void {
  expired = false
  for (const key of [sessionKeys.table, sessionKeys.tableSession, sessionKeys.customer]) session.remove(key)
  removeTyped()
  removePersonal()
  changeIdentity({ token, table: null }, true)
  recordLogin(token)
}

/** The login has expired in another tab; what is typed here stays. */
export function loginExpired(): void {
  recogniseCustomer()
  expired = true
  removePersonal()
  changeIdentity({ token: null })
}

function removePersonal(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === 'me' })
}

/**
 * Whether the customer of this tab has logged out in another tab. A logout removes the stored customer's hash, an expired login does not. Before /me has been
 * answered there is no such hash, and this tab's login must still be the stored one (`storedToken`).
 */
export function hasLeft(storedToken: string | null): boolean {
  const here = session.read(sessionKeys.customer)
  return here !== null && customerHash() === '' && here !== loginHash(storedToken)
}

/** Records that this tab's drafts belong to this login; recordCustomer replaces its hash by the customer's. */
function recordLogin(token: string | null): void {
  if (token !== null && session.read(sessionKeys.customer) === null) session.write(sessionKeys.customer, loginHash(token))
}

/** Records whose browser and tab this is. After an expired login another customer may log in: personal data of the previous one is removed. */
function recordCustomer(user: User): void {
  const mark: Mark = { customer: hashOf(`${user.is_generated === true ? 'table' : 'customer'} ${user.email}`), login: loginHash() }
  const stored = markIn(local, storedKeys.customer)
  const here = markIn(session, sessionKeys.customer)
  const typed = here === null || here.customer === mark.login ? stored : here
  for (const [store, key] of [
    [local, storedKeys.customer],
    [session, sessionKeys.customer],
  ] as const)
    store.write(key, `${mark.customer} ${mark.login}`)
  // A customer who scans a table's code stays the same person.
  if (user.is_generated === true) return
  if (stored !== null && !isSame(stored, mark)) removePersonalData()
  if (typed === null || isSame(typed, mark)) return
  removeTyped()
  changeIdentity({}, true)
}

/** Called at start: the customer may have logged out in another tab while this page was closed. */
export function startLogin(): void {
  recogniseCustomer()
  const here = markIn(session, sessionKeys.customer)
  const stored = markIn(local, storedKeys.customer)
  const { token } = identity()
  if (here !== null && !(stored !== null && isSame(here, stored)) && here.customer !== loginHash(token)) {
    session.remove(sessionKeys.customer)
    removeTyped()
  }
  recordLogin(token)
}

/** This tab's drafts belong to a login whose customer another tab knows: they are that customer's from now on, whatever becomes of the login. */
function recogniseCustomer(): void {
  const stored = markIn(local, storedKeys.customer)
  if (stored !== null && stored.login === session.read(sessionKeys.customer))
    session.write(sessionKeys.customer, `${stored.customer} ${stored.login}`)
}

function removeTyped(): void {
  for (const key of [sessionKeys.formDraft, sessionKeys.reservation]) session.remove(key)
}
