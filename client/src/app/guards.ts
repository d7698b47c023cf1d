import type { SettingKey } from '../../../contracts/types.ts'
import { paths } from '../shop/paths.ts'
import type { GuardName } from '../shop/places.ts'

/** The inputs of a guard. */
export interface Facts {
  /** HAS_BRANCH is on. */
  hasBranch: boolean
  branchChosen: boolean
  /** The shop takes orders at all (WorkingHours.meta.isActive); true while that is not known. */
  active: boolean
  loggedIn: boolean
  /** There is a login that could not be checked; no redirect happens because of that. */
  loginUnknown: boolean
  /** The login is a table's. */
  isTable: boolean
  /** A table is stored in the session. */
  tableStored: boolean
  /** ALLOW_REGISTRATION is non-empty. */
  registration: boolean
  /** ALLOW_GUEST_CHECKOUT is non-empty. */
  guestCheckout: boolean
  /** USES_NEW_ADDRESS_SYSTEM is on. */
  newAddresses: boolean
}

/** The facts that are switches of the settings. */
export const factSettings = {
  hasBranch: 'HAS_BRANCH',
  registration: 'ALLOW_REGISTRATION',
  guestCheckout: 'ALLOW_GUEST_CHECKOUT',
  newAddresses: 'USES_NEW_ADDRESS_SYSTEM',
} as const satisfies Partial<Record<keyof Facts, SettingKey>>

/** Where to go instead; null: stay. */
export type Verdict = string | null

/** A rule of docs/specification.md section 2's route table: pure, from facts to "stay" or "go to …". */
export type Guard = (facts: Facts) => Verdict

/** Where all of these facts are as named (`!`: not), the customer goes there; null: stays. The first step that fits counts; without one everybody stays. */
export interface GuardStep {
  when: readonly (keyof Facts | `!${keyof Facts}`)[]
  to: Verdict
}

const account: readonly GuardStep[] = [
  { when: ['!loginUnknown', '!loggedIn'], to: paths.login },
  { when: ['!loginUnknown', 'isTable'], to: paths.home },
]

/** The rules, which the BFF reads, too: it paints no screen that they lead away from (dist/first.json). */
export const guardSteps: Readonly<Record<GuardName, readonly GuardStep[]>> = {
  // A branch first where the shop has branches, since each has its own hours; an inactive shop is unavailable.
  home: [
    { when: ['hasBranch', '!branchChosen'], to: paths.selectBranch },
    { when: ['!active'], to: paths.unavailable },
  ],
  // Only while the shop is inactive.
  unavailable: [{ when: ['active'], to: paths.home }],
  // Only for those who are not logged in.
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

const isSo = (facts: Facts, condition: string): boolean =>
  condition.startsWith('!') ? !facts[condition.slice(1) as keyof Facts] : facts[condition as keyof Facts]

/** The rule of a name. */
export const guard =
  (name: GuardName): Guard =>
  (facts) =>
    guardSteps[name].find(({ when }) => when.every((condition) => isSo(facts, condition)))?.to ?? null
