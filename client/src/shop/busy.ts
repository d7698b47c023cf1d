import { currentVisitor } from './identity.ts'
import { paths } from './paths.ts'

/** The page and the customer that something was typed by. */
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
 * Something is typed or open here that would be lost if the page were made anew: the checkout counts as soon as there is something to order, and so does a
 * confirmation, which is all that a guest has of an order.
 */
export function isBusy(): boolean {
  const { pathname, search } = window.location
  const checkout = pathname === paths.checkout && (search !== '' || document.querySelector('main form') !== null)
  return typed === here() || checkout || document.querySelector('dialog[open]') !== null
}
