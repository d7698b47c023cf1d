import type { Table } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { now } from './clock.ts'
import { caller, changeIdentity, identity, storedIdentity, useIdentity, type SessionTable } from './identity.ts'
import { afterLogout, forgetLogin, login } from './login.ts'
import { session, sessionKeys } from './storage.ts'

export type { SessionTable } from './identity.ts'

/** The table of this tab; null outside of a table session. */
export function sessionTable(): SessionTable | null {
  return identity().table
}

/** The table of the session inside a component. */
export function useTable(): SessionTable | null {
  return useIdentity().table
}

/** Verifies a table code: a valid one is kept for the session and its token logs the table in. Throws ApiError (404: no such table). */
export async function enterTable(code: string): Promise<SessionTable> {
  await afterLogout()
  const asked = caller()
  const { id, name, token }: Table = await call('GET /tables/{id}', { path: { id: code }, identity: asked })
  const table = { id, name }
  session.writeJson(sessionKeys.table, { ...table, branch: asked.branch })
  const before = sitting()
  const since = before?.name === name && before.branch === asked.branch ? before.since : now().toISOString()
  session.writeJson(sessionKeys.sitting, { ...table, branch: asked.branch, since })
  changeIdentity({ table })
  await login(token)
  return table
}

/**
 * Forgets the table choice (docs/specification.md section 4: flushing the cart does). Guests who sit at a table go on ordering there: its login stays until
 * `leaveTable`, and the tab's table with it.
 */
export function clearTable(): void {
  session.remove(sessionKeys.table)
  if (identity().table !== null && storedIdentity().table === null) changeIdentity({ table: null })
}

/** Since when this tab sits at its table, ISO 8601: what was ordered there since is this session's; null outside of a table session. */
export function sittingSince(): string | null {
  const since = sitting()?.since
  return typeof since === 'string' ? since : null
}

function sitting(): { name?: unknown; branch?: unknown; since?: unknown } | null {
  const stored = session.readJson(sessionKeys.sitting)
  return typeof stored === 'object' ? stored : null
}

/** The way out of a wrong table: forgets the choice and the table's login. */
export function leaveTable(): void {
  forgetLogin({ keepCarts: true })
}
