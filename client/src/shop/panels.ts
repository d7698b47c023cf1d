import { useSyncExternalStore } from 'react'

/** What lies over the page at the customer's wish: the cart, the side menu, and the question at the checkout's door. */
export type Panel = 'cart' | 'menu' | 'checkoutEntry'

let open: Panel | null = null
const listeners = new Set<() => void>()

/** Opens a panel in place of another; null closes. */
export function showPanel(panel: Panel | null): void {
  if (open === panel) return
  open = panel
  for (const listener of listeners) listener()
}

/** The open panel; null when there is none. */
export function usePanel(): Panel | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}

/** Shows the cart: the docked one takes the focus where it stands beside the menu, else the panel opens. */
export function showCart(): void {
  const dock = document.getElementById(cartDockId)
  if (dock !== null && dock.getClientRects().length > 0) dock.focus()
  else showPanel('cart')
}

/** The id of the docked cart. */
export const cartDockId = 'cart'
