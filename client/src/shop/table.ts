import type { Table } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { caller, changeIdentity, identity, useIdentity, type SessionTable } from './identity.ts'
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
  session.writeJson(sessionKeys.table, { id, name, branch: asked.branch })
  const table = { id, name }
  changeIdentity({ table })
  await login(token)
  return table
}

/** Forgets the table choice (docs/specification.md section 4: flushing the cart does); the table's login stays until `leaveTable`. */
export function clearTable(): void {
  session.remove(sessionKeys.table)
  if (identity().table !== null) changeIdentity({ table: null })
}

/** The way out of a wrong table: forgets the choice and the table's login. */
export function leaveTable(): void {
  forgetLogin({ keepCarts: true })
}
