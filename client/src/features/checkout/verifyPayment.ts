import { ApiError, isPassing } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { branchesQuery, sameBranch } from '../../shop/branch.ts'
import { caller, identity } from '../../shop/identity.ts'
import { pendingPayments } from './payments.ts'
import { checkPayment } from './queries.ts'

/** What is known of a payment. */
export type Verdict =
  /** `branch` knows it, and perhaps the order's code. */
  | { kind: 'approved'; branch: string | null; code?: string | undefined }
  /** Every branch that can know it says no. */
  | { kind: 'failed' }
  /** A branch that may know it could not be asked: it may be paid. */
  | { kind: 'unchecked' }

/** Waits before each round of questions, in milliseconds: a branch that gave no answer is asked again. */
const rounds = [0, 1_000, 3_000]
/** How many branches are asked at most; more would look like guessing. */
const mostBranches = 12

/**
 * Asks about a payment until a branch knows it: first the branches of the orders that this browser sent to a payment page, then the chosen one, the main host and
 * each listed one. Never throws.
 */
export async function verifyPayment(payment: PaymentReturn): Promise<Verdict> {
  const known = pendingPayments().map((each) => each.branchUrl)
  const branches: (string | null)[] = []
  for (const branch of [...known, ...(await everyBranch())]) if (!isAmong(branches, branch)) branches.push(branch)
  let silent = branches.slice(0, mostBranches)
  for (const wait of rounds) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const asked = silent
    silent = []
    for (const branch of asked) {
      const answer = await askBranch(payment, branch)
      if (answer.kind === 'approved') return answer
      if (answer.kind === 'unchecked') silent.push(branch)
    }
    if (silent.length === 0) return { kind: 'failed' }
  }
  // Where the branches of the orders have said no, it changes nothing that others can't be reached.
  return { kind: known.length > 0 && !known.some((branch) => isAmong(silent, branch)) ? 'failed' : 'unchecked' }
}

const isAmong = (list: readonly (string | null)[], branch: string | null): boolean => list.some((each) => sameBranch(each, branch))

/** Every address that may know a payment, the likeliest first. */
async function everyBranch(): Promise<(string | null)[]> {
  const listed = await queryClient.query({ ...branchesQuery, staleTime: 60_000 }).catch(() => [])
  return [identity().branch, null, ...(Array.isArray(listed) ? listed.map(({ url }) => url) : [])]
}

async function askBranch(payment: PaymentReturn, branch: string | null): Promise<Verdict> {
  try {
    const { code } = await checkPayment(payment, { ...caller(), branch })
    return { kind: 'approved', branch, code }
  } catch (error) {
    // Any answer of the branch's own that is not a success is a no; it may also mean that it is another branch's payment.
    return { kind: error instanceof ApiError && !isPassing(error) ? 'failed' : 'unchecked' }
  }
}
