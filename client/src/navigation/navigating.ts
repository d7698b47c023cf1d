import { createStore } from '../createStore.ts'

/** Milliseconds before a wait is shown, since most screens and responses come earlier. */
export const waitShownAfter = 300

/** The address of the screen that has been loading for that long: its guard is running, or its code is being loaded. Null: none. */
export const navigating = createStore<string | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** The screen of an address is loading. Nothing is rendered for it until the wait is shown. */
export function screenLoads(address: string): void {
  clearTimeout(timer)
  timer = setTimeout(() => navigating.set(address), waitShownAfter)
  // Back to the screen that is still shown: it is not rendered again.
  window.addEventListener('popstate', screenShown, { once: true })
}

export function screenShown(): void {
  clearTimeout(timer)
  navigating.set(null)
}
