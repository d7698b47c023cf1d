import { currentVisitor } from './identity.ts'
import { fromBrowser, paths } from '../navigation/paths.ts'

/** The page and the customer for which something was typed. */
let typed = ''
const here = (): string => `${String(currentVisitor())} ${window.location.pathname}`

/** Records typing in forms. Returns a function that stops it. */
export function watchTyping(): () => void {
  const note = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('form') !== null) typed = here()
  }
  document.addEventListener('input', note)
  return () => document.removeEventListener('input', note)
}

/**
 * Whether a reload would lose something that is typed or open. The checkout counts as soon as there is something to order, and so does a
 * confirmation, which is all that a guest has of an order.
 */
export function isBusy(): boolean {
  const { pathname, search } = window.location
  const checkout = fromBrowser(pathname) === paths.checkout && (search !== '' || document.querySelector('main form') !== null)
  return typed === here() || checkout || document.querySelector('dialog[open]') !== null
}
