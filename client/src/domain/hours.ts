import type { HoursRange, WorkingHours } from '../../../contracts/types.ts'
import { formats } from './formats.ts'
import { isRecord } from './wire.ts'

/** A point in time: milliseconds since 1970, UTC. Pure functions take it instead of a clock. */
export type Instant = number

/** The week's hours as the wire has them: per weekday ranges in the restaurant's own time of day. */
export type WeekHours = WorkingHours['data']

/** A weekday of the wire; the week begins on Monday. */
export type Weekday = keyof WeekHours

/** The weekdays in the order of the week table (docs/specification.md section 2). */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const satisfies readonly Weekday[]

/** A calendar day in the restaurant's time zone: "2026-11-21". */
export type LocalDay = string

/** A span in which the shop is open: from `start`, up to but without `end`. */
export interface Opening {
  start: Instant
  end: Instant
}

/** The open state and its next change, for "open until 22:30" and "opens 17:00". */
export type OpenState =
  | { open: true; /** When it closes; null when it never does. */ until: Instant | null }
  | { open: false; /** When it opens next; null when the week has no hours at all. */ opens: Instant | null }

export interface WeekRow {
  weekday: Weekday
  ranges: HoursRange[]
  today: boolean
}

const DAY = 86_400_000
const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const offsets = new Map<string, number>()

/**
 * How far the zone's clock is ahead of UTC at an instant, in milliseconds, by Intl only: the browser's own zone plays no part
 * (docs/architecture.md section 5). An unknown zone is UTC. Intl takes a tenth of a millisecond, and a week has hundreds of times to choose from, so
 * Intl is asked at both ends of the week that the instant is in: equal offsets mean that the clock is not changed in between. In a week with a change
 * the same is tried with the day. Clocks are changed at quarters of an hour only.
 */
export function zoneOffset(instant: Instant, zone: string): number {
  for (const span of [7 * DAY, DAY]) {
    const start = Math.floor(instant / span) * span
    const offset = offsetByIntl(start, zone)
    if (offset === offsetByIntl(start + span, zone)) return offset
  }
  return offsetByIntl(Math.floor(instant / QUARTER) * QUARTER, zone)
}

function offsetByIntl(instant: Instant, zone: string): number {
  const key = `${zone} ${instant}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const parts: Record<string, number> = {}
  for (const part of formatOf('en', zone, clock).formatToParts(instant)) if (part.type !== 'literal') parts[part.type] = Number(part.value)
  const { year = 0, month = 0, day = 0, hour, minute, second } = parts
  const offset = Date.UTC(year, month - 1, day, hour, minute, second) - instant
  if (offsets.size > 1000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/**
 * The instant of a time of day on a day of the zone. A time that the clock skips in spring moves forward by the gap; of a
 * time that happens twice in autumn it is the first.
 */
export function instantOf(day: LocalDay, minutes: number, zone: string): Instant {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE
  const before = zoneOffset(wall - DAY, zone)
  const after = zoneOffset(wall + DAY, zone)
  // No clock is changed on that day nor on those beside it.
  if (before === after) return wall - before
  const candidates = [wall - before, wall - after].filter((instant) => instant + zoneOffset(instant, zone) === wall)
  return candidates.length > 0 ? Math.min(...candidates) : wall - before
}

/** The zone's calendar day at an instant. */
export function localDay(instant: Instant, zone: string): LocalDay {
  return new Date(instant + zoneOffset(instant, zone)).toISOString().slice(0, 10)
}

/** The calendar day so many days later. */
export function addDays(day: LocalDay, days: number): LocalDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

export function weekdayOf(day: LocalDay): Weekday {
  return WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday'
}

/** A time of day in minutes after midnight ("HH:MM", "24:00" is the end of the day), or null when it is not one. */
export function minutesOf(timeOfDay: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(timeOfDay)
  if (!match) return null
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minutes <= 1440 ? minutes : null
}

/** The ranges of a weekday, in the order of their starts. */
export function rangesOf(hours: WeekHours, weekday: Weekday): HoursRange[] {
  return (hours[weekday] ?? []).toSorted((a, b) => (a.start < b.start ? -1 : 1))
}

/**
 * The openings of so many days from a day on, in order; ranges that touch or overlap are one. A range that ends at or
 * before its start ends on the next day; the previous day's overnight range is not included.
 */
export function openings(hours: WeekHours, zone: string, from: LocalDay, days: number): Opening[] {
  const spans: Opening[] = []
  for (let at = 0; at < days; at++) {
    const day = addDays(from, at)
    for (const range of rangesOf(hours, weekdayOf(day))) {
      const start = minutesOf(range.start) ?? 0
      const end = minutesOf(range.end) ?? 0
      const opening = {
        start: instantOf(day, start, zone),
        end: end > start ? instantOf(day, end, zone) : instantOf(addDays(day, 1), end, zone),
      }
      if (opening.end > opening.start) spans.push(opening)
    }
  }
  spans.sort((a, b) => a.start - b.start)
  const merged: Opening[] = []
  for (const span of spans) {
    const last = merged[merged.length - 1]
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else merged.push({ ...span })
  }
  return merged
}

/** The open state at an instant with its next change, from the week table. */
export function openState(hours: WeekHours, zone: string, now: Instant): OpenState {
  const today = localDay(now, zone)
  // What begins in these days and ends in them is known without looking further, as on almost every day.
  const soon = openings(hours, zone, addDays(today, -1), 3)
  const end = instantOf(addDays(today, 2), 0, zone)
  const here = soon.find((opening) => opening.start <= now && now < opening.end)
  if (here !== undefined && here.end < end) return { open: true, until: here.end }
  const next = soon.find((opening) => opening.start > now)
  if (here === undefined && next !== undefined) return { open: false, opens: next.start }
  // Two weeks, for a week with a single range that has just ended.
  const spans = openings(hours, zone, addDays(today, -1), 16)
  const current = spans.find((opening) => opening.start <= now && now < opening.end)
  if (current) {
    const never = current.end >= instantOf(addDays(today, 14), 0, zone)
    return { open: true, until: never ? null : current.end }
  }
  return { open: false, opens: spans.find((opening) => opening.start > now)?.start ?? null }
}

/** When the shop opens next after an instant at which it is closed; null while it is open or when it never opens. */
export function nextOpen(hours: WeekHours, zone: string, now: Instant): Instant | null {
  const state = openState(hours, zone, now)
  return state.open ? null : state.opens
}

/** When the open state changes next; null when it never does. */
function nextChange(hours: WeekHours, zone: string, now: Instant): Instant | null {
  const state = openState(hours, zone, now)
  return state.open ? state.until : state.opens
}

/** The week of an answer; undefined if no day is in it, so that its hours are not known. */
export function weekOf({ data }: WorkingHours): WeekHours | undefined {
  return WEEKDAYS.some((weekday) => data[weekday] !== undefined) ? data : undefined
}

/**
 * The open state `age` milliseconds after the response was made: the response's own `isOpenNow` and `nextOpen` while they can hold, the week table once
 * the response is older than five minutes, the announced opening has passed, or the table has opened or closed the shop since
 * (docs/architecture.md section 3.6). A shop that takes no orders at all is closed, whatever its hours. Null: not known.
 */
export function shopOpenState(hours: WorkingHours, zone: string, now: Instant, age: number): OpenState | null {
  const { data, meta } = hours
  const announced = meta.nextOpen === null ? NaN : Date.parse(meta.nextOpen)
  if (isInactive({ meta })) return { open: false, opens: announced > now ? announced : null }
  const computed = weekOf(hours) === undefined ? null : openState(data, zone, now)
  if (age > 5 * MINUTE) return computed
  // Where the backend does not say it, the week table decides.
  if (typeof meta.isOpenNow !== 'boolean' || meta.isOpenNow === computed?.open)
    return computed?.open === false && announced > now ? { open: false, opens: announced } : computed
  if (announced <= now || (nextChange(data, zone, now - age) ?? Infinity) <= now) return computed
  if (meta.isOpenNow) return { open: true, until: null }
  if (announced > now) return { open: false, opens: announced }
  // Closed contrary to the table (a holiday): the end of the table's opening is the earliest possible opening.
  return { open: false, opens: computed && nextAfter(data, zone, computed) }
}

/** When a response about the open state, made at `asked`, may no longer hold: the table's or the announced next change. Null: it holds. */
export function hoursExpire({ data, meta }: WorkingHours, zone: string, asked: Instant): Instant | null {
  const announced = meta.nextOpen === null ? NaN : Date.parse(meta.nextOpen)
  const changes = [nextChange(data, zone, asked), announced].filter((at) => at !== null && at > asked) as Instant[]
  return changes.length === 0 ? null : Math.min(...changes)
}

/** Whether the shop takes no orders at all, whatever its hours. It takes them unless the backend says otherwise. */
export function isInactive(hours: Pick<WorkingHours, 'meta'> | undefined): boolean {
  return hours?.meta.isActive === false
}

/** The working hours of an answer; undefined if it has none, as where the backend has no such call. */
export function readHours(answer: unknown): WorkingHours | undefined {
  return isRecord(answer) && isRecord(answer['meta']) && isRecord(answer['data']) ? (answer as unknown as WorkingHours) : undefined
}

/** The week table from Monday, with today marked (docs/specification.md section 2). */
export function weekTable(hours: WeekHours, zone: string, now: Instant): WeekRow[] {
  const today = weekdayOf(localDay(now, zone))
  return WEEKDAYS.map((weekday) => ({ weekday, ranges: rangesOf(hours, weekday), today: weekday === today }))
}

/** An instant as ISO 8601 with the zone's offset ("2026-11-21T18:30:00+01:00"), as dates travel (docs/wire.md section 4). */
export function isoWithOffset(instant: Instant, zone: string): string {
  const offset = Math.round(zoneOffset(instant, zone) / MINUTE)
  const wall = new Date(instant + offset * MINUTE).toISOString().slice(0, 19)
  const ahead = Math.abs(offset)
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}

/** The value of a datetime-local field ("2026-11-21T18:30") in the zone. */
export function toLocalInput(instant: Instant, zone: string): string {
  return isoWithOffset(instant, zone).slice(0, 16)
}

/** The instant of a datetime-local value, read in the zone; null when it is not one. */
export function fromLocalInput(value: string, zone: string): Instant | null {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2})?$/.exec(value)
  const minutes = minutesOf(match?.[2] ?? '')
  if (!match?.[1] || minutes === null || minutes >= 1440 || Number.isNaN(Date.parse(`${match[1]}T00:00:00Z`))) return null
  return instantOf(match[1], minutes, zone)
}

/** An instant's time of day in the restaurant's zone, as a locale writes it: "22:30". */
export function formatTimeOfDay(instant: Instant, zone: string, locale: string): string {
  return formatOf(locale, zone, { hour: '2-digit', minute: '2-digit' }).format(instant)
}

/** Hours of the week table in the clock of a locale: "17:00–22:30", "05:00 PM–10:30 PM". */
export function formatRange({ start, end }: HoursRange, locale: string): string {
  const of = (time: string): string => {
    const minutes = minutesOf(time) ?? 0
    const written = formatTimeOfDay(minutes * MINUTE, 'UTC', locale)
    return minutes === 1440 && written === '00:00' ? '24:00' : written
  }
  return `${of(start)}–${of(end)}`
}

/** An instant's time of day with the zone's name ("02:30 MESZ"): for the hour that comes twice when the clock goes back. */
export function formatTimeOfDayInZone(instant: Instant, zone: string, locale: string): string {
  return formatOf(locale, zone, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }).format(instant)
}

/** An instant's weekday, date and time in the restaurant's zone, as a locale writes it. */
export function formatDateTime(instant: Instant, zone: string, locale: string): string {
  return formatOf(locale, zone, { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).format(instant)
}

/** The same; today and tomorrow by their words: "today, 16:30", with the comma that the locale's dates have. */
export function formatWhen(instant: Instant, zone: string, locale: string, now: Instant): string {
  const today = localDay(now, zone)
  const days = [today, addDays(today, 1)].indexOf(localDay(instant, zone))
  if (days < 0) return formatDateTime(instant, zone, locale)
  const day = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
  const comma = formatDateTime(instant, zone, locale).includes('،') ? '،' : ','
  return `${day}${comma} ${formatTimeOfDay(instant, zone, locale)}`
}

/** A calendar day as a locale writes it, short, with its weekday: "Sa., 21. Nov.". */
export function formatDay(day: LocalDay, locale: string): string {
  return formatOf(locale, 'UTC', { weekday: 'short', day: 'numeric', month: 'short' }).format(Date.parse(`${day}T12:00:00Z`))
}

export function weekdayName(weekday: Weekday, locale: string, style: 'short' | 'long' = 'long'): string {
  // 5 January 1970 was a Monday.
  return formatOf(locale, 'UTC', { weekday: style }).format((4 + WEEKDAYS.indexOf(weekday)) * DAY + DAY / 2)
}

const dateFormat = formats<Intl.DateTimeFormat>()

function formatOf(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateFormat(
    `${locale}|${zone}|${Object.entries(options).flat().join()}`,
    () => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }),
    () => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }),
  )
}

const clock: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
}

function nextAfter(hours: WeekHours, zone: string, state: OpenState): Instant | null {
  if (!state.open) return state.opens
  return state.until === null ? null : nextOpen(hours, zone, state.until)
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
