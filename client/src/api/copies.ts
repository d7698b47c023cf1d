import { createStore } from '../createStore.ts'

/**
 * Whether the restaurant's backend has answered since the page was loaded, told by the BFF's `X-Cache` (docs/architecture.md section 3.6): `miss` was asked just
 * now, and a `hit` of what is kept for half a minute only was asked just before. A `stale` copy proves nothing, nor does a hit of the settings, which are kept longer.
 */
const answered = createStore(false)

/** Notes a GET's `X-Cache`; `path` is the contract's, `/api/products/menus`. */
export function noteCopy(path: string, state: string | null): void {
  const short = path.startsWith('/api/products/') || path === '/api/working-hours'
  if (state === 'miss' || (state === 'hit' && short)) answered.set(true)
}

/** Whether the backend has answered since the page was loaded. */
export const backendAnswered = answered.get

/** Calls back when the backend first answers; for useSyncExternalStore. */
export const onBackendAnswer = answered.subscribe
