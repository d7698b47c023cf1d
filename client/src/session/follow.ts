import { text } from '../api/translatable.ts'
import { createStore, useStore } from '../createStore.ts'
import { isBusy, watchTyping } from './busy.ts'
import { identity, sameBranch, storedIdentity } from './identity.ts'
import { changeLanguage, translate } from '../i18n/language.ts'
import { customerLeft, hasLeft, login, loginExpired } from './login.ts'
import { showToast } from '../notices/notices.ts'
import { basePath, paths } from '../navigation/paths.ts'
import { onStoredElsewhere, storedKeys } from '../browser/storage.ts'

/*
 * Follows changes of branch, language or login in another tab. If nothing is typed or open, this tab follows at once; otherwise it keeps its identity and
 * offers to follow. A logout is the exception: every tab removes the customer's data at once.
 */

/** What differs in storage and was not followed yet; null if nothing does. */
export type Difference = 'branch' | 'language' | 'login' | null

const difference = createStore<Difference>(null)

/** What this tab has not followed yet, as a hook. */
export const useDifference = () => useStore(difference)

/** Follows on request. Another branch has other dishes, so its menu is loaded; language and login change in place, which keeps everything typed and chosen. */
export function followNow(): void {
  const stored = storedIdentity()
  const next = difference.get()
  if (next === 'branch') window.location.assign(basePath + paths.home)
  else if (next === 'login' && stored.token !== null) void login(stored.token).then(follow)
  else void changeLanguage(stored.language).then(follow, () => window.location.reload())
}

/** Starts following other tabs. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const keys: readonly string[] = [storedKeys.token, storedKeys.customer, storedKeys.branchUrl, storedKeys.lang]
  const stop = onStoredElsewhere((key) => keys.includes(key), follow)
  const stopWatching = watchTyping()
  return () => {
    stop()
    stopWatching()
  }
}

/** Compares this tab with the storage, and follows or offers to. Returns whether this tab's login equals the stored one. */
export function follow(): boolean {
  const here = identity()
  const stored = storedIdentity()
  const left = hasLeft(stored.token)
  if (left || (stored.token !== here.token && here.token !== null)) {
    if (!left && stored.token === null) loginExpired()
    else {
      customerLeft(stored.token)
      showToast({
        text: translate(stored.token === null ? text('You logged out in another tab.') : text('Another account logged in in another tab.')),
      })
    }
  }
  const next: Difference = !sameBranch(stored.branch, identity().branch)
    ? 'branch'
    : stored.token !== identity().token
      ? 'login'
      : stored.language !== here.language
        ? 'language'
        : null
  if (next === null || isBusy()) {
    difference.set(next)
    return next === null
  }
  difference.set(null)
  // Another branch: reloads at the path without the query, whose ids belong to the previous branch.
  if (next === 'branch') window.location.assign(window.location.pathname)
  if (next === 'login' && stored.token !== null) void login(stored.token)
  if (next === 'language') void changeLanguage(stored.language).catch(() => difference.set('language'))
  return next === 'login'
}
