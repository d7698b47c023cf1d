import { createStore, type Store } from '../createStore.ts'

/* Messages for screen readers. While a modal dialog is open the page below is inert, so the dialog itself announces them. */

// A message announced in one dialog is not repeated by the next.
const inDialog: Store<string> = createStore('', () => () => inDialog.set(''))
const onPage = createStore('')

/** Announces a message: in the open dialog, or on the page if there is none. */
export function announce(message: string): void {
  if (document.querySelector('dialog[open]') === null) onPage.set(message)
  else inDialog.set(message)
}

/** The message to announce in the open dialog. */
export const useDialogAnnouncement = inDialog.use

/** The message to announce on the page. */
export const usePageAnnouncement = onPage.use
