import { createStore } from '../../createStore.ts'

/** Milliseconds before a wait is shown, since most screens and responses come earlier. */
export const waitShownAfter = 300

/** Whether another screen is loading: its guard is running, or its code is being loaded. */
export const navigating = createStore(false)
