import { createStore } from '../createStore.ts'
import { local, storedKeys } from './storage.ts'

/** The browser's offer to put the shop on the home screen; not every browser makes one, and types know none. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

const offer = createStore<BeforeInstallPromptEvent | null>(null)

/** Stores the browser's install prompt, so that no banner covers the menu; called once, before anything else. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as BeforeInstallPromptEvent)
  })
  window.addEventListener('appinstalled', () => offer.set(null))
}

/** How many visits are told apart: a first one and all others. */
const told = 2

/** Counts the visits of this device, as far as it matters. */
export function countVisit(begins: boolean): void {
  const visits = Number(local.read(storedKeys.visits) ?? 0)
  if (begins && !(visits >= told)) local.write(storedKeys.visits, String((Number.isFinite(visits) ? visits : 0) + 1))
}

/** Somebody who comes back or has ordered knows whether the shop is worth a place on the home screen. */
function isRegular(): boolean {
  return Number(local.read(storedKeys.visits)) >= told || local.read(storedKeys.guestOrders) !== null
}

/** Safari on iPhone and iPad makes no offer: there the customer does it by hand. Only it tells whether a page runs from the home screen. */
function byHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}

/** How the shop comes onto the home screen: by the browser's offer, by the customer's hand, or not now (also for who is here for the first time). */
export function useInstall(): (() => void) | 'by hand' | null {
  const offered = offer.use() !== null
  if (!isRegular()) return null
  return offered ? install : byHand() ? 'by hand' : null
}

function install(): void {
  // An offer is good for one question.
  const asked = offer.get()
  offer.set(null)
  void asked?.prompt().catch(() => undefined)
}
