import { startTransition, useEffect } from 'react'
import { entry } from '../browser/offline.ts'
import { translate as t } from '../i18n/language.ts'
import { basePath } from '../navigation/paths.ts'
import { showToast } from '../notices/notices.ts'
import { isBusy } from '../session/busy.ts'
import { wasReloaded } from '../ui/wasReloaded.ts'
import { isLoadError, nextAttempt } from './attempts.ts'

/** How long the notice stays, in milliseconds. */
const failureTime = 10_000

/** After so many failures although the server answers, only a reload helps: browsers of before 2026 do not request a script again that failed. */
const maxFailures = 3

let attempts = 0
let failures = 0
let waiting: Promise<void> | undefined

interface Loading<T> {
  attempt: number
  promise: Promise<T>
  value?: T
  error?: unknown
}

/**
 * A load that is done once, and again by the next call after it failed; what renders it (`rendering`) keeps its failure until the next attempt. React's own
 * `lazy` keeps it for ever.
 */
export function retryable<T>(load: () => Promise<T>): (rendering?: 'rendering') => Loading<T> {
  let last: Loading<T> | undefined
  return (rendering) => {
    if (last !== undefined && (last.error === undefined || (rendering && last.attempt === attempts))) return last
    const begun: Loading<T> = { attempt: attempts, promise: load() }
    begun.promise.then(
      (value) => {
        // The next failure is the first one again.
        failures = 0
        begun.value = value
      },
      (error: unknown) => (begun.error = error),
    )
    return (last = begun)
  }
}

/** Renders again, in the next attempt, what could not be loaded, and returns whether that is so. Other errors are left to the caller. */
export function useNextAttempt(error: unknown, again: () => void): boolean {
  useEffect(() => {
    let wanted = true
    if (isLoadError(error)) void loadFailed(error).then(() => wanted && startTransition(again))
    return () => {
      wanted = false
    }
  }, [error, again])
  return isLoadError(error)
}

/** Code could not be loaded. Resolves in the next attempt, which is the same for all that failed meanwhile. */
function loadFailed(error: unknown): Promise<void> {
  // Vite would take a style sheet that failed for a loaded one.
  const sheet = error instanceof Error ? /Unable to preload CSS for (\S+)/.exec(error.message)?.[1] : undefined
  for (const link of document.querySelectorAll('link')) if (sheet !== undefined && link.href.endsWith(sheet)) link.remove()
  if (waiting === undefined) {
    failures += 1
    waiting = nextAttempt(failures).then(() => {
      attempts += 1
      waiting = undefined
    })
    void tell(failures)
  }
  return waiting
}

/**
 * A notice for the first failure. If the code is gone, since the shop was deployed meanwhile, the page is reloaded: the cart is stored, and so is what was
 * typed. A page in which a reload would interrupt something offers it instead.
 */
async function tell(failed: number): Promise<void> {
  if (failed === 1)
    showToast({
      kind: 'error',
      text: t('A part of this page could not be loaded. Your cart is kept.'),
      duration: failureTime,
      // Any press begins the next attempt.
      actions: [{ label: t('Try again'), act: () => undefined, primary: true }],
    })
  const { reached, outdated } = await isOutdated()
  if (!outdated && !(reached && failed >= maxFailures)) return
  const reload = (): void => window.location.reload()
  if (!isBusy() && !wasReloaded()) {
    reload()
    return
  }
  showToast({
    kind: 'info',
    text: t('The shop has been updated. Your cart and what you typed are kept.'),
    duration: failureTime,
    actions: [{ label: t('Reload the page'), act: reload, primary: true }],
  })
}

/** Whether the server has another build than this page's, whose files are then gone. */
async function isOutdated(): Promise<{ reached: boolean; outdated: boolean }> {
  try {
    const answer = await fetch(`${basePath}/`, { headers: { Accept: 'text/html' }, cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    const served = / data-shop="([^"]+)"/.exec(await answer.text())?.[1]
    return { reached: answer.ok, outdated: served !== undefined && served !== entry() }
  } catch {
    return { reached: false, outdated: false }
  }
}
