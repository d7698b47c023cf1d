import { ApiError } from '../../api/apiError.ts'
import { call } from '../../api/http.ts'
import { queryClient } from '../../api/queryClient.ts'
import { branchesQuery, chooseBranch, sameBranch } from '../../session/branch.ts'
import { caller, identity, publicScope, type SessionTable } from '../../session/identity.ts'
import { currentSettings } from '../../restaurant/settings.ts'
import { enterTable } from '../../session/enterTable.ts'

/** The maximum number of branches asked about a code; more would look like guessing codes (docs/threat-model.md T22). */
const mostBranches = 6

/**
 * Enters the table of a scanned code (docs/specification.md section 4). The code belongs to a table of one branch, while the customer may have chosen
 * another one or none: the chosen branch is asked first, then the others. Returns the table, or null if the page reloads at the table's branch;
 * throws ApiError (404: no such table anywhere).
 */
export async function enterScannedTable(code: string): Promise<SessionTable | null> {
  const chosen = identity().branch
  let unknown = new ApiError({ status: 404 })
  // A shop with branches takes no orders at its main host.
  if (chosen !== null || !currentSettings().on('HAS_BRANCH')) {
    try {
      return await enterTable(code)
    } catch (error) {
      if (!isUnknown(error)) throw error
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
    if (isUnknown(error)) return false
    throw error
  }
}

function isUnknown(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404
}
