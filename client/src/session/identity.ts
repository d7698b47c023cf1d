import { isRecord } from '../domain/wire.ts'
import { isId } from '../domain/ids.ts'
import { useSyncExternalStore } from 'react'
import type { Id } from '../../../contracts/types.ts'
import { cookie } from '../api/http.ts'
import type { Caller, PublicScope } from '../api/scope.ts'
import { createStore } from '../createStore.ts'
import { shopConfig } from '../restaurant/config.ts'
import { local, session, sessionKeys, storedKeys } from '../browser/storage.ts'

/*
 * The identity of this tab: branch, language, login and table. It is read from the browser's storage once, at start; every query key and every call uses it.
 * A change, in this or another tab (follow.ts), is one event. If the storage differs from this tab's identity, the tab keeps its own until it follows.
 */

/** The table that was chosen by its code, for this session (docs/specification.md section 4). */
export interface SessionTable {
  readonly id: Id
  readonly name: string
}

export interface Identity extends Caller {
  readonly table: SessionTable | null
}

/** This tab's identity, and the number of customers who used the tab before. */
const tab = createStore<{ identity: Identity; visitor: number } | null>(null)

function known(): { identity: Identity; visitor: number } {
  const now = tab.get() ?? { identity: storedIdentity(), visitor: 0 }
  tab.set(now)
  return now
}

/** This tab's identity. The same object until it changes. */
export function identity(): Identity {
  return known().identity
}

/** Reads the identity from the browser's storage: once, at start (and in tests). */
export function startIdentity(): Identity {
  const started = storedIdentity()
  tab.set({ ...known(), identity: started })
  return started
}

/** Changes this tab's identity. `another`: another person uses the tab now, and nothing on the screen may stay. */
export function changeIdentity(changes: Partial<Identity>, another = false): void {
  const { identity: before, visitor } = known()
  tab.set({ identity: { ...before, ...changes }, visitor: another ? visitor + 1 : visitor })
}

/** Calls back when another person uses this tab, before the screens are mounted anew. Returns the function that unsubscribes. */
export function onAnotherVisitor(listener: () => void): () => void {
  let before = currentVisitor()
  return tab.subscribe(() => {
    if (before === currentVisitor()) return
    before = currentVisitor()
    listener()
  })
}

/** This tab's identity inside a component, which renders again when it changes. */
export function useIdentity(): Identity {
  return useSyncExternalStore(tab.subscribe, identity)
}

/** A number that increases when another person uses this tab; used as React key to mount screens anew. */
export function useVisitor(): number {
  return useSyncExternalStore(tab.subscribe, currentVisitor)
}

/** The same, outside of components. */
export const currentVisitor = (): number => known().visitor

/** This tab's branch and language now, outside of components: the scope of public queries. */
export function publicScope(): PublicScope {
  const { branch, language } = identity()
  return { branch, language }
}

/** This tab's branch, language and login now, outside of components: the scope of the customer's own queries. */
export function caller(): Caller {
  const { branch, language, token } = identity()
  return { branch, language, token }
}

/**
 * The query key of public data: what is requested, in the scope that the query's function has to use (a change of language requests it in another
 * one).
 */
export const publicKey = <const Parts extends readonly unknown[]>({ branch, language }: PublicScope, ...parts: Parts) =>
  [{ branch, language }, ...parts] as const

/** The query key of the customer's own data; these queries are removed at logout. */
export const personalKey = <const Parts extends readonly unknown[]>({ branch, language, token }: Caller, ...parts: Parts) =>
  [{ branch, language, token }, 'me', ...parts] as const

/** The caller for public data of a scope: with this tab's current login. */
export function callerIn(scope: PublicScope): Caller {
  return { ...scope, token: identity().token }
}

/** Whether two URLs name the same branch: trailing slashes and the letter case of the host are ignored. */
export function sameBranch(one: string | null, other: string | null): boolean {
  const plain = (url: string | null): string => {
    if (url === null || url === '') return ''
    try {
      return new URL(url).href.replace(/\/+$/, '')
    } catch {
      return url.replace(/\/+$/, '')
    }
  }
  // Most are the same text, and the cart asks at every read.
  return one === other || plain(one) === plain(other)
}

/** A language tag as it may be sent and stored. */
export const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/

/** The identity in the browser's storage: at start this tab's, later perhaps another tab's. */
export function storedIdentity(): Identity {
  // Where nothing is stored, the cookie is all that a reload leaves of the choice (docs/failures.md F22). Some tests have no page.
  const branch = filled(local.read(storedKeys.branchUrl) ?? (typeof document === 'undefined' || local.works() ? null : cookie('branch')))
  const language = local.read(storedKeys.lang)
  return {
    branch,
    language: language !== null && languageTag.test(language) ? language : shopConfig().language,
    token: filled(local.read(storedKeys.token)),
    table: storedTable(session.readJson(sessionKeys.table), branch),
  }
}

export function tableSession(): { name?: unknown; branch?: unknown; since?: unknown; code?: unknown } | null {
  const stored = session.readJson(sessionKeys.tableSession)
  return typeof stored === 'object' ? stored : null
}

/** Parses a stored table; null if it belongs to another branch. */
export function storedTable(stored: unknown, branch: string | null): SessionTable | null {
  if (!isRecord(stored)) return null
  const { id, name, branch: ofBranch } = stored
  // A table belongs to one branch.
  if (!isId(id) || (ofBranch !== undefined && ofBranch !== branch)) return null
  return { id, name: typeof name === 'string' ? name : String(id) }
}

function filled(text: string | null): string | null {
  return text === '' ? null : text
}
