import { replaceEqualDeep, type Query } from '@tanstack/react-query'

/*
 * How old an answer is. The BFF and the service worker both answer from what they stored, with `Age` in seconds and `X-Cache: stale` if they could not
 * fetch it anew (docs/architecture.md section 3.6). A query whose last refetch failed is as old as its data.
 */

interface Age {
  /** When the answer was current, in milliseconds of this device's clock. */
  at: number
  /** It was not fetched anew: the backend could not be asked, or is being asked. */
  stale: boolean
}

const ages = new WeakMap<object, Age>()

/** Notes how old an answer is; nothing for one that is no object. */
export function noteAge(answer: unknown, age: Age): void {
  if (typeof answer === 'object' && answer !== null) ages.set(answer, age)
}

export function ageOf(headers: Headers): Age {
  const seconds = Number(headers.get('Age'))
  return { at: Date.now() - (seconds > 0 ? seconds * 1000 : 0), stale: headers.get('X-Cache') === 'stale' }
}

/** For the query client: an answer equal to the previous one is the same object, with the new answer's age. */
export function shareStructure(before: unknown, after: unknown): unknown {
  const shared: unknown = replaceEqualDeep(before, after)
  const age = typeof after === 'object' && after !== null ? ages.get(after) : undefined
  if (age !== undefined) noteAge(shared, age)
  return shared
}

/** When a query's data was current, in milliseconds of this device's clock; 0 if it has none. */
export function asOf({ data, dataUpdatedAt }: { data?: unknown; dataUpdatedAt: number }): number {
  return (typeof data === 'object' && data !== null ? ages.get(data)?.at : undefined) ?? dataUpdatedAt
}

/** When a query's data was current if newer data can’t be loaded: its answer is stale, or its last refetch failed. Null: it is current. */
export function staleSince({ state }: Pick<Query, 'state'>): number | null {
  const { data, status } = state
  if (data === undefined) return null
  const stale = typeof data === 'object' && data !== null && ages.get(data)?.stale === true
  return stale || status === 'error' ? asOf(state) : null
}
