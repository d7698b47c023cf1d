import { hashKey, type QueryKey } from '@tanstack/react-query'

/** When answers that the BFF served stale were new, in milliseconds, by the hash of their query key: the backend could not be asked, or is being asked. */
export const staleAnswers = new Map<string, number>()

/** For a call's `served`: notes whether the answer to a query is old. */
export const noteAge =
  (queryKey: QueryKey) =>
  (staleSince: number | null): void => {
    if (staleSince === null) staleAnswers.delete(hashKey(queryKey))
    else staleAnswers.set(hashKey(queryKey), staleSince)
  }
