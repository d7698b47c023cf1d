import { createStore, useStore } from '../createStore.ts'
import { useHasDeviceOrders } from '../cart/deviceOrders.ts'
import { createStored } from './createStored.ts'
import { storedKeys } from './storage.ts'

/** The browser's install prompt; not every browser has it, and TypeScript has no type for it. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const offer = createStore<BeforeInstallPromptEvent | null>(null)

/** Captures the browser's install prompt, so that no banner covers the menu. Called once, before anything else. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as BeforeInstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

/** From this number of visits on a customer is a regular; visits are not counted further. */
const regularFrom = 2

const visits = createStored(storedKeys.visits, (kept) => (typeof kept === 'number' ? kept : 0))

/** Counts the visits of this device, up to `regularFrom`. */
export function countVisit(begins: boolean): void {
  if (begins && visits.get() < regularFrom) visits.set(visits.get() + 1)
}

/** Only customers who return or have ordered are offered the installation. A visit is counted once, at start. */
function useIsRegular(): boolean {
  const returns = useStore(visits) >= regularFrom
  return useHasDeviceOrders() || returns
}

/** Safari on iOS has no install prompt: the customer does it by hand. Only Safari has `navigator.standalone`. */
function isManual(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}

/** How the shop can be installed: by the browser's prompt, by hand, or not now (also on the first visit). */
export function useInstall(): (() => void) | 'manual' | null {
  const offered = useStore(offer) !== null
  const regular = useIsRegular()
  if (!regular) return null
  return offered ? install : isManual() ? 'manual' : null
}

function install(): void {
  // A prompt can be shown once.
  const asked = offer.get()
  offer.set(null)
  void asked?.prompt().catch(() => undefined)
}
