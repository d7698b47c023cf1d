import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { User } from '../../../contracts/types.ts'
import { ApiError } from '../api/apiError.ts'
import { call } from '../api/http.ts'
import { queryClient } from '../api/queryClient.ts'
import { isOn } from '../domain/wire.ts'
import { renewKept } from './offline.ts'
import { local, onStoredElsewhere, session, sessionKeys, storedKeys } from './storage.ts'

/** Query keys of everything that belongs to the customer start with this; logout forgets them. */
export const personal = 'me'

/** The signed-in user (SPEC.md section 4). Only asked with a token; a failed check is ignored, the customer stays logged out. */
export const meQuery = queryOptions({
  queryKey: [personal],
  queryFn: async ({ signal }): Promise<User | null> => {
    const asked = storedToken()
    if (asked === null) return null
    try {
      return await call('GET /me', { signal })
    } catch (error) {
      // An expired login must not travel with every later call; a failing upstream is no reason to lose one.
      if (error instanceof ApiError && error.status === 401 && storedToken() === asked) {
        expired = true
        forgetToken()
      }
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return null
      throw error
    }
  },
  staleTime: 60_000,
})

/** The stored login token, null when there is none. */
export function storedToken(): string | null {
  const token = local.read(storedKeys.token)
  return token === null || token === '' ? null : token
}

/** The login ended without the customer's doing; until the next login or logout. */
let expired = false

/**
 * A mark of the login that is stored now: equal for the same login, another one after the next, empty for a guest. It tells nothing of the token
 * (FNV-1a, 32 bits), so it may be kept beside what was sent under it.
 */
export function loginMark(): string {
  const token = storedToken()
  if (token === null) return ''
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

const listeners = new Set<() => void>()
const tellAll = (): void => listeners.forEach((listener) => listener())

function forgetToken(): void {
  local.remove(storedKeys.token)
  tellAll()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Who is at the shop: what guards and screens ask (SPEC.md section 6). */
export interface Login {
  /** Null while logged out or not known yet. */
  user: User | null
  /** SPEC.md section 4: true when /me has succeeded. */
  loggedIn: boolean
  /** A table session: `is_generated` is set. */
  isTable: boolean
  /** There is a token, and /me has not answered yet. */
  checking: boolean
  /** There is a token, and /me could not be asked: the customer counts as logged out until it can. */
  unanswered: boolean
  /** The login ended while somebody was at work with it: the token expired, or another tab logged out. */
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
  const token = useSyncExternalStore(subscribe, storedToken)
  const me = useQuery({ ...meQuery, enabled: token !== null })
  return token === null ? loginOf(null, false) : loginOf(me.data, me.isPending, me.isError && me.data === undefined)
}

/** The login state for guards: waits for /me where a token waits to be checked; a check that fails counts as logged out. */
export async function currentLogin(): Promise<Login> {
  if (storedToken() === null) return loginOf(null, false)
  try {
    return loginOf(await queryClient.query({ ...meQuery, staleTime: 'static' }), false)
  } catch {
    return loginOf(null, false)
  }
}

/** Stores a token that the server gave and checks it (SPEC.md section 4). Answers the state after the check. */
export async function login(token: string): Promise<Login> {
  local.write(storedKeys.token, token)
  expired = false
  queryClient.removeQueries({ queryKey: [personal] })
  const state = await currentLogin()
  tellAll()
  return state
}

/** Asks /me again after a call was refused: an expired login is over everywhere on the screen, not only where it was noticed. */
export function checkLoginAgain(): void {
  // The question may be under way already; the refused call may even be it.
  if (queryClient.isFetching({ queryKey: meQuery.queryKey, exact: true }) > 0) return
  void queryClient.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
}

const leaving = new Set<() => void>()

/** Registers what has to happen at logout besides the shop's own part: signing out of the social provider. */
export function onLogout(listener: () => void): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

/** Ends the login: tells the server, removes the token, clears the user and signs out of the social provider. Going home is the caller's. */
export async function logout(): Promise<void> {
  try {
    await call('POST /me/logout')
  } catch {
    // Leaving must not fail: without its token the login is over on this device.
  }
  forgetLogin()
  renewKept('logout')
  for (const listener of leaving) listener()
}

/** Forgets the login on this device, with everything that was the customer's. */
export function forgetLogin(): void {
  expired = false
  forgetToken()
  local.remove(storedKeys.usual)
  session.remove(sessionKeys.table)
  session.remove(sessionKeys.checkoutDraft)
  session.remove(sessionKeys.formDraft)
  queryClient.removeQueries({ queryKey: [personal] })
}

/** Follows a login or logout in another tab. Answers how to stop. */
export function followOtherTabs(): () => void {
  return onStoredElsewhere([storedKeys.token], () => {
    queryClient.removeQueries({ queryKey: [personal] })
    expired = storedToken() === null
    tellAll()
  })
}
