// Served as /sw.js while TABLEFRONT_OFFLINE is off: empties the caches and unregisters the service worker. Open pages are not affected.
const worker = self as unknown as {
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  addEventListener: (type: 'install' | 'activate', listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void) => void
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('tablefront-')) await caches.delete(name)
      await worker.registration.unregister()
    })(),
  ),
)

export {}
