import { changeIdentity, identity, storedIdentity, storedTable, tableSession, useIdentity, type SessionTable } from './identity.ts'
import { session, sessionKeys } from '../browser/storage.ts'
import { useLogin } from './login.ts'

/** The table that is chosen in this tab, inside a component; null if none is, also after an order until the menu is shown again. */
export function useTable(): SessionTable | null {
  return useIdentity().table
}

/** The table at which this tab's guest sits, inside a component: unlike the choice it stays after an order, until the login ends. */
export function useTableSession(): SessionTable | null {
  const { token, branch, table } = useIdentity()
  return table ?? (token === null ? null : storedTable(tableSession(), branch))
}

/** Whether the pages of an account are offered: there is one, or a token whose check is pending or failed, and which is no table's. */
export function useOffersAccount(): boolean {
  const { hasAccount, checking, unanswered } = useLogin()
  const table = useTableSession()
  return hasAccount || ((checking || unanswered) && table === null)
}

let restoring: Promise<unknown> = Promise.resolve()

/** Resolves when the table is chosen again, if that is under way. */
export const tableRestored = (): Promise<unknown> => restoring

/**
 * Guests at a table who have ordered are back on the menu: verifies the code of this session again and stores the table again, so that they can order without
 * scanning. A failure is ignored: the next visit of the menu tries again.
 */
export function restoreTable(): void {
  const { token, branch, table } = identity()
  const before = tableSession()
  if (table !== null || token === null || storedTable(before, branch) === null || typeof before?.code !== 'string') return
  const { code } = before
  restoring = import('./enterTable.ts').then(({ enterTable }) => enterTable(code)).catch(() => undefined)
}

/** Removes the table choice (docs/specification.md section 4: an order and `?state=new` do). The table's login stays. */
export function clearTable(): void {
  session.remove(sessionKeys.table)
  if (identity().table !== null && storedIdentity().table === null) changeIdentity({ table: null })
}

/** When this tab's table session began, in ISO 8601; orders since then belong to it. Null outside of a table session. */
export function tableSessionStart(): string | null {
  const since = tableSession()?.since
  return typeof since === 'string' ? since : null
}
