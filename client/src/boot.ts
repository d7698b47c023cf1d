import type { Boot } from '../../contracts/bff-types.ts'
import { noteAge } from './api/age.ts'
import { callBff, onRefusal } from './api/http.ts'
import type { PublicScope } from './api/scope.ts'
import { queryClient } from './api/queryClient.ts'
import { branchesQuery, branchRefused } from './session/branch.ts'
import { startCart } from './cart/cartStore.ts'
import { startPaymentCheck } from './orderState/payment.ts'
import { setClock } from './restaurant/clock.ts'
import { fallbackConfig, setConfig } from './restaurant/config.ts'
import { followOtherTabs } from './session/follow.ts'
import { applyHead } from './restaurant/head.ts'
import { prepareHours, workingHoursQuery } from './restaurant/workingHours.ts'
import { publicScope, sameBranch, startIdentity } from './session/identity.ts'
import { countVisit, captureInstallPrompt } from './browser/useInstall.ts'
import { addTranslations, languagesQuery, startLanguage, takeLanguageOfPage, translationsQuery } from './i18n/language.ts'
import { checkLoginAgain, currentLogin, startLogin } from './session/login.ts'
import { pagesQuery } from './restaurant/pages.ts'
import { pageCachedAt } from './browser/offline.ts'
import { prepareMoney, prepareCollation } from './i18n/useMoney.ts'
import { holdOpenTab, isAlone } from './session/otherTabs.ts'
import { mirrorInCookie } from './browser/plainCookies.ts'
import { currentSettings, settingsOf, settingsQuery } from './restaurant/settings.ts'
import { session, sessionKeys } from './browser/storage.ts'

/** The part of the boot data that belongs to one screen: the menu's catalogue, the checkout's payment providers and taxes. */
export type ScreenBoot = Pick<Boot, 'categories' | 'menus' | 'firstCategory' | 'paymentProviders' | 'taxes'>

let screen: ScreenBoot & { of?: PublicScope; updatedAt?: number } = {}
let staleSince: string | null = null

/** The current screen's part of the boot data, empty if there is none or it is for another branch or language. */
export function screenBoot({ branch, language }: PublicScope): ScreenBoot {
  return screen.of?.branch === branch && screen.of.language === language ? screen : {}
}

/** When the boot data was fetched, in milliseconds. */
export function screenBootTime(): number {
  return screen.updatedAt ?? 0
}

/** While the upstream is failing: when the page's oldest cached response was fetched, in ISO 8601 (docs/failures.md F1); else null. */
export function bootStaleSince(): string | null {
  return staleSince
}

/** The boot data in the page (docs/architecture.md section 4); null if there is none or it can't be parsed. */
function readBoot(): Boot | null {
  const written = document.getElementById('boot')?.textContent
  if (written === undefined || written === '') return null
  try {
    const boot = JSON.parse(written) as Partial<Boot> | null
    return typeof boot === 'object' && boot?.config !== undefined ? (boot as Boot) : null
  } catch {
    return null
  }
}

/** Makes the boot data the first answers of its calls; `at` is when the page was rendered. */
function seed(boot: Boot, at: number): void {
  // A stale response is shown and refetched at once.
  const updatedAt = boot.stale === undefined ? at : 1
  const age = { at: boot.stale === undefined ? at : Date.parse(boot.stale), stale: boot.stale !== undefined }
  const put = (key: readonly unknown[], data: unknown): void => {
    if (data === undefined) return
    noteAge(data, age)
    queryClient.setQueryData(key, data, { updatedAt })
  }
  const scope = publicScope()
  put(settingsQuery(scope).queryKey, boot.settings)
  put(translationsQuery({ ...scope, language: boot.lang }).queryKey, boot.translations)
  put(languagesQuery(scope).queryKey, boot.languages)
  put(pagesQuery(scope).queryKey, boot.pages)
  put(branchesQuery(scope).queryKey, boot.branches)
  put(workingHoursQuery(scope).queryKey, boot.workingHours)
  for (const data of [boot.categories, boot.menus, boot.firstCategory?.products, boot.paymentProviders, boot.taxes]) noteAge(data, age)
  screen = { ...boot, of: scope, updatedAt }
  staleSince = boot.stale ?? null
}

/** Yields to the browser, so that pending input and frames are handled first. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const timeout = (milliseconds: number): Promise<undefined> => new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))

/**
 * Starts the shop: configuration, clock, boot data, translations, head and cart. Never fails and never waits long: missing data is fetched and shown
 * when it arrives.
 */
export async function startShop(): Promise<void> {
  captureInstallPrompt()
  onRefusal((caller, status) => (status === 421 ? branchRefused(caller) : checkLoginAgain(caller)))
  const boot = readBoot()
  if (boot !== null) setConfig({ ...fallbackConfig, ...boot.config })
  else {
    const config = await Promise.race([callBff('/bff/config').catch(() => undefined), timeout(3000)])
    if (config !== undefined) setConfig({ ...fallbackConfig, ...config })
  }
  takeLanguageOfPage(boot?.lang)
  const { branch, language } = startIdentity()
  startLogin()
  // Stored before anything of the page may lead elsewhere.
  if (/[?&](payment|sess)=/.test(window.location.search)) await import('./orderState/paymentReturn.ts').then((it) => it.takePaymentReturn())
  startPaymentCheck()
  // The cookies may be deleted while the choice is still stored; then the page was rendered for another branch or language.
  // The data of a page from the service worker's cache is refetched at once.
  const cachedAt = pageCachedAt()
  if (boot !== null && cachedAt !== null) boot.stale ??= cachedAt
  const bootMatches = boot !== null && sameBranch(boot.branch, branch) && boot.lang.toLowerCase() === language.toLowerCase()
  // The browser may show the page from its own cache, such as after Back.
  const rendered = boot === null || cameFromNetwork() ? Date.now() : Math.min(Date.now(), Date.parse(boot.now) || 0)
  if (bootMatches) seed({ ...boot, lang: language }, rendered)
  mirrorInCookie('branch', branch ?? '')
  if (boot !== null) setClock(boot.now, cameFromNetwork())
  await yieldToMain()

  const settings = queryClient.query({ ...settingsQuery(publicScope()), staleTime: 'static' }).catch(() => undefined)
  const texts = queryClient.query({ ...translationsQuery(publicScope()), staleTime: 'static' }).catch(() => undefined)
  const [known, translations] = await Promise.all([Promise.race([settings, timeout(4000)]), Promise.race([texts, timeout(2500)])])
  await startLanguage(translations)
  // Slow translations are shown when they arrive.
  if (translations === undefined) void texts.then((late) => late !== undefined && addTranslations(language, late))

  await yieldToMain()
  applyHead(currentSettings(), language, bootMatches)
  const remind = known === undefined ? null : settingsOf(known).on('CART_REMINDER')
  const arrives = session.read(sessionKeys.visited) === null
  startCart(remind, arrives && remind === false && (await isAlone()))
  countVisit(arrives)
  session.write(sessionKeys.visited, '1')
  followOtherTabs()
  holdOpenTab()
  await yieldToMain()
  // The first use of Intl in a language takes as long as rendering a screen: its data is loaded here in parts, yielding between them.
  for (const prepare of [prepareCollation, prepareMoney, prepareHours]) {
    prepare()
    await yieldToMain()
  }
  void currentLogin()
}

function cameFromNetwork(): boolean {
  if (pageCachedAt() !== null) return false
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== 'back_forward' && navigation.transferSize > 0
}
