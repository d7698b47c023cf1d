import { describe, expect, it } from 'vitest'
import * as guards from './guards.ts'

const visitor: guards.Facts = {
  hasBranch: false,
  branchChosen: false,
  active: true,
  loggedIn: false,
  loginUnknown: false,
  isTable: false,
  tableStored: false,
  registration: false,
  guestCheckout: false,
  newAddresses: false,
}
const customer = { ...visitor, loggedIn: true }
const table = { ...customer, isTable: true }

// One line per rule of docs/specification.md section 2.
const rules: [guards.GuardName, string, guards.Facts, guards.Verdict][] = [
  ['home', 'stays', visitor, null],
  ['home', 'needs a branch where HAS_BRANCH is on', { ...visitor, hasBranch: true }, '/select-branch'],
  ['home', 'stays with a branch', { ...visitor, hasBranch: true, branchChosen: true }, null],
  ['home', 'asks for a branch first, since each has its own hours', { ...visitor, hasBranch: true, active: false }, '/select-branch'],
  ['home', 'is unavailable while the shop is inactive', { ...visitor, active: false }, '/unavailable'],
  ['unavailable', 'goes home while the shop is active', visitor, '/'],
  ['unavailable', 'stays while it is not', { ...visitor, active: false }, null],
  ['visitor', 'stays', visitor, null],
  ['visitor', 'sends customers home', customer, '/'],
  ['visitor', 'sends tables home', table, '/'],
  ['register', 'is closed without ALLOW_REGISTRATION', visitor, '/'],
  ['register', 'stays with it', { ...visitor, registration: true }, null],
  ['register', 'sends customers home', { ...customer, registration: true }, '/'],
  ['checkout', 'sends visitors to the login', visitor, '/login'],
  ['checkout', 'lets guests in where they are allowed', { ...visitor, guestCheckout: true }, null],
  ['checkout', 'lets customers in', customer, null],
  ['checkout', 'lets a table in that is stored', { ...table, tableStored: true }, null],
  ['checkout', 'sends a table session without its table to the login', table, '/login'],
  ['checkout', 'is unavailable while the shop is inactive', { ...customer, active: false }, '/unavailable'],
  ['checkout', 'stays while the login could not be checked', { ...visitor, loginUnknown: true }, null],
  ['account', 'stays while the login could not be checked', { ...visitor, loginUnknown: true }, null],
  ['account', 'sends visitors to the login', visitor, '/login'],
  ['account', 'sends tables home', { ...table, tableStored: true }, '/'],
  ['account', 'lets customers in', customer, null],
  ['oldAddresses', 'stays with the old system', customer, null],
  ['oldAddresses', 'moves with the new system', { ...customer, newAddresses: true }, '/me/address-list'],
  ['oldAddresses', 'sends visitors to the login first', { ...visitor, newAddresses: true }, '/login'],
  ['newAddresses', 'stays with the new system', { ...customer, newAddresses: true }, null],
  ['newAddresses', 'moves with the old system', customer, '/me/my-addresses'],
  ['newAddresses', 'sends tables home', table, '/'],
]

describe('guards', () => {
  it.each(rules)('%s %s', (name, _says, facts, verdict) => {
    expect(guards.guard(name)(facts)).toBe(verdict)
  })

  it('never redirect in a loop', () => {
    const routes: Record<string, guards.Guard> = {
      '/': guards.guard('home'),
      '/unavailable': guards.guard('unavailable'),
      '/login': guards.guard('visitor'),
      '/checkout': guards.guard('checkout'),
      '/me/my-addresses': guards.guard('oldAddresses'),
      '/me/address-list': guards.guard('newAddresses'),
    }
    const keys = Object.keys(visitor) as (keyof guards.Facts)[]
    for (let bits = 0; bits < 2 ** keys.length; bits += 1) {
      const facts = Object.fromEntries(keys.map((key, at) => [key, (bits & (2 ** at)) !== 0])) as unknown as guards.Facts
      for (const start of Object.keys(routes)) {
        let at: string | null = start
        let steps = 0
        while (at !== null && steps < 5) {
          at = routes[at]?.(facts) ?? null
          steps += 1
        }
        expect(steps, `${start} with ${JSON.stringify(facts)}`).toBeLessThan(5)
      }
    }
  })
})
