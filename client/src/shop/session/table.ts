import type { Table } from '../../../../contracts/types.ts'
import { call } from '../../api/http.ts'
import { now } from '../restaurant/clock.ts'
import { caller, changeIdentity, identity, storedIdentity, useIdentity, type SessionTable } from './identity.ts'
import { afterLogout, forgetLogin, login } from './login.ts'
import { session, sessionKeys } from '../browser/storage.ts'

export type { SessionTable } from './identity.ts'

/** The table of this tab; null outside of a table session. */
export function sessionTable(): SessionTable | null {
  return identity().table
}

/** The table of this tab, as a hook. */
export function useTable(): SessionTable | null {
  return useIdentity().table
}

/** Verifies a table code: stores a valid one for the session and logs the table in. Throws ApiError (404: no such table). */
export async function enterTable(code: string): Promise<SessionTable> {
  await afterLogout()
  const asked = caller()
  const { id, name, token }: Table = await call('GET /tables/{id}', { path: { id: code }, identity: asked })
  const table = { id, name }
  session.writeJson(sessionKeys.table, { ...table, branch: asked.branch })
  const before = tableSession()
  const since = before?.name === name && before.branch === asked.branch ? before.since : now().toISOString()
  session.writeJson(sessionKeys.tableSession, { ...table, branch: asked.branch, since })
  changeIdentity({ table })
  await login(token)
  return table
}

/**
 * Removes the table choice (docs/specification.md section 4: emptying the cart does). Guests at a table continue to order there: its login and this
 * tab's table stay until `leaveTable`.
 */
export function clearTable(): void {
  session.remove(sessionKeys.table)
  if (identity().table !== null && storedIdentity().table === null) changeIdentity({ table: null })
}

/** When this tab's table session began, in ISO 8601; orders since then belong to it. Null outside of a table session. */
export function tableSessionStart(): string | null {
  const since = tableSession()?.since
  return typeof since === 'string' ? since : null
}

function tableSession(): { name?: unknown; branch?: unknown; since?: unknown } | null {
  const stored = session.readJson(sessionKeys.tableSession)
  return typeof stored === 'object' ? stored : null
}

/** Leaves a wrong table: removes the choice and the table's login. */
export function leaveTable(): void {
  forgetLogin({ keepCarts: true })
}
