import type { Table } from '../../../contracts/types.ts'
import { call } from '../api/http.ts'
import { now } from '../restaurant/clock.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { caller, changeIdentity, tableSession, type SessionTable } from './identity.ts'
import { afterLogout, login } from './login.ts'

/** Verifies a table code: stores a valid one for the session and logs the table in. Throws ApiError (404: no such table). */
export async function enterTable(code: string): Promise<SessionTable> {
  await afterLogout()
  const asked = caller()
  const { id, name, token }: Table = await call('GET /tables/{id}', { path: { id: code }, identity: asked })
  const table = { id, name }
  session.writeJson(sessionKeys.table, { ...table, branch: asked.branch })
  const before = tableSession()
  const since = before?.name === name && before.branch === asked.branch ? before.since : now().toISOString()
  session.writeJson(sessionKeys.tableSession, { ...table, branch: asked.branch, since, code })
  changeIdentity({ table })
  await login(token)
  return table
}
