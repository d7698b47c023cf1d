import { whenIdle } from '../ui/whenIdle.ts'
import { shopConfig } from './config.ts'

/*
 * The page's side of the service worker (client/src/worker): it registers it in the quiet after the first screen stands, never in development and never
 * beside the mocks, and tells it when something has to be made anew (docs/threat-model.md T29).
 */

const hour = 60 * 60_000

/** The file of the shop that this page asked for (client/vite.config.ts): it names the build. */
function entry(): string {
  return document.querySelector<HTMLScriptElement>('script[data-shop]')?.dataset['shop'] ?? ''
}

/** How long the first screen has for itself before the worker begins to fetch everything, in milliseconds: its later parts and pictures come first. */
const settling = 3000

/**
 * Starts the worker, or ends it where the operator has turned it off (TABLEFRONT_OFFLINE). To be called when the first screen stands. Never throws
 * and never delays the page.
 */
export function startOffline(): void {
  if (__MOCK__ || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = (): void => void register().catch(() => undefined)
  setTimeout(() => whenIdle(start, 8000), settling)
}

async function register(): Promise<void> {
  if (!shopConfig().offline) {
    // The address now holds the worker that removes itself.
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
    return
  }
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  const takeOver = (): void => registration.waiting?.postMessage({ type: 'takeOver', entry: entry() })
  takeOver()
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') takeOver()
    })
  })
  let looked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    // The tab that stood in the way may be the one that was just closed.
    takeOver()
    // A shop on the home screen may stay open for days.
    if (Date.now() - looked < hour) return
    looked = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Has what is kept for a visit without a network made anew: after a logout, a change of branch or of language. */
export function refreshOfflineCache(reason: 'logout' | 'branch' | 'language'): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.controller?.postMessage(reason === 'language' ? { type: 'keep' } : { type: 'renew', reason })
}

/** When the page itself comes from the worker's store, the moment it was kept, ISO 8601; else null. */
export function pageCachedAt(): string | null {
  return document.documentElement.dataset['kept'] ?? null
}
