import { webLocks } from '../browser/webLocks.ts'

/** Each open tab holds it together with the others. The browser knows it of a tab that it has put to sleep, too, and which could not answer. */
const openTab = 'tablefront:open'

/** Whether no other tab of this browser has the shop open; false if the browser can't say it. To be asked before `holdOpenTab`. */
export async function isAlone(): Promise<boolean> {
  const { held } =
    (await webLocks()
      ?.query()
      .catch(() => undefined)) ?? {}
  return held !== undefined && held.every(({ name }) => name !== openTab)
}

/** Lets other tabs know that the shop is open in this one, until it is left. */
export function holdOpenTab(): void {
  const hold = (): void => {
    // A page that holds a lock is not kept for Back.
    const left = new Promise<void>((resolve) => window.addEventListener('pagehide', () => resolve(), { once: true }))
    void webLocks()
      ?.request(openTab, { mode: 'shared' }, () => left)
      .catch(() => undefined)
  }
  hold()
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hold()
  })
}
