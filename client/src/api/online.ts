import { createStore } from '../createStore.ts'

/*
 * Whether the network can be used. `navigator.onLine` is false also on a device without a default route (a VPN, a kiosk behind a proxy): a call that is
 * answered by the network although the browser says "offline" proves the contrary, until one is not.
 */

/** A call that began since the browser last went offline was answered by the network. */
const answered = createStore(false)

/** Counts how often the browser went offline; a call that began before proves nothing. */
let period = 0

/** Whether the network can be used, as far as known. */
export const isOnline = (): boolean => navigator.onLine || answered.get()

/** Begins a call; the function it returns is called with whether the network answered it. */
export function beginCall(): (byNetwork: boolean) => void {
  const began = period
  return (byNetwork) => {
    if (began === period) answered.set(byNetwork)
  }
}

// The build renders the first paint without a window.
if (typeof window !== 'undefined')
  window.addEventListener('offline', () => {
    period += 1
    answered.set(false)
  })

/** Calls the listener after every change of `isOnline`. */
export function onOnlineChange(listener: () => void): () => void {
  const stop = answered.subscribe(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    stop()
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
