import { queryOptions, useQuery } from '@tanstack/react-query'
import type { User } from '../../../contracts/types.ts'
import { ApiError } from '../api/apiError.ts'
import { call } from '../api/http.ts'
import type { Caller } from '../api/identity.ts'
import { queryClient } from '../api/queryClient.ts'
import { createStore } from '../createStore.ts'
import { isOn } from '../domain/wire.ts'
import { caller, changeIdentity, identity, useIdentity } from './identity.ts'
import { refreshOfflineCache } from './offline.ts'
import { isCartKey, local, session, sessionKeys, storedKeys } from './storage.ts'

/** The beginning of every query key of the customer's own data: whose they are; when he leaves they are forgotten. */
export const personal = (): readonly [Caller, 'me'] => [caller(), 'me']

/**
 * The signed-in user (docs/specification.md section 4). Only asked with a token. A refusal by name says that there is no such customer; any other failure
 * says nothing, and the login stays as it is.
 */
export const meQuery = queryOptions({
  get queryKey() {
    return personal()
  },
  queryFn: async ({ signal, queryKey: [asker] }): Promise<User | null> => {
    if (asker.token === null) return null
    try {
      const user = await call('GET /me', { signal, identity: asker })
      if (identity().token === asker.token) recordCustomer(user)
      return user
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) expire(asker.token)
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The login ended without the customer's doing; until the next login or logout. */
let expired = false

/** An expired login must not travel with later calls; what was typed stays. */
function expire(token: string): void {
  if (local.read(storedKeys.token) === token) local.remove(storedKeys.token)
  if (identity().token !== token) return
  expired = true
  // The check itself is under way; its answer is that nobody is signed in.
  queryClient.removeQueries({ predicate: ({ queryKey, state }) => queryKey[1] === 'me' && state.fetchStatus === 'idle' })
  changeIdentity({ token: null })
}

/**
 * A mark of a login: equal for the same login, another one after the next, empty for a guest. It tells nothing of the token, so it may be kept beside what
 * was sent under it.
 */
export function loginHash(token: string | null = identity().token): string {
  return token === null ? '' : hashOf(token)
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Who is at the shop: what guards and screens ask (docs/specification.md section 6). */
export interface Login {
  /** Null while logged out or not known yet. */
  user: User | null
  /** docs/specification.md section 4: true when /me has succeeded. */
  loggedIn: boolean
  /** A table session: `is_generated` is set. */
  isTable: boolean
  /** There is a token, and /me has not answered yet. */
  checking: boolean
  /** There is a token, and /me could not be asked: nobody knows yet whether it is good. */
  unanswered: boolean
  /** The login ended while somebody was at work with it: the token expired. */
  expired: boolean
}

const loginOf = (user: User | null | undefined, checking: boolean, unanswered = false): Login => ({
  user: user ?? null,
  loggedIn: user !== null && user !== undefined,
  isTable: isOn(user?.is_generated),
  checking,
  unanswered,
  expired,
})

/** The login state inside a component. */
export function useLogin(): Login {
  const { token } = useIdentity()
  const me = useQuery({ ...meQuery, enabled: token !== null })
  return token === null ? loginOf(null, false) : loginOf(me.data, me.isPending, me.isError && me.data === undefined)
}

/** How long anything waits for the check of the login, in milliseconds; after that it goes on without knowing. */
const loginCheckTimeout = 3000

/** The login state outside of components: waits for /me where a token waits to be checked, but not for ever. */
export async function currentLogin(): Promise<Login> {
  if (identity().token === null) return loginOf(null, false)
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), loginCheckTimeout))
  const user = await Promise.race([queryClient.query({ ...meQuery, staleTime: 'static' }).catch(() => undefined), late])
  return loginOf(user, false, user === undefined)
}

/** Stores a token that the server gave and checks it (docs/specification.md section 4). Answers the state after the check. */
export async function login(token: string): Promise<Login> {
  local.write(storedKeys.token, token)
  expired = false
  removePersonal()
  changeIdentity({ token })
  return currentLogin()
}

/** Asks /me again after a call was refused: an expired login is over everywhere on the screen, not only where it was noticed. */
export function checkLoginAgain(refused: Caller): void {
  if (refused.token !== identity().token) return
  // The question may be under way already; the refused call may even be it.
  if (queryClient.isFetching({ queryKey: meQuery.queryKey, exact: true }) > 0) return
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
}

const logouts = createStore(0)

/** Registers what has to happen at logout besides the shop's own part: signing out of the social provider. */
export const onLogout = logouts.subscribe

/** How long the server may take to hear of a logout, in milliseconds. */
const logoutTimeout = 5000
let logoutCall: Promise<unknown> = Promise.resolve()

/**
 * Ends the login: at once on this device, and the server is told beside it. Also signs out of the social provider. Going home is the caller's.
 */
export function logout(): void {
  const left = caller()
  forgetLogin()
  refreshOfflineCache('logout')
  logouts.set(logouts.get() + 1)
  // Leaving does not fail: without its token the login is over on this device.
  logoutCall = call('POST /me/logout', { identity: left, timeout: logoutTimeout }).catch(() => undefined)
}

/** Resolves when the server has heard of the last logout: its late answer would end a login that begins before. */
export async function afterLogout(): Promise<void> {
  await logoutCall
}

/** Forgets the login on this device, with everything that was the customer's. `keepCarts`: a guest who leaves a table goes on choosing. */
export function forgetLogin({ keepCarts = false } = {}): void {
  // The mark of the customer goes first: other tabs tell a logout from an expired login by it.
  for (const key of [storedKeys.customer, storedKeys.usual, storedKeys.delivery]) local.remove(key)
  if (!keepCarts) removeCarts()
  local.remove(storedKeys.token)
  customerLeft(null)
}

function removeCarts(): void {
  for (const key of local.keys()) if (isCartKey(key)) local.remove(key)
}

/** The customer has left, here or in another tab: nothing of him stays in this tab. `token`: the login that is there instead. */
export function customerLeft(token: string | null): void {
  expired = false
  for (const key of [sessionKeys.table, sessionKeys.sitting, sessionKeys.customer]) session.remove(key)
  removeTyped()
  removePersonal()
  changeIdentity({ token, table: null }, true)
}

/** The login has ended in another tab by itself; what is typed here stays. */
export function loginExpired(): void {
  expired = true
  removePersonal()
  changeIdentity({ token: null })
}

function removePersonal(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === 'me' })
}

/** The mark of the customer who is signed in, or was until the login expired; empty when nobody is known. It tells nothing of him. */
export function customerHash(): string {
  return local.read(storedKeys.customer) ?? ''
}

/** The mark of the customer who was last signed in in this tab; empty when nobody was. */
export function tabCustomerHash(): string {
  return session.read(sessionKeys.customer) ?? ''
}

/** Marks whose browser and tab this is. After an expired login somebody else may log in: what was typed and put into carts was not theirs. */
function recordCustomer(user: User): void {
  const mark = hashOf(`${isOn(user.is_generated) ? 'table' : 'customer'} ${user.email}`)
  const stored = local.read(storedKeys.customer)
  const typed = session.read(sessionKeys.customer) ?? stored
  local.write(storedKeys.customer, mark)
  session.write(sessionKeys.customer, mark)
  // A customer who sits down at a table brings what is in the cart.
  if (isOn(user.is_generated)) return
  if (stored !== null && stored !== mark) {
    for (const key of [storedKeys.usual, storedKeys.delivery]) local.remove(key)
    removeCarts()
  }
  if (typed === null || typed === mark) return
  removeTyped()
  changeIdentity({}, true)
}

/** To be called at start: while this page was not there, the customer may have left in another tab. */
export function startLogin(): void {
  const typed = session.read(sessionKeys.customer)
  if (typed === null || typed === local.read(storedKeys.customer)) return
  session.remove(sessionKeys.customer)
  removeTyped()
}

function removeTyped(): void {
  for (const key of [sessionKeys.formDraft, sessionKeys.reservation]) session.remove(key)
}
