import { useSyncExternalStore } from 'react'
import type { Id, Table } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { forgetLogin, login } from './login.ts'
import { session, sessionKeys } from './storage.ts'

/** The table that was chosen by its code, for this session (SPEC.md section 4). */
export interface SessionTable {
  id: Id
  name: string
}

const listeners = new Set<() => void>()
const tellAll = (): void => listeners.forEach((listener) => listener())

let readText: string | null = null
let readTable: SessionTable | null = null

/** The stored table; null outside of a table session, or when what is stored can't be read. */
export function sessionTable(): SessionTable | null {
  const text = session.read(sessionKeys.table)
  // The same object as long as nothing changed, so that components do not run in circles.
  if (text === readText) return readTable
  readText = text
  const stored = session.readJson(sessionKeys.table)
  readTable =
    typeof stored === 'object' && stored !== null && 'id' in stored && (typeof stored.id === 'string' || typeof stored.id === 'number')
      ? { id: stored.id, name: 'name' in stored && typeof stored.name === 'string' ? stored.name : String(stored.id) }
      : null
  return readTable
}

/** The table of the session inside a component. */
export function useTable(): SessionTable | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, sessionTable)
}

/** Verifies a table code: a valid one is kept for the session and its token logs the table in. Throws ApiError (404: no such table). */
export async function enterTable(code: string): Promise<SessionTable> {
  const table: Table = await call('GET /tables/{id}', { path: { id: code } })
  session.writeJson(sessionKeys.table, { id: table.id, name: table.name })
  await login(table.token)
  tellAll()
  return { id: table.id, name: table.name }
}

/** Forgets the table choice (SPEC.md section 4: flushing the cart does); the table's login stays until `leaveTable`. */
export function clearTable(): void {
  session.remove(sessionKeys.table)
  tellAll()
}

/** The way out of a wrong table: forgets the choice and the table's login. */
export function leaveTable(): void {
  forgetLogin()
  tellAll()
}
