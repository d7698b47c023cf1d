import { createStore, type Store } from '../createStore.ts'

/* Messages for screen readers while a modal dialog is open: the page below is inert, so the dialog itself announces them. */

// A message announced in one dialog is not repeated by the next.
const message: Store<string> = createStore('', () => () => message.set(''))

/** Announces a message in the open dialog. */
export const announceInDialog = message.set

/** The message to announce in the open dialog. */
export const useAnnouncement = message.use
