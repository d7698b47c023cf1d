import { useLocation } from 'react-router'
import { createStore, useStore } from '../createStore.ts'
import { currentKey } from '../browser/scrollPosition.ts'

/** The panels over the page: the cart, the side menu, and the dialog before the checkout. */
export type Panel = 'cart' | 'menu' | 'checkoutEntry'

const open = createStore<Panel | null>(null)
/** The key of the history entry at which a panel was opened or closed last. */
let openedAt = ''

/** Opens a panel and closes any other; null closes all. */
export function showPanel(panel: Panel | null): void {
  // The router's own key of an entry that has none.
  openedAt = currentKey() || 'default'
  open.set(panel)
}

/** Calls the listener when a panel opens or closes. Returns the function that unsubscribes. */
export const subscribePanel = open.subscribe

export const usePanel = () => useStore(open)

/** Whether a panel is open, for the panel itself. A navigation closes it together with the screen below (docs/specification.md section 2): it stays until the next screen is loaded. */
export function usePanelOpen(panel: Panel): boolean {
  const shown = usePanel()
  return useLocation().key === openedAt && shown === panel
}

/** Shows the cart: focuses the docked cart if it is visible, else opens the panel. */
export function showCart(): void {
  const dock = document.getElementById(cartDockId)
  if (dock !== null && dock.getClientRects().length > 0) dock.focus()
  else showPanel('cart')
}

export const cartDockId = 'cart'
