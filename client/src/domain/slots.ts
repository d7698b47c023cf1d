import {
  addDays,
  isoWithOffset,
  localDay,
  openings,
  zoneOffset,
  type Instant,
  type LocalDay,
  type OpenState,
  type WeekHours,
} from './hours.ts'

/** A time that can be chosen for "later". */
export interface TimeSlot {
  at: Instant
  /** What is sent as deliverDate: ISO 8601 with the restaurant's offset. */
  iso: string
}

export interface DaySlots {
  day: LocalDay
  slots: TimeSlot[]
}

export interface SlotRules {
  step: number
  /** Minutes that the kitchen needs at least from now; the first slot of an opening is its start. */
  lead: number
  /** How many days are looked at, today included. */
  days: number
}

/** Quarter hours, half an hour of lead, a week ahead: decided here, since docs/specification.md section 4 only asks for a required datetime. */
export const SLOT_RULES: SlotRules = { step: 15, lead: 30, days: 7 }

const MINUTE = 60_000

/**
 * The slots of the coming days one after another, from the working hours, each with its day in the restaurant's zone. A slot lies in an opening, at
 * least the lead after now, on a whole step of the clock; the end of an opening is not a slot. A slot after midnight belongs to the calendar day it is on.
 */
function* slots(hours: WeekHours, zone: string, now: Instant, rules: SlotRules): Generator<[LocalDay, TimeSlot]> {
  const today = localDay(now, zone)
  const last = addDays(today, rules.days)
  const step = rules.step * MINUTE
  for (const opening of openings(hours, zone, addDays(today, -1), rules.days + 1)) {
    // Whole steps of the clock are whole steps of UTC: zones are ahead by whole quarter hours.
    let at = Math.ceil(Math.max(opening.start, now + rules.lead * MINUTE) / step) * step
    for (; at < opening.end; at += step) {
      const day = localDay(at, zone)
      if (day >= last) break
      yield [day, { at, iso: isoWithOffset(at, zone) }]
    }
  }
}

/** The slots by day; days without any are left out. */
export function daySlots(hours: WeekHours, zone: string, now: Instant, rules: SlotRules = SLOT_RULES): DaySlots[] {
  const days = new Map<LocalDay, TimeSlot[]>()
  for (const [day, slot] of slots(hours, zone, now, rules)) {
    const others = days.get(day)
    if (others === undefined) days.set(day, [slot])
    else others.push(slot)
  }
  return [...days].map(([day, slots]) => ({ day, slots }))
}

/**
 * The first slot at which something can be had; `opens` is the announced end of a closure that the week table does not know. Null without any. Asked
 * whenever the checkout opens: those after it, hundreds in a week, are not made.
 */
export function firstSlot(hours: WeekHours, zone: string, now: Instant, opens: Instant | null = null): TimeSlot | null {
  for (const [, slot] of slots(hours, zone, now, SLOT_RULES)) if (opens === null || slot.at >= opens) return slot
  return null
}

/** When the kitchen closes, if what is ordered now might not be ready before; null otherwise. */
export function closingSoon(state: OpenState | null, now: Instant): Instant | null {
  return state?.open === true && state.until !== null && state.until - now <= SLOT_RULES.lead * MINUTE ? state.until : null
}

/** The slots of a day whose time of day comes twice, since the clock goes back: they need the zone's name beside them. */
export function timesThatComeTwice({ slots }: DaySlots, zone: string): Set<Instant> {
  const wall = ({ at }: TimeSlot): Instant => at + zoneOffset(at, zone)
  const seen = new Map<Instant, number>()
  for (const slot of slots) seen.set(wall(slot), (seen.get(wall(slot)) ?? 0) + 1)
  return new Set(slots.filter((slot) => (seen.get(wall(slot)) ?? 0) > 1).map((slot) => slot.at))
}

/** Why a chosen time is not possible. */
export type TimeProblem = 'past' | 'closed'

/** Validates a typed time: it must be in the future and within an opening, including its end. Null if it is valid. */
export function timeProblem(hours: WeekHours, zone: string, now: Instant, at: Instant): TimeProblem | null {
  if (at <= now) return 'past'
  const around = openings(hours, zone, addDays(localDay(at, zone), -1), 2)
  return around.some((opening) => opening.start <= at && at <= opening.end) ? null : 'closed'
}
