import { redirect, type LoaderFunction } from 'react-router'
import { fromBrowser } from '../shop/paths.ts'
import { queryClient } from '../api/queryClient.ts'
import { isBranchUnknown } from '../shop/branch.ts'
import { chosenBranch } from '../shop/chosenBranch.ts'
import { isShopActive, workingHoursQuery } from '../shop/hours.ts'
import { currentLogin } from '../shop/login.ts'
import { currentSettings, settingsQuery } from '../shop/settings.ts'
import { sessionTable } from '../shop/table.ts'
import { turnAway } from '../shop/turnedAway.ts'
import type { Facts, Guard } from './guards.ts'

/** Milliseconds a guard waits for a fact that is not there; after that the shop opens and the fact is followed up by the screen. */
const guardTimeout = 3000

async function atMost(fact: Promise<unknown>): Promise<void> {
  await Promise.race([fact.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, guardTimeout))])
}

/** Collects what the guards ask. Facts that can't be had count as the open door: an active shop, nobody logged in. */
export async function collectFacts(): Promise<Facts> {
  const [login] = await Promise.all([
    currentLogin(),
    atMost(queryClient.query({ ...settingsQuery, staleTime: 'static' })),
    atMost(queryClient.query({ ...workingHoursQuery, staleTime: 'static' })),
  ])
  const settings = currentSettings()
  return {
    hasBranch: settings.on('HAS_BRANCH') || isBranchUnknown(),
    branchChosen: chosenBranch() !== null && !isBranchUnknown(),
    active: isShopActive(),
    loggedIn: login.loggedIn,
    loginUnknown: login.unanswered,
    isTable: login.isTable,
    tableStored: sessionTable() !== null,
    registration: settings.on('ALLOW_REGISTRATION'),
    guestCheckout: settings.on('ALLOW_GUEST_CHECKOUT'),
    newAddresses: settings.on('USES_NEW_ADDRESS_SYSTEM'),
  }
}

/** A route's loader: asks its guard and goes where it says. The query of a guarded address survives a move within the account. */
export function guarded(guard: Guard): LoaderFunction {
  return async ({ request }) => {
    const verdict = guard(await collectFacts())
    if (verdict === null) return null
    const { pathname, search } = new URL(request.url)
    const from = { pathname: fromBrowser(pathname), search }
    // The login comes back to where it was asked for (docs/specification.md names /checkout as the only way back).
    if (verdict === '/login' && from.pathname === '/checkout') throw redirect('/login?return=checkout')
    if (verdict === '/login') turnAway(from.pathname + from.search)
    throw redirect(verdict)
  }
}
