import { enterTable } from '../../session/enterTable.ts'
import { currentSettings } from '../../restaurant/settings.ts'
import { caller, identity, publicScope, sameBranch, type SessionTable } from '../../session/identity.ts'
import { branchesQuery, chooseBranch } from '../../session/branch.ts'
import { queryClient } from '../../api/queryClient.ts'
import { call } from '../../api/http.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ApiError, isNotFound } from '../../api/apiError.ts'
import { showAlert, showToast } from '../../notices/notices.ts'
import { homeQuery } from '../../navigation/paths.ts'

/** A scanned table code (docs/specification.md section 2): removes the code from the address, verifies it and stores the table for the session. */
export function TableLinkHandler({ onRefused }: { /** The code is not valid. */ onRefused: () => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const asked = useRef(false)
  useEffect(() => {
    const code = search.get(homeQuery.table)
    if (code === null || asked.current) return
    asked.current = true
    setSearch(
      (before) => {
        before.delete(homeQuery.table)
        return before
      },
      { replace: true },
    )
    if (code === '') {
      onRefused()
      return
    }
    const enter = async (): Promise<void> => {
      try {
        const table = await enterScannedTable(code)
        if (table) showToast({ kind: 'success', text: t('You are ordering at {{table}}.', { table: table.name }) })
      } catch (error) {
        const message = isNotFound(error)
          ? t('This table code is not known. Please scan it again, or ask the staff.')
          : error instanceof ApiError
            ? t(error.message)
            : t("The restaurant can't be reached right now. Please try again in a moment.")
        await showAlert(t('Error'), message)
        onRefused()
      }
    }
    void enter()
  }, [search, setSearch, t, onRefused])
  return null
}

/** The maximum number of branches asked about a code; more would look like guessing codes (docs/threat-model.md T22). */
const mostBranches = 6

/**
 * Enters the table of a scanned code (docs/specification.md section 4). The code belongs to a table of one branch, while the customer may have chosen
 * another one or none: the chosen branch is asked first, then the others. Returns the table, or null if the page reloads at the table's branch;
 * throws ApiError (404: no such table anywhere).
 */
async function enterScannedTable(code: string): Promise<SessionTable | null> {
  const chosen = identity().branch
  let unknown = new ApiError({ status: 404 })
  // A shop with branches takes no orders at its main host.
  if (chosen !== null || !currentSettings().on('HAS_BRANCH')) {
    try {
      return await enterTable(code)
    } catch (error) {
      if (!isNotFound(error)) throw error
      unknown = error
    }
  }
  const branches = await queryClient.query({ ...branchesQuery(publicScope()), staleTime: 60_000 }).catch(() => [])
  for (const branch of branches.filter((each) => !sameBranch(each.url, chosen)).slice(0, mostBranches)) {
    if (!(await hasTable(code, branch.url))) continue
    chooseBranch(branch.url, `/?table=${encodeURIComponent(code)}`)
    return null
  }
  throw unknown
}

async function hasTable(code: string, branch: string): Promise<boolean> {
  try {
    await call('GET /tables/{id}', { path: { id: code }, identity: { ...caller(), branch } })
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}
