import { saysNo } from '../../api/apiError.ts'
import { queryClient } from '../../api/queryClient.ts'
import type { PaymentReturn } from '../../domain/redirect.ts'
import { branchesQuery } from '../../session/branch.ts'
import { waitingOrders } from '../../orderState/orderState.ts'
import { caller, identity, publicScope, sameBranch } from '../../session/identity.ts'
import { checkPayment } from './queries.ts'

export type Verdict =
  /** `branch` has approved it, and may have returned the order's code. */
  | { kind: 'approved'; branch: string | null; code?: string | undefined }
  /** Every branch that may have it has rejected it. */
  | { kind: 'failed' }
  /** A branch that may have it could not be asked, or did not answer about it: it may be paid. */
  | { kind: 'unchecked' }

/** Delays before each round, in milliseconds: branches that did not respond are asked again. */
const rounds = [0, 1_000, 3_000]
/** The maximum number of branches asked; more would look like guessing. */
const mostBranches = 12

/**
 * Verifies a payment at one branch after the other until one approves it: first those of orders that this browser sent to a payment page, then the
 * chosen one, the main host and each listed one; `wait` passes so many milliseconds between the rounds. Never throws.
 */
export async function verifyPayment(payment: PaymentReturn, wait = later): Promise<Verdict> {
  const known = waitingOrders().map((each) => each.branchUrl)
  const branches: (string | null)[] = []
  for (const branch of [...known, ...(await everyBranch())]) if (!isAmong(branches, branch)) branches.push(branch)
  let unanswered = branches.slice(0, mostBranches)
  for (const delay of rounds) {
    if (delay > 0) await wait(delay)
    const asked = unanswered
    unanswered = []
    for (const branch of asked) {
      const answer = await askBranch(payment, branch)
      if (answer.kind === 'approved') return answer
      if (answer.kind === 'unchecked') unanswered.push(branch)
    }
    if (unanswered.length === 0) return { kind: 'failed' }
  }
  // If the branches of the pending orders have rejected it, unreachable others do not matter.
  return { kind: known.length > 0 && !known.some((branch) => isAmong(unanswered, branch)) ? 'failed' : 'unchecked' }
}

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const isAmong = (list: readonly (string | null)[], branch: string | null): boolean => list.some((each) => sameBranch(each, branch))

/** Every branch that may have the payment, the most likely first. */
async function everyBranch(): Promise<(string | null)[]> {
  const listed = await queryClient.query({ ...branchesQuery(publicScope()), staleTime: 60_000 }).catch(() => [])
  return [identity().branch, null, ...listed.map(({ url }) => url)]
}

async function askBranch(payment: PaymentReturn, branch: string | null): Promise<Verdict> {
  try {
    const { code } = await checkPayment(payment, { ...caller(), branch })
    return { kind: 'approved', branch, code }
  } catch (error) {
    // Only the branch's own word is a rejection; the payment may also belong to another branch.
    return { kind: saysNo(error) ? 'failed' : 'unchecked' }
  }
}
