import { paths } from '../shop/paths.ts'

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

/** The redirect; null: stay. */
export type Verdict = string | null

/** A rule of docs/specification.md section 2's route table: pure, from facts to "stay" or "go to …". */
export type Guard = (facts: Facts) => Verdict

/** /: a branch first where the shop has branches, since each has its own hours; an inactive shop is unavailable. */
export const home: Guard = (f) => (f.hasBranch && !f.branchChosen ? paths.selectBranch : !f.active ? paths.unavailable : null)

/** /unavailable: only while the shop is inactive. */
export const unavailable: Guard = (f) => (f.active ? paths.home : null)

/** /login, /reset-password: only for those who are not logged in. */
export const visitor: Guard = (f) => (f.loggedIn ? paths.home : null)

/** /register: the same, and only when ALLOW_REGISTRATION is non-empty. */
export const register: Guard = (f) => (f.loggedIn || !f.registration ? paths.home : null)

/** /checkout: a table session with its table, a signed-in customer, or a guest where guests are allowed. */
export const checkout: Guard = (f) =>
  !f.active
    ? paths.unavailable
    : f.loginUnknown || (f.loggedIn && f.isTable && f.tableStored) || (f.loggedIn && !f.isTable) || f.guestCheckout
      ? null
      : paths.login

/** /me: signed-in customers; a table session goes home. */
export const account: Guard = (f) => (f.loginUnknown ? null : !f.loggedIn ? paths.login : f.isTable ? paths.home : null)

/** /me/my-addresses: the old address system only. */
export const oldAddresses: Guard = (f) => account(f) ?? (f.newAddresses ? paths.addressList : null)

/** /me/address-list: the new address system only. */
export const newAddresses: Guard = (f) => account(f) ?? (f.newAddresses ? null : paths.myAddresses)
