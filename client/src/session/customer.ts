import { local, storedKeys, type TextStore } from '../browser/storage.ts'
import { identity } from './identity.ts'

/* Whose a login, an order or a draft is, without any personal data. */

/**
 * A hash of a login: equal for the same login, empty for a guest. The token can't be derived from it, so it may be stored with what was sent under
 * the login.
 */
export function loginHash(token: string | null = identity().token): string {
  return token === null ? '' : hashOf(token)
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Whose data is stored: a hash of the customer, and of the login under which it was told (loginHash). */
export interface Mark {
  customer: string
  login: string
}

export function markIn(store: TextStore, key: string): Mark | null {
  const [customer = '', login = ''] = (store.read(key) ?? '').split(' ')
  return customer === '' ? null : { customer, login }
}

/** The same person: a new e-mail address changes the customer's hash, but not the login; a new login does not change the customer's hash. */
export const isSame = (one: Mark, other: Mark): boolean =>
  one.customer === other.customer || (one.login !== '' && one.login === other.login)

/** A hash of the customer who is signed in, or was until the login expired; empty if unknown. It contains no personal data. */
export function customerHash(): string {
  return markIn(local, storedKeys.customer)?.customer ?? ''
}

/** A hash of the customer of this tab's login; empty for a guest, and until /me has answered: the known customer may be another tab's. */
export function loginCustomer(): string {
  const mark = markIn(local, storedKeys.customer)
  return mark !== null && mark.login !== '' && mark.login === loginHash() ? mark.customer : ''
}

/** Whether something was sent by this tab's customer: the guest of this browser, or the same customer, perhaps under a login that has expired since. */
export function isOwn({ sender, customer }: { /** loginHash */ sender: string; /** customerHash */ customer: string }): boolean {
  return sender === '' || sender === loginHash() || (customer !== '' && customer === customerHash())
}
