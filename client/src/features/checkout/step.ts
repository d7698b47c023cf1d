import type { Obstacle } from '../../domain/obstacle.ts'
import type { Phase } from './placing.ts'

/** What the checkout shows, and what its button does. */
export interface Step {
  /** `waiting`: what waits for its payment; `empty`: there is nothing to order; `recap`: the summary of what is known already; else the form. */
  shows: 'waiting' | 'empty' | 'recap' | 'form'
  /** The order is on its way. */
  busy: boolean
  /** An order without an answer is open; nothing else is ordered. */
  locked: boolean
  /** A press orders. */
  canPress: boolean
}

interface StepFacts {
  phase: Phase['kind']
  /** An order without an answer is open at this branch. */
  attempt: boolean
  /** An order waits for its payment, or a payment for its check. */
  waiting: boolean
  /** Pieces in the cart. */
  count: number
  obstacle: Obstacle['kind'] | null
  /** Part of the bill is loading. */
  loading: boolean
  /** Part of the bill could not be loaded, or the server wants no other try yet. */
  barred: boolean
  /** What the last order or the device remembers may be shown as a summary. */
  summary: boolean
  /** The backend's message about the order is shown. */
  failed: boolean
}

/** What a summary may still lack: it shows them itself. */
const inSummary: readonly StepFacts['obstacle'][] = [null, 'terms', 'total']

export function stepOf({ phase, attempt, waiting, count, obstacle, loading, barred, summary, failed }: StepFacts): Step {
  const busy = phase === 'sending' || phase === 'checking' || phase === 'leaving'
  const idle = !attempt && !busy
  const recap = summary && !failed && (loading || inSummary.includes(obstacle))
  return {
    shows: idle && waiting ? 'waiting' : idle && count === 0 ? 'empty' : recap ? 'recap' : 'form',
    busy,
    locked: attempt && !busy,
    canPress: idle && obstacle === null && !loading && !barred,
  }
}
