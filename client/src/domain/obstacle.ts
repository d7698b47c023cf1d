import type { DeliverType, UnknownPart } from './delivery.ts'
import type { Instant } from './hours.ts'
import type { Minor } from './money.ts'
import type { NotesExcess } from './notes.ts'
import type { TimeProblem } from './slots.ts'

/** The inputs for finding what still prevents an order, for the bar above the pay button. */
export interface ObstacleFacts {
  online: boolean
  /** The shop takes orders at all (WorkingHours.meta.isActive). */
  active: boolean
  /** HAS_BRANCH is on and no branch is chosen. */
  branchMissing: boolean
  pieces: number
  /** The menu has changed: the customer must accept changed lines. */
  reviewPending: boolean
  /** What the backend says is wrong with a line of the cart, and its place. */
  line: { at: number; message: string } | null
  deliverType: DeliverType | null
  /** Available delivery types; empty if every switch is off. */
  deliverTypes: readonly DeliverType[]
  signedIn: boolean
  /** The saved address is chosen, and still there. */
  hasAddress: boolean
  hasArea: boolean
  /** The address in words that comes with an area is filled in. */
  hasAddressText: boolean
  /** The chosen saved address is in no delivery area. */
  addressOutOfRange: boolean
  /** The parts of the bill that can't be read. */
  unknown: readonly UnknownPart[]
  /** What is missing to the area's minimum order; 0 when nothing is. */
  missingToMinimum: Minor
  deliverAt: 'now' | 'later'
  openNow: boolean
  /** When the shop opens next, if it is closed. */
  opens: Instant | null
  hasDate: boolean
  dateProblem: TimeProblem | null
  /** Contact fields that are missing or not valid, in the order of the form. */
  contact: readonly { field: 'name' | 'email' | 'phone'; problem: 'missing' | 'invalid' }[]
  notes: NotesExcess | null
  /** The tip is an amount, or empty. */
  tip: boolean
  terms: boolean
  hasProvider: boolean
  /** Ways to pay on offer. */
  providers: number
  /** The total, if it has changed without the customer and is not accepted yet; else null. */
  changedTotal: Minor | null
}

/** What prevents an order, as data: the checkout shows it as a sentence with a button that leads there. */
export type Obstacle =
  | { kind: 'offline' }
  | { kind: 'inactive' }
  | { kind: 'branch' }
  | { kind: 'empty' }
  | { kind: 'changed' }
  | { kind: 'line'; at: number; message: string }
  | { kind: 'noDeliverType' }
  | { kind: 'deliverType' }
  | { kind: 'address' }
  | { kind: 'outOfRange' }
  | { kind: 'area' }
  | { kind: 'addressText' }
  | { kind: 'minimumOrder'; missing: Minor }
  | { kind: 'unknown'; part: UnknownPart }
  | { kind: 'closed'; opens: Instant | null }
  | { kind: 'date' }
  | { kind: 'dateProblem'; problem: TimeProblem }
  | { kind: 'contact'; field: 'name' | 'email' | 'phone'; problem: 'missing' | 'invalid' }
  | ({ kind: 'notes' } & NotesExcess)
  | { kind: 'noProvider' }
  | { kind: 'provider' }
  | { kind: 'tip' }
  | { kind: 'terms' }
  | { kind: 'total'; total: Minor }

/**
 * The first obstacle, in the order of the page: shop, cart, how and where, when, who, pay. Null when the order can be
 * placed; Place Order is disabled otherwise (docs/specification.md section 5).
 */
export function nextObstacle(facts: ObstacleFacts): Obstacle | null {
  if (!facts.online) return { kind: 'offline' }
  if (!facts.active) return { kind: 'inactive' }
  if (facts.branchMissing) return { kind: 'branch' }
  if (facts.pieces < 1) return { kind: 'empty' }
  if (facts.reviewPending) return { kind: 'changed' }
  if (facts.line) return { kind: 'line', ...facts.line }
  if (facts.deliverTypes.length === 0) return { kind: 'noDeliverType' }
  if (facts.deliverType === null || !facts.deliverTypes.includes(facts.deliverType)) return { kind: 'deliverType' }
  if (facts.deliverType === 'delivery') {
    const where = whereObstacle(facts)
    if (where) return where
    if (facts.missingToMinimum > 0) return { kind: 'minimumOrder', missing: facts.missingToMinimum }
  }
  const unknown = facts.unknown[0]
  if (unknown) return { kind: 'unknown', part: unknown }
  if (facts.deliverAt === 'now' && !facts.openNow) return { kind: 'closed', opens: facts.opens }
  if (facts.deliverAt === 'later') {
    if (!facts.hasDate) return { kind: 'date' }
    if (facts.dateProblem) return { kind: 'dateProblem', problem: facts.dateProblem }
  }
  const contact = facts.contact[0]
  if (contact) return { kind: 'contact', ...contact }
  if (facts.notes) return { kind: 'notes', ...facts.notes }
  if (facts.providers === 0) return { kind: 'noProvider' }
  if (!facts.hasProvider) return { kind: 'provider' }
  if (!facts.tip) return { kind: 'tip' }
  if (!facts.terms) return { kind: 'terms' }
  return facts.changedTotal === null ? null : { kind: 'total', total: facts.changedTotal }
}

/** Where a delivery goes: a saved address that is in range, or an area with the address in words (docs/specification.md section 5). */
function whereObstacle(facts: ObstacleFacts): Obstacle | null {
  if (facts.hasAddress) return facts.addressOutOfRange ? { kind: 'outOfRange' } : null
  if (facts.hasArea) return facts.hasAddressText ? null : { kind: 'addressText' }
  return facts.signedIn ? { kind: 'address' } : { kind: 'area' }
}
