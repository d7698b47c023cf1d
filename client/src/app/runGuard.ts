import { matchPath } from 'react-router'
import { queryClient } from '../api/queryClient.ts'
import { isBranchUnknown } from '../session/branch.ts'
import { identity, publicScope } from '../session/identity.ts'
import { isShopActive, workingHoursQuery } from '../restaurant/workingHours.ts'
import { currentLogin } from '../session/login.ts'
import { goTo } from '../navigation/goTo.ts'
import { checkoutLogin, fromBrowser, isConfirmation, paths } from '../navigation/paths.ts'
import { currentSettings, settingsQuery } from '../restaurant/settings.ts'
import { tableRestored } from '../session/table.ts'
import { redirectedFrom } from '../session/loginRedirect.ts'
import { dependsOnLogin, factSettings, guard, type Facts, type GuardName, type Verdict } from './guards.ts'
import { screenRoutes, type Address, type Route } from './routes.ts'

/** Milliseconds a guard waits for missing data; after that the route is shown, and the screen reacts when the data arrives. */
const guardTimeout = 3000

/** Milliseconds a screen that everyone may see waits for the login, so that the customer's name and points mostly come with it and move nothing. */
const courtesy = 400

async function atMost(fact: Promise<unknown>): Promise<void> {
  await Promise.race([fact.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, guardTimeout))])
}

/** Collects the facts for the guards. Unknown facts have permissive defaults: an active shop, not logged in. */
async function collectFacts(name: GuardName): Promise<Facts> {
  const [login] = await Promise.all([
    dependsOnLogin(name) ? currentLogin() : currentLogin(courtesy),
    atMost(tableRestored()),
    atMost(queryClient.query({ ...settingsQuery(publicScope()), staleTime: 'static' })),
    atMost(queryClient.query({ ...workingHoursQuery(publicScope()), staleTime: 'static' })),
  ])
  const settings = currentSettings()
  return {
    hasBranch: settings.on(factSettings.hasBranch) || isBranchUnknown(),
    branchChosen: identity().branch !== null && !isBranchUnknown(),
    active: isShopActive(),
    loggedIn: login.loggedIn,
    loginUnknown: login.unanswered,
    isTable: login.isTable,
    tableStored: identity().table !== null,
    registration: settings.on(factSettings.registration),
    guestCheckout: settings.on(factSettings.guestCheckout),
    newAddresses: settings.on(factSettings.newAddresses),
  }
}

/** Runs the guard of an address. Returns where to go instead; null: stay. */
export async function runGuard({ redirect, guard: name, unguarded }: Route, address: Address): Promise<Verdict> {
  const target = redirect?.() ?? null
  if (target !== null || name === undefined || unguarded?.(address) === true) return target
  const verdict = guard(name)(await collectFacts(name))
  // docs/specification.md allows only /checkout as `return` parameter.
  return verdict === paths.login && address.pathname === paths.checkout ? checkoutLogin : verdict
}

export const routeOf = (pathname: string): Route | undefined => screenRoutes.find(({ path }) => matchPath(path, pathname) !== null)

export const pageAddress = (): Address => ({ pathname: fromBrowser(window.location.pathname), search: window.location.search })

/** The key of a screen: its guard runs when this changes, not when a sheet opens over it. A guest's confirmation is a screen of its own. */
export const screenKey = (address: Address): string => `${address.pathname}${isConfirmation(address) ? '?order' : ''}`

/**
 * Goes where the guard of an address leads, unless the customer has gone elsewhere before it answered. After a redirect to the login the customer returns
 * to the requested page.
 */
export function followGuard(address: Address, verdict: string, go = (path: string): void => goTo(path, { replace: true })): void {
  // As the browser writes it.
  const { pathname } = new URL(window.location.origin + address.pathname)
  if (screenKey(pageAddress()) !== screenKey({ ...address, pathname })) return
  if (verdict === paths.login) redirectedFrom.set(address.pathname + address.search)
  go(verdict)
}

/** Runs the guard of the page's address again: the customer has left in another tab, or what let him pass is not valid. */
export async function guardAgain(): Promise<void> {
  const address = pageAddress()
  const route = routeOf(address.pathname)
  const verdict = route === undefined ? null : await runGuard(route, address)
  if (verdict !== null) followGuard(address, verdict)
}
