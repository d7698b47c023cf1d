import { useSyncExternalStore } from 'react'
import { createStored } from '../../browser/createStored.ts'
import { basePath } from '../../navigation/paths.ts'
import { session, sessionKeys } from '../../browser/storage.ts'

/*
 * Local notifications of an order's status: enabled by a press, for one order, while its page is open. There is no server push, since no documented
 * call supports it.
 */

/** The codes of this tab's orders with notifications. */
const watched = createStored<readonly string[]>(
  sessionKeys.orderNotices,
  (kept) => (Array.isArray(kept) ? kept.filter((code): code is string => typeof code === 'string') : []),
  { store: session },
)

/** Whether an order has notifications. unsupported: the browser has none; denied: the customer has blocked them. */
export type NoticeState = 'unsupported' | 'denied' | 'off' | 'on'

function permission(): NotificationPermission | null {
  // iOS supports notifications only for installed web apps.
  return 'Notification' in window ? Notification.permission : null
}

function subscribe(listener: () => void): () => void {
  const stop = watched.subscribe(listener)
  let status: PermissionStatus | undefined
  // Changes in the browser's settings.
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

export function useNoticeState(code: string): NoticeState {
  return useSyncExternalStore(subscribe, () => stateOf(code))
}

/** Requests the permission if necessary, and enables notifications of an order. To be called from a press. */
export async function enableNotices(code: string): Promise<void> {
  if (permission() === 'default') await Notification.requestPermission()
  if (permission() === 'granted') watched.set([...watched.get().filter((each) => each !== code), code])
  // Notifies subscribers of the denied permission.
  else watched.set(watched.get())
}

export function stopNotices(code: string): void {
  watched.set(watched.get().filter((each) => each !== code))
}

/** Shows a notification if enabled; it replaces the previous one of the same order. A press on it opens `address`. */
export async function notify(code: string, title: string, body: string, lang: string, address: string): Promise<void> {
  if (stateOf(code) !== 'on') return
  const options: NotificationOptions = { body, lang, tag: `order ${code}`, icon: `${basePath}/icon-192.png`, data: { address } }
  const registration =
    'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration(`${basePath}/`).catch(() => undefined) : undefined
  // Chrome on Android supports notifications only from a service worker.
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
