import { whenIdle } from '../ui/whenIdle.ts'
import { shopConfig } from '../restaurant/config.ts'

/*
 * The page's side of the service worker (client/src/worker): registers it when the browser is idle after the first screen, but not in development or
 * with the mocks, and notifies it when its cache is outdated (docs/threat-model.md T29).
 */

const hour = 60 * 60_000

/** The entry script of this page (client/vite.config.ts): it identifies the build. */
export function entry(): string {
  return document.querySelector<HTMLScriptElement>('script[data-shop]')?.dataset['shop'] ?? ''
}

/** How long the registration waits, in milliseconds: the rest of the first screen and its images are loaded first. */
const registrationDelay = 3000

/**
 * Registers the worker, or lets it unregister itself if the operator has turned it off (TABLEFRONT_OFFLINE). Called after the first screen is
 * mounted. Never throws and never delays the page.
 */
export function startOffline(): void {
  if (__MOCK__ || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const start = (): void => void register().catch(() => undefined)
  setTimeout(() => whenIdle(start, 8000), registrationDelay)
}

async function register(): Promise<void> {
  if (!shopConfig().offline) {
    // The BFF now serves a worker that unregisters itself.
    await (await navigator.serviceWorker.getRegistration('/'))?.update()
    return
  }
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  // The worker of this build precaches once it is active, if the page is idle then. While a newer one installs or waits, the active one gets no
  // message: that would restart it while it is being replaced.
  const precache = (): void =>
    void whenIdle(() => {
      if (registration.installing === null && registration.waiting === null)
        registration.active?.postMessage({ type: 'precache', entry: entry() })
    }, 8000)
  navigator.serviceWorker.addEventListener('controllerchange', precache)
  if (registration.active !== null) precache()
  const takeOver = (): void => registration.waiting?.postMessage({ type: 'takeOver', entry: entry() })
  takeOver()
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') takeOver()
    })
  })
  let lastUpdate = Date.now()
  document.addEventListener('visibilitychange', () => {
    // An installed shop may stay open for days.
    if (document.visibilityState !== 'visible' || Date.now() - lastUpdate < hour) return
    lastUpdate = Date.now()
    void registration.update().catch(() => undefined)
  })
}

/** Notifies the worker that its cache is outdated: after a logout, or a change of branch or language. */
export function refreshOfflineCache(reason: 'logout' | 'branch' | 'language'): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.controller?.postMessage(reason === 'language' ? { type: 'language' } : { type: 'renew', reason })
}

/** When the page was cached, in ISO 8601, if it comes from the worker's cache; else null. */
export function pageCachedAt(): string | null {
  return document.documentElement.dataset['cachedAt'] ?? null
}
