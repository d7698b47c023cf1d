// The service worker, built as /sw.js (client/vite.config.ts): connects the browser's events to the offline cache.
import { createOfflineCache, type Build } from './offlineCache.ts'

/** The build this worker belongs to, inserted by the build. */
declare const __BUILD__: Build

// TypeScript's worker types conflict with its DOM types; these are the few that are needed.
interface Extendable {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Extendable {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
interface Heard extends Extendable {
  data: unknown
}
interface Pressed extends Extendable {
  notification: Notification
}
interface Page {
  url: string
  focus: () => Promise<unknown>
}
interface WorkerScope {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Page[]>
    openWindow: (address: string) => Promise<unknown>
  }
  cookieStore?: { getAll: () => Promise<{ name?: string; value?: string }[]> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', hear: (event: Extendable) => void) => void) &
    ((type: 'fetch', hear: (event: Fetching) => void) => void) &
    ((type: 'message', hear: (event: Heard) => void) => void) &
    ((type: 'notificationclick', hear: (event: Pressed) => void) => void)
}
const worker = self as unknown as WorkerScope

const offlineCache = createOfflineCache(
  {
    origin: worker.location.origin,
    caches,
    fetch: (...wanted) => fetch(...wanted),
    cookie: async (name) => {
      const cookies = (await worker.cookieStore?.getAll()) ?? []
      // Firefox gives workers an empty cookie store. The shop has set at least one cookie (start.ts) before its worker starts.
      if (cookies.length === 0) return undefined
      const value = cookies.find((one) => one.name === name)?.value
      try {
        return value === undefined || value === '' ? null : decodeURIComponent(value)
      } catch {
        return value ?? null
      }
    },
    now: () => Date.now(),
  },
  __BUILD__,
)

const saveData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

worker.addEventListener('install', (event) => event.waitUntil(offlineCache.install()))

// Requests wait until the worker is activated: nothing here asks the network.
worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await offlineCache.activate()
      // Navigation preload: a navigation does not wait for the worker to start.
      await worker.registration.navigationPreload.enable().catch(() => undefined)
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('fetch', (event) => {
  const answer = offlineCache.answer({
    request: event.request,
    preload: event.preloadResponse,
    waitUntil: (work) => event.waitUntil(work),
  })
  if (answer !== null) event.respondWith(answer)
})

/**
 * Activates this worker if the page that asks is the only one open: another would lose its files. Does not retry, since that could be during a reload:
 * a request that arrives while the old worker is stopping restarts it, and this worker then waits until the old one is idle.
 */
async function takeOver(): Promise<void> {
  if ((await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 1) await worker.skipWaiting()
}

worker.addEventListener('message', (event) => {
  const said = event.data as { type?: unknown; entry?: unknown; reason?: unknown } | null
  if (said?.type === 'renew') event.waitUntil(offlineCache.renew(said.reason === 'logout' ? 'logout' : 'branch', saveData()))
  if (said?.type === 'language') event.waitUntil(offlineCache.precache(saveData(), true))
  // A page of this build is idle.
  if (said?.type === 'precache' && typeof said.entry === 'string' && offlineCache.isOwn(said.entry) && !saveData())
    event.waitUntil(offlineCache.precache(false, false))
  // A page of this build asks its waiting worker to activate.
  if (said?.type === 'takeOver' && typeof said.entry === 'string' && offlineCache.isOwn(said.entry)) event.waitUntil(takeOver())
})

// A click on an order's notification (features/orders/orderNotice.ts) focuses the tab that shows the order, or opens it.
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { address } = (event.notification.data ?? {}) as { address?: unknown }
  const url = new URL(typeof address === 'string' ? address : '/', worker.location.origin)
  if (url.origin !== worker.location.origin) return
  event.waitUntil(
    (async () => {
      const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
      await (pages.find((page) => page.url === url.href)?.focus() ?? worker.clients.openWindow(url.href))
    })(),
  )
})
