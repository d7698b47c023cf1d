import type { SettingKey } from '../../../contracts/types.ts'
import { paths } from '../navigation/paths.ts'

export interface Facts {
  hasBranch: boolean
  branchChosen: boolean
  /** The shop takes orders at all (WorkingHours.meta.isActive); true while that is not known. */
  active: boolean
  loggedIn: boolean
  /** The login could not be checked; this causes no redirect. */
  loginUnknown: boolean
  isTable: boolean
  tableStored: boolean
  /** ALLOW_REGISTRATION is non-empty. */
  registration: boolean
  /** ALLOW_GUEST_CHECKOUT is non-empty. */
  guestCheckout: boolean
  newAddresses: boolean
}

export const factSettings = {
  hasBranch: 'HAS_BRANCH',
  registration: 'ALLOW_REGISTRATION',
  guestCheckout: 'ALLOW_GUEST_CHECKOUT',
  newAddresses: 'USES_NEW_ADDRESS_SYSTEM',
} as const satisfies Partial<Record<keyof Facts, SettingKey>>

export type GuardName = 'home' | 'unavailable' | 'visitor' | 'register' | 'checkout' | 'account' | 'oldAddresses' | 'newAddresses'

/** Where to go instead; null: stay. */
export type Verdict = string | null

/** A guard of the route table in docs/specification.md section 2: a pure function of the facts. */
export type Guard = (facts: Facts) => Verdict

/**
 * If all these facts hold (`!`: do not hold), the customer is redirected to `to`; null: stays. The first matching step counts; if none matches, the
 * customer stays.
 */
export interface GuardStep {
  when: readonly (keyof Facts | `!${keyof Facts}`)[]
  to: Verdict
}

const account: readonly GuardStep[] = [
  { when: ['!loginUnknown', '!loggedIn'], to: paths.login },
  { when: ['!loginUnknown', 'isTable'], to: paths.home },
]

/** The guards. The BFF reads them as well (dist/first.json): it paints no screen from which they redirect. */
export const guardSteps: Readonly<Record<GuardName, readonly GuardStep[]>> = {
  // Where the shop has branches, one must be chosen first, since each has its own hours. An inactive shop is unavailable.
  home: [
    { when: ['hasBranch', '!branchChosen'], to: paths.selectBranch },
    { when: ['!active'], to: paths.unavailable },
  ],
  // Only while the shop is inactive.
  unavailable: [{ when: ['active'], to: paths.home }],
  // Only when not logged in.
  visitor: [{ when: ['loggedIn'], to: paths.home }],
  // The same, and only when ALLOW_REGISTRATION is non-empty.
  register: [
    { when: ['loggedIn'], to: paths.home },
    { when: ['!registration'], to: paths.home },
  ],
  // A table session with its table, a signed-in customer, or a guest where guests are allowed.
  checkout: [
    { when: ['!active'], to: paths.unavailable },
    { when: ['loginUnknown'], to: null },
    { when: ['loggedIn', 'isTable', 'tableStored'], to: null },
    { when: ['loggedIn', '!isTable'], to: null },
    { when: ['guestCheckout'], to: null },
    { when: [], to: paths.login },
  ],
  // Signed-in customers; a table session goes home.
  account,
  // The old address system only.
  oldAddresses: [...account, { when: ['newAddresses'], to: paths.addressList }],
  // The new address system only.
  newAddresses: [...account, { when: ['!newAddresses'], to: paths.myAddresses }],
}

const holds = (facts: Facts, condition: string): boolean =>
  condition.startsWith('!') ? !facts[condition.slice(1) as keyof Facts] : facts[condition as keyof Facts]

const loginFacts: readonly string[] = ['loggedIn', 'loginUnknown', 'isTable'] satisfies (keyof Facts)[]

/** Whether a guard's verdict depends on the login. */
export const dependsOnLogin = (name: GuardName): boolean =>
  guardSteps[name].some(({ when }) => when.some((condition) => loginFacts.includes(condition.replace('!', ''))))

export const guard =
  (name: GuardName): Guard =>
  (facts) =>
    guardSteps[name].find(({ when }) => when.every((condition) => holds(facts, condition)))?.to ?? null
