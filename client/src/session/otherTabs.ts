import { local, onStoredElsewhere, storedKeys } from '../browser/storage.ts'
import { randomKey } from '../browser/randomKey.ts'

/** How long a new tab waits for the others to answer, in milliseconds. */
const answerTime = 150

/** Whether no other tab of this browser has the shop open. */
export function isAlone(): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (alone: boolean): void => {
      stop()
      clearTimeout(late)
      resolve(alone)
    }
    const stop = onStoredElsewhere(
      (key) => key === storedKeys.tabHere,
      () => done(false),
    )
    const late = setTimeout(() => done(true), answerTime)
    local.write(storedKeys.tabAsks, randomKey())
  })
}

/** Replies to tabs that ask whether they are alone. Returns the function that stops it. */
export function answerOtherTabs(): () => void {
  return onStoredElsewhere(
    (key) => key === storedKeys.tabAsks,
    () => local.write(storedKeys.tabHere, randomKey()),
  )
}
