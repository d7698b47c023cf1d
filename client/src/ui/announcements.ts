import { useSyncExternalStore } from 'react'

/*
 * What is said in passing while a dialog is open: the page below it is out of reach, for screen readers too, so that the dialog itself has to say it.
 */

let said = ''
const listeners = new Set<() => void>()

/** Has the open dialog say a message. */
export function announceInDialog(message: string): void {
  said = message
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // What was said to one dialog is not said by the next.
    if (listeners.size === 0) said = ''
  }
}

/** What the open dialog has to say. */
export function useAnnouncement(): string {
  return useSyncExternalStore(subscribe, () => said)
}
