import { useSyncExternalStore } from 'react'
import { createStore, type Store } from '../createStore.ts'

let skew = 0

/**
 * Sets the clock by the server's (docs/failures.md F19): `made` is when the page was rendered, in ISO 8601. Small differences are network latency and
 * are ignored; a page from a cache does not set the clock.
 */
export function setClock(made: string, fromNetwork: boolean): void {
  const difference = Date.parse(made) - Date.now()
  skew = fromNetwork && Number.isFinite(difference) && Math.abs(difference) > 90_000 ? difference : 0
}

/** The current time by the server's clock, as far as known. */
export function now(): Date {
  return new Date(Date.now() + skew)
}

/** Converts a time of the browser's clock to the server's, in milliseconds. */
export function serverTime(moment: number): number {
  return moment + skew
}

const minute = 60_000
const ticks: Store<number> = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), 10_000)
  return () => clearInterval(timer)
})

/** Renders what depends on the minute again, for a press between two ticks. */
export function readClock(): void {
  ticks.set(ticks.get() + 1)
}

/** The current minute; updates while the component is mounted. */
export function useMinute(): Date {
  const current = useSyncExternalStore(ticks.subscribe, () => Math.floor(now().getTime() / minute))
  return new Date(current * minute)
}
