import { createStore, type Store } from '../createStore.ts'

/*
 * What is said in passing while a dialog is open: the page below it is out of reach, for screen readers too, so that the dialog itself has to say it.
 */

// What was said to one dialog is not said by the next.
const said: Store<string> = createStore('', () => () => said.set(''))

/** Has the open dialog say a message. */
export const announceInDialog = said.set

/** What the open dialog has to say. */
export const useAnnouncement = said.use
