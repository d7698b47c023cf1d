import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { HoursRange } from '../../../contracts/types.ts'
import {
  addDays,
  formatDay,
  formatTimeOfDay,
  formatWhen,
  fromLocalInput,
  hoursExpire,
  instantOf,
  isoWithOffset,
  localDay,
  minutesOf,
  nextOpen,
  openState,
  readHours,
  openings,
  rangesOf,
  shopOpenState,
  toLocalInput,
  WEEKDAYS,
  weekdayName,
  weekdayOf,
  weekTable,
  zoneOffset,
  type WeekHours,
} from './hours.ts'
import { closingSoon, daySlots, firstSlot, SLOT_RULES, timeProblem } from './slots.ts'

const BERLIN = 'Europe/Berlin'
/** What the week table says of an instant, without its next change. */
const isOpenAt = (hours: WeekHours, of: string, now: number): boolean =>
  openings(hours, of, addDays(localDay(now, of), -1), 2).some(({ start, end }) => start <= now && now < end)
const at = (iso: string): number => Date.parse(iso)
const everyDay = (...ranges: [string, string][]): WeekHours =>
  Object.fromEntries(WEEKDAYS.map((day) => [day, ranges.map(([start, end]) => ({ start, end }))]))

const zone = fc.constantFrom(
  BERLIN,
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Auckland',
  'UTC',
  'America/Santiago',
)
const timeOfDay = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`)
const range: fc.Arbitrary<HoursRange> = fc.record({ start: timeOfDay, end: fc.oneof(timeOfDay, fc.constant('24:00')) })
const week: fc.Arbitrary<WeekHours> = fc.record({
  monday: fc.array(range, { maxLength: 3 }),
  tuesday: fc.array(range, { maxLength: 3 }),
  wednesday: fc.array(range, { maxLength: 3 }),
  thursday: fc.array(range, { maxLength: 3 }),
  friday: fc.array(range, { maxLength: 3 }),
  saturday: fc.array(range, { maxLength: 3 }),
  sunday: fc.array(range, { maxLength: 3 }),
})
const instant = fc
  .integer({ min: at('2025-01-01T00:00Z') / 60_000, max: at('2028-01-01T00:00Z') / 60_000 })
  .map((minute) => minute * 60_000)
/** Instants around the changes of the clock, where mistakes live. */
const turning = fc
  .tuple(
    fc.constantFrom(
      at('2026-03-29T01:00Z'),
      at('2026-10-25T01:00Z'),
      at('2026-03-08T07:00Z'),
      at('2026-11-01T06:00Z'),
      at('2026-04-04T15:00Z'),
      at('2026-10-03T15:30Z'),
    ),
    fc.integer({ min: -1_500, max: 1_500 }),
  )
  .map(([base, minutes]) => base + minutes * 60_000)
const anyInstant = fc.oneof(instant, turning)

describe('the zone', () => {
  it('has its own clock, whatever the browser has', () => {
    expect(zoneOffset(at('2026-11-21T17:30:00Z'), BERLIN)).toBe(60 * 60_000)
    expect(zoneOffset(at('2026-10-25T00:59:59Z'), BERLIN)).toBe(2 * 60 * 60_000)
    expect(zoneOffset(at('2026-10-25T01:00:00Z'), BERLIN)).toBe(60 * 60_000)
    expect(localDay(at('2026-11-21T23:30:00Z'), BERLIN)).toBe('2026-11-22')
    expect(isoWithOffset(at('2026-07-01T10:00:00Z'), BERLIN)).toBe('2026-07-01T12:00:00+02:00')
    expect(isoWithOffset(at('2026-07-01T10:00:00Z'), 'America/St_Johns')).toBe('2026-07-01T07:30:00-02:30')
    expect(zoneOffset(0, 'Nowhere/Land')).toBe(0)
  })
  it('is asked of Intl once a week, however many times there are to choose from', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const ranges = [
      { start: '11:00', end: '14:30' },
      { start: '17:30', end: '22:00' },
    ]
    const week: WeekHours = Object.fromEntries(WEEKDAYS.map((day) => [day, ranges]))
    const noon = at('2026-11-03T12:00:00Z')
    openState(week, 'Europe/Rome', noon)
    expect(firstSlot(week, 'Europe/Rome', noon)?.iso).toBe('2026-11-03T13:30:00+01:00')
    expect(daySlots(week, 'Europe/Rome', noon).flatMap(({ slots }) => slots)).toHaveLength(214)
    // The ends of the two weeks since 1970 that these days are in.
    expect(asked).toHaveBeenCalledTimes(3)
  })
  it('moves a skipped time forward and takes the first of a doubled one', () => {
    expect(isoWithOffset(instantOf('2026-03-29', 150, BERLIN), BERLIN)).toBe('2026-03-29T03:30:00+02:00')
    expect(isoWithOffset(instantOf('2026-10-25', 150, BERLIN), BERLIN)).toBe('2026-10-25T02:30:00+02:00')
  })
  it('spells every instant so that it reads back', () => {
    fc.assert(fc.property(anyInstant, zone, (now, of) => Date.parse(isoWithOffset(now, of)) === now))
  })
  it('reads a datetime-local value in the restaurant zone', () => {
    expect(fromLocalInput('2026-11-21T18:30', BERLIN)).toBe(at('2026-11-21T17:30:00Z'))
    expect([fromLocalInput('', BERLIN), fromLocalInput('2026-13-01T10:00', BERLIN), fromLocalInput('2026-01-01T24:00', BERLIN)]).toEqual([
      null,
      null,
      null,
    ])
    fc.assert(
      fc.property(anyInstant, zone, (now, of) => {
        const read = fromLocalInput(toLocalInput(now, of), of)
        // A doubled hour has one spelling for two instants; the first is meant.
        expect(read !== null && toLocalInput(read, of)).toBe(toLocalInput(now, of))
        expect(read).toBeLessThanOrEqual(now)
      }),
    )
  })
  it('knows days and times of day', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect(weekdayOf('2026-11-21')).toBe('saturday')
    expect(['00:00', '24:00', '09:05', '24:01', '12:60', 'x'].map(minutesOf)).toEqual([0, 1440, 545, null, null, null])
    expect(weekdayName('monday', 'en')).toBe('Monday')
    expect(formatDay('2026-11-21', 'en')).toContain('21')
    expect(formatTimeOfDay(at('2026-11-21T21:30:00Z'), BERLIN, 'de')).toBe('22:30')
  })
})

describe('open and closed', () => {
  const hours = { ...everyDay(['11:00', '14:30'], ['17:00', '22:30']), monday: [], friday: [{ start: '17:00', end: '02:00' }] }
  it('says until when it is open, and when it opens', () => {
    expect(openState(hours, BERLIN, at('2026-11-21T18:00:00+01:00'))).toEqual({ open: true, until: at('2026-11-21T22:30:00+01:00') })
    expect(openState(hours, BERLIN, at('2026-11-21T15:00:00+01:00'))).toEqual({ open: false, opens: at('2026-11-21T17:00:00+01:00') })
    expect(nextOpen(hours, BERLIN, at('2026-11-22T23:00:00+01:00'))).toBe(at('2026-11-24T11:00:00+01:00'))
    expect(nextOpen(hours, BERLIN, at('2026-11-24T12:00:00+01:00'))).toBeNull()
  })
  it('the edges: the start is open, the end is closed', () => {
    expect(isOpenAt(hours, BERLIN, at('2026-11-21T11:00:00+01:00'))).toBe(true)
    expect(isOpenAt(hours, BERLIN, at('2026-11-21T14:30:00+01:00'))).toBe(false)
  })
  it('overnight hours belong to the evening they began in', () => {
    expect(openState(hours, BERLIN, at('2026-11-21T01:59:00+01:00'))).toEqual({ open: true, until: at('2026-11-21T02:00:00+01:00') })
    expect(isOpenAt(hours, BERLIN, at('2026-11-21T02:00:00+01:00'))).toBe(false)
  })
  it('a night with a change of the clock is an hour longer or shorter', () => {
    const night = everyDay(['18:00', '04:00'])
    const lengths = (day: string) => openings(night, BERLIN, day, 1).map((opening) => (opening.end - opening.start) / 3_600_000)
    expect([lengths('2026-03-28'), lengths('2026-10-24'), lengths('2026-11-21')]).toEqual([[9], [11], [10]])
  })
  it('around the clock never closes, and an empty week never opens', () => {
    for (const week of [everyDay(['00:00', '24:00']), everyDay(['08:00', '08:00']), everyDay(['00:00', '00:00'])])
      expect(openState(week, BERLIN, at('2026-11-21T12:00:00Z'))).toEqual({ open: true, until: null })
    expect(openState({}, BERLIN, 0)).toEqual({ open: false, opens: null })
  })
  it('the state holds until its next change, and changes there', () => {
    fc.assert(
      fc.property(week, zone, anyInstant, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (hours, of, now, share) => {
        const state = openState(hours, of, now)
        expect(isOpenAt(hours, of, now)).toBe(state.open)
        const change = state.open ? state.until : state.opens
        if (change === null) return
        expect(change).toBeGreaterThan(now)
        expect(isOpenAt(hours, of, change)).toBe(!state.open)
        expect(isOpenAt(hours, of, change - 1)).toBe(state.open)
        expect(isOpenAt(hours, of, now + Math.floor((change - now) * share))).toBe(state.open)
      }),
      { numRuns: 150 },
    )
  })
  it('a closed shop with any hours opens within eight days', () => {
    fc.assert(
      fc.property(week, zone, anyInstant, (hours, of, now) => {
        const next = nextOpen(hours, of, now)
        const spans = openings(hours, of, localDay(now, of), 8)
        if (next !== null) expect(next - now).toBeLessThanOrEqual(8 * 86_400_000 + 7_200_000)
        else if (!isOpenAt(hours, of, now)) expect(spans).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
  it('ranges are in the order of their starts', () => {
    const range = (start: string, end: string) => ({ start, end })
    expect(rangesOf({ monday: [range('17:00', '22:00'), range('09:00', '10:00')] }, 'monday')).toEqual([
      range('09:00', '10:00'),
      range('17:00', '22:00'),
    ])
    expect(rangesOf({}, 'monday')).toEqual([])
  })
  it('an opening that ends within two weeks says when, one that lasts longer does not', () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
    const sixDays = Object.fromEntries(days.map((day) => [day, [{ start: '00:00', end: '24:00' }]]))
    const monday = at('2026-11-23T12:00:00+01:00')
    expect(openState(sixDays, BERLIN, monday)).toEqual({ open: true, until: at('2026-11-29T00:00:00+01:00') })
    expect(openState(everyDay(['00:00', '24:00']), BERLIN, monday)).toEqual({ open: true, until: null })
  })
  it('what the answer announces counts while the shop is closed, as long as the answer is not older than five minutes', () => {
    const announced = '2026-11-22T15:00:00+01:00'
    const of = (isOpenNow: boolean) => ({ data: hours, meta: { isOpenNow, nextOpen: announced, isActive: true } })
    const evening = at('2026-11-21T18:00:00+01:00')
    const night = at('2026-11-22T03:00:00+01:00')
    expect(shopOpenState(of(true), BERLIN, evening, 0)).toEqual({ open: true, until: at('2026-11-21T22:30:00+01:00') })
    expect(shopOpenState(of(false), BERLIN, night, 300_000)).toEqual({ open: false, opens: at(announced) })
    expect(shopOpenState(of(false), BERLIN, night, 300_001)).toEqual({ open: false, opens: at('2026-11-22T11:00:00+01:00') })
  })
  it('the week table begins on Monday and marks today in the restaurant zone', () => {
    const rows = weekTable(hours, BERLIN, at('2026-11-20T23:30:00Z'))
    expect(rows.map((row) => row.weekday)[0]).toBe('monday')
    expect(rows.filter((row) => row.today).map((row) => row.weekday)).toEqual(['saturday'])
  })
  it('believes a fresh answer and works an old copy out itself', () => {
    const now = at('2026-11-21T18:00:00+01:00')
    const closedToday = { data: hours, meta: { isOpenNow: false, nextOpen: '2026-11-22T11:00:00+01:00', isActive: true } }
    expect(shopOpenState(closedToday, BERLIN, now, 1_000)).toEqual({ open: false, opens: at('2026-11-22T11:00:00+01:00') })
    expect(shopOpenState(closedToday, BERLIN, now, 600_000)).toEqual({ open: true, until: at('2026-11-21T22:30:00+01:00') })
    const openAgainstTable = { data: {}, meta: { isOpenNow: true, nextOpen: null, isActive: true } }
    expect(shopOpenState(openAgainstTable, BERLIN, now, 0)).toEqual({ open: true, until: null })
    const closedWithoutWord = { data: hours, meta: { isOpenNow: false, nextOpen: null, isActive: true } }
    expect(shopOpenState(closedWithoutWord, BERLIN, now, 0)).toEqual({ open: false, opens: at('2026-11-22T11:00:00+01:00') })
    const inactive = { data: hours, meta: { isOpenNow: true, nextOpen: null, isActive: false } }
    expect(shopOpenState(inactive, BERLIN, now, 600_000)).toEqual({ open: false, opens: null })
    const inactiveUntil = { data: hours, meta: { ...inactive.meta, nextOpen: '2026-11-22T11:00:00+01:00' } }
    expect(shopOpenState(inactiveUntil, BERLIN, now, 0)).toEqual({ open: false, opens: at('2026-11-22T11:00:00+01:00') })
  })
})

describe('slots', () => {
  const hours = { ...everyDay(['11:00', '14:30'], ['17:00', '22:30']), monday: [] }
  it('begin after the lead, on the quarter hour, and end before the closing time', () => {
    const [today] = daySlots(hours, BERLIN, at('2026-11-21T13:52:00+01:00'))
    expect(today?.day).toBe('2026-11-21')
    expect(today?.slots[0]?.iso).toBe('2026-11-21T17:00:00+01:00')
    expect(today?.slots.at(-1)?.iso).toBe('2026-11-21T22:15:00+01:00')
    expect(daySlots(hours, BERLIN, at('2026-11-21T13:31:00+01:00'))[0]?.slots[0]?.iso).toBe('2026-11-21T14:15:00+01:00')
  })
  it('leave out closed days and days that are over', () => {
    expect(daySlots(hours, BERLIN, at('2026-11-21T22:20:00+01:00')).map((each) => each.day)).toEqual([
      '2026-11-22',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
    ])
    expect(daySlots({}, BERLIN, 0)).toEqual([])
  })
  it('after midnight belong to the new day', () => {
    const days = daySlots(everyDay(['22:00', '01:00']), BERLIN, at('2026-11-21T21:00:00+01:00'))
    expect(days[1]?.slots[0]?.iso).toBe('2026-11-22T00:00:00+01:00')
  })
  it('are open, late enough, in order, each once, and read back', () => {
    fc.assert(
      fc.property(week, zone, anyInstant, (hours, of, now) => {
        const days = daySlots(hours, of, now)
        const slots = days.flatMap((day) => day.slots)
        expect(slots.every((slot, index) => index === 0 || slot.at > (slots[index - 1]?.at ?? 0))).toBe(true)
        for (const slot of slots.filter((_, index) => index % 17 === 0)) {
          expect(isOpenAt(hours, of, slot.at)).toBe(true)
          expect(slot.at).toBeGreaterThanOrEqual(now + SLOT_RULES.lead * 60_000)
          expect(Date.parse(slot.iso)).toBe(slot.at)
          expect(new Date(slot.at + zoneOffset(slot.at, of)).getUTCMinutes() % SLOT_RULES.step).toBe(0)
          expect(timeProblem(hours, of, now, slot.at)).toBeNull()
        }
        expect(days.every((day) => day.slots.every((slot) => localDay(slot.at, of) === day.day))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
  it('a typed time must be ahead and in the hours; the closing time itself is fine', () => {
    const now = at('2026-11-21T12:00:00+01:00')
    expect(timeProblem(hours, BERLIN, now, now)).toBe('past')
    expect(timeProblem(hours, BERLIN, now, at('2026-11-21T16:00:00+01:00'))).toBe('closed')
    expect(timeProblem(hours, BERLIN, now, at('2026-11-21T22:30:00+01:00'))).toBeNull()
    expect(timeProblem(hours, BERLIN, now, at('2026-11-23T12:00:00+01:00'))).toBe('closed')
  })
})

describe('hours as the upstream sent them', () => {
  const at = Date.parse('2026-11-22T12:00:00+01:00')
  const week = { sunday: [{ start: '11:00', end: '22:00' }] }
  it('goes by the week table where the answer does not say whether the shop is open, and counts the shop as active', () => {
    const silent = readHours({ data: week, meta: { nextOpen: null } })
    expect(silent && shopOpenState(silent, BERLIN, at, 0)?.open).toBe(true)
    expect(silent && shopOpenState(silent, BERLIN, at + 12 * 3_600_000, 0)?.open).toBe(false)
    expect(readHours({ data: [] })).toBeUndefined()
  })
  it('knows of a week without any day only what the answer says of this moment', () => {
    const of = (meta: object) =>
      shopOpenState({ data: {}, meta: { isOpenNow: false, nextOpen: null, isActive: true, ...meta } }, BERLIN, at, 0)
    const later = '2026-11-22T17:00:00+01:00'
    expect(of({ isOpenNow: undefined })).toBeNull()
    expect(of({ isOpenNow: true })).toEqual({ open: true, until: null })
    expect(of({})).toEqual({ open: false, opens: null })
    expect(of({ nextOpen: later })).toEqual({ open: false, opens: Date.parse(later) })
    expect(of({ isActive: false })).toEqual({ open: false, opens: null })
    expect(shopOpenState({ data: {}, meta: { isOpenNow: false, nextOpen: null, isActive: true } }, BERLIN, at, 600_000)).toBeNull()
  })
})

describe('the moment in which the shop opens or closes', () => {
  const week = everyDay(['17:00', '22:30'])
  const time = (of: string) => at(`2026-11-24T${of}+01:00`)
  const closed = { data: week, meta: { isOpenNow: false, nextOpen: '2026-11-24T17:00:00+01:00', isActive: true } }
  const open = { data: week, meta: { isOpenNow: true, nextOpen: null, isActive: true } }
  const state = (of: typeof closed | typeof open, made: string, now: string) => shopOpenState(of, BERLIN, time(now), time(now) - time(made))
  it('needs no new answer: what was announced has happened', () => {
    expect(state(closed, '16:59:50', '16:59:59')).toEqual({ open: false, opens: time('17:00:00') })
    expect(state(closed, '16:59:50', '17:00:00')).toEqual({ open: true, until: time('22:30:00') })
    expect(state(open, '22:29:50', '22:29:59')).toEqual({ open: true, until: time('22:30:00') })
    expect(state(open, '22:29:50', '22:30:00')).toEqual({ open: false, opens: at('2026-11-25T17:00:00+01:00') })
  })
  it('is the announced one where the table opens before', () => {
    const late = { ...closed, meta: { ...closed.meta, nextOpen: '2026-11-24T18:00:00+01:00' } }
    expect(state(late, '17:59:50', '17:59:59')).toEqual({ open: false, opens: time('18:00:00') })
    expect(state(late, '17:59:50', '18:00:00')).toEqual({ open: true, until: time('22:30:00') })
  })
  it('needs none either where the answer announces nothing', () => {
    const silent = { ...closed, meta: { ...closed.meta, nextOpen: null } }
    expect(state(silent, '16:59:50', '17:00:00')?.open).toBe(true)
    // Made after the opening, the answer knows of a holiday.
    expect(state(silent, '17:00:00', '17:00:10')).toEqual({ open: false, opens: at('2026-11-25T17:00:00+01:00') })
  })
  it('is when an answer expires', () => {
    expect(hoursExpire(closed, BERLIN, time('16:59:50'))).toBe(time('17:00:00'))
    expect(hoursExpire(open, BERLIN, time('17:00:00'))).toBe(time('22:30:00'))
    // An exceptional opening before the table's.
    const early = { ...closed, meta: { ...closed.meta, nextOpen: '2026-11-24T15:00:00+01:00' } }
    expect(hoursExpire(early, BERLIN, time('14:00:00'))).toBe(time('15:00:00'))
    expect(hoursExpire({ data: {}, meta: open.meta }, BERLIN, time('14:00:00'))).toBeNull()
  })
})

describe('when the shop is about to close, or closed', () => {
  const zone = 'Europe/Berlin'
  const at = (time: string) => Date.parse(`2026-11-24T${time}:00+01:00`)
  const week = { tuesday: [{ start: '11:00', end: '22:30' }], wednesday: [{ start: '12:00', end: '22:30' }] }
  const closes = (time: string) => closingSoon(openState(week, zone, at(time)), at(time))
  it('says from half an hour before the end when the kitchen closes', () => {
    expect([closes('21:59'), closes('22:00'), closes('22:29'), closes('22:31')]).toEqual([null, at('22:30'), at('22:30'), null])
  })
  it('offers the first slot, not before an announced opening', () => {
    expect(firstSlot(week, zone, at('23:00'))?.iso).toBe('2026-11-25T12:00:00+01:00')
    expect(firstSlot(week, zone, at('09:00'), at('14:10'))?.iso).toBe('2026-11-24T14:15:00+01:00')
    expect(firstSlot({}, zone, at('09:00'))).toBeNull()
  })
})

it('says today and tomorrow by their words, in the restaurant’s zone', () => {
  const at = (iso: string, locale: string): string =>
    formatWhen(Date.parse(iso), 'Europe/Berlin', locale, Date.parse('2026-11-24T22:30:00+01:00'))
  expect(at('2026-11-24T23:15:00+01:00', 'de-DE')).toBe('heute, 23:15')
  // Another day in UTC.
  expect(at('2026-11-25T00:15:00+01:00', 'en-GB')).toBe('tomorrow, 00:15')
  expect(at('2026-11-26T12:00:00+01:00', 'en-GB')).toContain('November')
  expect(at('2026-11-24T23:15:00+01:00', 'ar')).toMatch(/^اليوم، \d/)
})
