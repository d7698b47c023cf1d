import { createStore } from '../createStore.ts'

/** Whether another screen is on its way: its guard is being asked, or its part of the shop is being loaded. */
export const navigating = createStore(false)
