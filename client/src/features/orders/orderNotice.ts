import { useSyncExternalStore } from 'react'
import { createStored } from '../../shop/createStored.ts'
import { session, sessionKeys } from '../../shop/storage.ts'

/*
 * Local notifications of an order's status: asked for by a press, for one order, while its page is open. Nothing is pushed by a server, since the documented
 * calls have none for it.
 */

/** The orders of this tab whose changes the customer wants to be notified of, by their codes. */
const watched = createStored<readonly string[]>(
  sessionKeys.orderNotices,
  (kept) => (Array.isArray(kept) ? kept.filter((code): code is string => typeof code === 'string') : []),
  { store: session },
)

/** Whether an order's changes are told by a notification. unsupported: this browser has none; denied: the customer has blocked them. */
export type NoticeState = 'unsupported' | 'denied' | 'off' | 'on'

function permission(): NotificationPermission | null {
  // iOS has notifications only for a shop on the home screen.
  return 'Notification' in window ? Notification.permission : null
}

function subscribe(listener: () => void): () => void {
  const stop = watched.subscribe(listener)
  let status: PermissionStatus | undefined
  // What the customer changes in the browser's settings.
  if ('permissions' in navigator)
    navigator.permissions
      .query({ name: 'notifications' })
      .then((answer) => {
        status = answer
        answer.addEventListener('change', listener)
      })
      .catch(() => undefined)
  return () => {
    stop()
    status?.removeEventListener('change', listener)
  }
}

function stateOf(code: string): NoticeState {
  const given = permission()
  if (given === null) return 'unsupported'
  if (given === 'denied') return 'denied'
  return given === 'granted' && watched.get().includes(code) ? 'on' : 'off'
}

/** The state for one order, inside a component. */
export function useNoticeState(code: string): NoticeState {
  return useSyncExternalStore(subscribe, () => stateOf(code))
}

/** Asks for the permission where it is not given yet, and notes the wish. To be called by a press. */
export async function enableNotices(code: string): Promise<void> {
  if (permission() === 'default') await Notification.requestPermission()
  if (permission() === 'granted') watched.set([...watched.get().filter((each) => each !== code), code])
  // A denied permission is a new state, too.
  else watched.set(watched.get())
}

/** Forgets the wish. */
export function stopNotices(code: string): void {
  watched.set(watched.get().filter((each) => each !== code))
}

/** Shows a notification, where it is wanted; one about the same order replaces the one before. `address` is what a press on it opens. */
export async function notify(code: string, title: string, body: string, lang: string, address: string): Promise<void> {
  if (stateOf(code) !== 'on') return
  const options: NotificationOptions = { body, lang, tag: `order ${code}`, icon: '/icon-192.png', data: { address } }
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration('/').catch(() => undefined) : undefined
  // Chrome on Android takes notifications from a service worker only.
  if (registration?.active) {
    await registration.showNotification(title, options)
    return
  }
  const notice = new Notification(title, options)
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}
