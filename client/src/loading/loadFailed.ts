import { entry } from '../browser/offline.ts'
import { basePath } from '../navigation/paths.ts'
import { translate as t } from '../i18n/language.ts'
import { isBusy } from '../session/busy.ts'
import { awaitNextAttempt, loadAgain } from './lazyPart.ts'
import { showToast } from '../notices/notices.ts'
import { wasReloaded } from '../ui/wasReloaded.ts'

/** How long the notice stays, in milliseconds. */
const failureTime = 10_000

/** After so many failures although the server answers, only a reload helps: browsers of before 2026 do not request a script again that failed. */
const maxFailures = 3

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

/**
 * Code could not be loaded: it is tried again, with a notice for the first failure. If it is gone, since the shop was deployed meanwhile, the page is
 * reloaded: the cart is stored, and so is what was typed. A page in which a reload would interrupt something offers it instead.
 */
export async function loadFailed(error: unknown): Promise<void> {
  const failures = awaitNextAttempt(error)
  if (failures === null) return
  if (failures === 1)
    showToast({
      kind: 'error',
      text: t('A part of this page could not be loaded. Your cart is kept.'),
      duration: failureTime,
      actions: [{ label: t('Try again'), act: loadAgain, primary: true }],
    })
  const { reached, outdated } = await isOutdated()
  if (!outdated && !(reached && failures >= maxFailures)) return
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
