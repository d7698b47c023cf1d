/** Opening hours as the upstream computes them (docs/wire.md section 4). */
import { everyDay, type Week } from '../data/week.ts'
import { instantOf, timeOfDay, wallTime } from './clock.ts'

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

interface Opening {
  from: number
  to: number
}

/** The openings of the days around an instant, as instants in milliseconds. */
const openings = (week: Week, around: Date, daysAhead: number): Opening[] => {
  const { year, month, day, weekday } = wallTime(around)
  const found: Opening[] = []
  for (let ahead = -1; ahead <= daysAhead; ahead += 1) {
    for (const { start, end } of week[(weekday + ahead + 14) % 7] ?? []) {
      const from = minutesOf(start)
      const to = minutesOf(end) > from ? minutesOf(end) : minutesOf(end) + 1440
      found.push({ from: instantOf(year, month, day + ahead, from).getTime(), to: instantOf(year, month, day + ahead, to).getTime() })
    }
  }
  return found
}

/** Whether the shop is open at an instant; the start of a range is included, its end is not. */
export const isOpen = (week: Week, at: Date): boolean =>
  openings(week, at, 0).some(({ from, to }) => from <= at.getTime() && at.getTime() < to)

/** When a closed shop opens next, within the next eight days; null when it is open or never opens. */
export const nextOpen = (week: Week, at: Date): Date | null => {
  if (isOpen(week, at)) return null
  const starts = openings(week, at, 8)
    .map(({ from }) => from)
    .filter((from) => from > at.getTime())
  return starts.length === 0 ? null : new Date(Math.min(...starts))
}

/** Hours under which the shop is closed at this instant and opens two hours later, for six hours, on every day. */
export const closedAround = (at: Date): Week => {
  const start = (Math.ceil(wallTime(at).minutes / 15) * 15 + 120) % 1440
  return everyDay({ start: timeOfDay(start), end: timeOfDay((start + 360) % 1440) })
}
