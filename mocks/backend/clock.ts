/**
 * The restaurant's own time: every instant is a Date, every wall clock is Europe/Berlin's (docs/specification.md section 2, working hours).
 */

/** The restaurant group's time zone. */
export const ZONE = 'Europe/Berlin'

/** A clock that runs from a chosen instant, or with the machine. */
export interface Clock {
  /** The present instant. */
  now(): Date
  /** Restarts the clock at an ISO instant; null returns to the machine's time. Throws a RangeError for anything else. */
  set(iso: string | null): void
}

/** Makes a clock; `start` is an ISO instant from which it runs on. */
export const makeClock = (start: string | null = null): Clock => {
  let offset = 0
  const clock: Clock = {
    now: () => new Date(Date.now() + offset),
    set: (iso) => {
      if (iso === null) {
        offset = 0
        return
      }
      const at = Date.parse(iso)
      if (Number.isNaN(at)) throw new RangeError(`not an ISO instant: ${iso}`)
      offset = at - Date.now()
    },
  }
  clock.set(start)
  return clock
}

/** What a wall clock in the restaurant shows. `weekday` counts from Monday = 0; `minutes` from midnight. */
export interface WallTime {
  year: number
  month: number
  day: number
  weekday: number
  minutes: number
  seconds: number
}

const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The wall clock at an instant. */
export const wallTime = (at: Date): WallTime => {
  const part: Record<string, number> = {}
  for (const { type, value } of wall.formatToParts(at)) if (type !== 'literal') part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
  return { year, month, day, weekday, minutes: hour * 60 + minute, seconds: second }
}

const offsetMinutes = (at: Date): number => {
  const shown = wallTime(at)
  const asUtc = Date.UTC(shown.year, shown.month - 1, shown.day, 0, shown.minutes, shown.seconds)
  return Math.round((asUtc - Math.floor(at.getTime() / 1000) * 1000) / 60000)
}

/** The instant of a wall clock; minutes and days may run over. A time that a clock change skips moves on by the hour. */
export const instantOf = (year: number, month: number, day: number, minutes: number): Date => {
  const asUtc = Date.UTC(year, month - 1, day, 0, minutes)
  const guess = new Date(asUtc - offsetMinutes(new Date(asUtc)) * 60000)
  return new Date(asUtc - offsetMinutes(guess) * 60000)
}

const two = (value: number): string => String(value).padStart(2, '0')

/** ISO 8601 with the restaurant's offset (docs/wire.md section 4), to the second. */
export const isoWithOffset = (at: Date): string => {
  const { year, month, day, minutes, seconds } = wallTime(at)
  const offset = offsetMinutes(at)
  const sign = offset < 0 ? '-' : '+'
  const size = Math.abs(offset)
  return `${year}-${two(month)}-${two(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** "HH:MM" of minutes from midnight; a day's end is "24:00". */
export const timeOfDay = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
