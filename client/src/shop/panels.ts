import { createStore } from '../createStore.ts'

/** What lies over the page at the customer's wish: the cart, the side menu, and the question at the checkout's door. */
export type Panel = 'cart' | 'menu' | 'checkoutEntry'

const open = createStore<Panel | null>(null)

/** Opens a panel in place of another; null closes. */
export const showPanel = open.set

/** The open panel; null when there is none. */
export const usePanel = open.use

/** Shows the cart: the docked one takes the focus where it stands beside the menu, else the panel opens. */
export function showCart(): void {
  const dock = document.getElementById(cartDockId)
  if (dock !== null && dock.getClientRects().length > 0) dock.focus()
  else showPanel('cart')
}

/** The id of the docked cart. */
export const cartDockId = 'cart'
