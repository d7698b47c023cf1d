import { useSyncExternalStore } from 'react'
import { createStore, type Store } from '../createStore.ts'

let skew = 0

/**
 * Sets the clock by the server's (docs/failures.md F19): `made` is when the page was made, ISO 8601. Small differences are the journey's and stay;
 * a page out of a cache is no clock.
 */
export function setClock(made: string, fromNetwork: boolean): void {
  const difference = Date.parse(made) - Date.now()
  skew = fromNetwork && Number.isFinite(difference) && Math.abs(difference) > 90_000 ? difference : 0
}

/** The present moment by the server's clock, as far as it is known. */
export function now(): Date {
  return new Date(Date.now() + skew)
}

/** A moment of the browser's clock (milliseconds) on the server's. */
export function serverTime(moment: number): number {
  return moment + skew
}

const minute = 60_000
const ticks: Store<number> = createStore(0, () => {
  const timer = setInterval(() => ticks.set(ticks.get() + 1), 10_000)
  return () => clearInterval(timer)
})

/** The present minute, kept current while the component is shown: for open states and slots. */
export function useMinute(): Date {
  const current = useSyncExternalStore(ticks.subscribe, () => Math.floor(now().getTime() / minute))
  return new Date(current * minute)
}
