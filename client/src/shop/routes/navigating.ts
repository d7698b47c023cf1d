import { createStore } from '../../createStore.ts'

/** Whether another screen is loading: its guard is running, or its code is being loaded. */
export const navigating = createStore(false)
