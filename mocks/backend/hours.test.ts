// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { instantOf, isoWithOffset, makeClock, wallTime } from './clock.ts'
import { everyDay, type Week } from '../data/week.ts'
import { closedAround, isOpen, nextOpen } from './hours.ts'
import { makeWorld } from './world.ts'

const at = (iso: string): Date => new Date(iso)
const night: Week = everyDay({ start: '17:00', end: '02:00' })
const lunch: Week = [[], ...everyDay({ start: '11:30', end: '14:30' }, { start: '17:30', end: '22:00' }).slice(1)]

describe('hours', () => {
  it.each([
    ['2026-11-24T16:59:59+01:00', night, false],
    ['2026-11-24T17:00:00+01:00', night, true],
    ['2026-11-25T01:59:59+01:00', night, true],
    ['2026-11-25T02:00:00+01:00', night, false],
    ['2026-11-24T14:30:00+01:00', lunch, false],
    ['2026-11-24T17:30:00+01:00', lunch, true],
    ['2026-11-23T12:00:00+01:00', lunch, false],
    ['2026-11-24T00:00:00+01:00', everyDay({ start: '00:00', end: '24:00' }), true],
    ['2026-11-24T23:59:59+01:00', everyDay({ start: '00:00', end: '24:00' }), true],
    // The night on which the clocks go back is an hour longer.
    ['2026-10-25T01:30:00+01:00', night, true].slice(0, 3),
    ['2026-10-25T02:30:00+01:00', night, false],
  ] as [string, Week, boolean][])('%s', (iso, week, open) => expect(isOpen(week, at(iso))).toBe(open))

  it('name the next opening of a closed shop only', () => {
    expect(nextOpen(night, at('2026-11-24T18:00:00+01:00'))).toBeNull()
    expect(nextOpen(everyDay(), at('2026-11-24T18:00:00+01:00'))).toBeNull()
    expect(nextOpen(lunch, at('2026-11-22T23:00:00+01:00'))?.toISOString()).toBe('2026-11-24T10:30:00.000Z')
    expect(nextOpen(lunch, at('2026-11-24T15:00:00+01:00'))?.toISOString()).toBe('2026-11-24T16:30:00.000Z')
  })

  it('of the scenario closed are closed at each minute of a day', () => {
    for (let minute = 0; minute < 1440; minute += 7) {
      const now = instantOf(2026, 11, 24, minute)
      const next = nextOpen(closedAround(now), now)
      expect(isOpen(closedAround(now), now)).toBe(false)
      expect((next!.getTime() - now.getTime()) / 60000).toBeGreaterThanOrEqual(120)
      expect((next!.getTime() - now.getTime()) / 60000).toBeLessThan(136)
    }
  })

  it('of the scenario closed stand still while a customer orders by them', () => {
    const world = makeWorld({ now: '2026-11-24T18:14:50+01:00', scenarios: ['closed'] })
    const shop = world.shops[0]!
    const read = world.week(shop)
    world.clock.set('2026-11-24T18:15:10+01:00')
    expect(world.week(shop)).toEqual(read)
    world.clock.set('2026-11-24T19:30:00+01:00')
    expect(isOpen(world.week(shop), world.clock.now())).toBe(false)
    expect(world.week(shop)).not.toEqual(read)
  })
})

describe('the clock', () => {
  it('reads the restaurant’s wall clock', () => {
    expect(wallTime(at('2026-11-24T23:30:00Z'))).toMatchObject({ day: 25, weekday: 2, minutes: 30 })
    expect(wallTime(at('2026-07-24T22:30:00Z'))).toMatchObject({ day: 25, weekday: 5, minutes: 30 })
  })

  it('writes and reads the same instant, summer and winter', () => {
    for (const iso of ['2026-11-24T17:00:00+01:00', '2026-07-24T17:00:00+02:00', '2026-03-29T03:00:00+02:00']) {
      expect(isoWithOffset(at(iso))).toBe(iso)
      const { year, month, day, minutes } = wallTime(at(iso))
      expect(instantOf(year, month, day, minutes).getTime()).toBe(at(iso).getTime())
    }
  })

  it('runs on from where it is set, and refuses what is no instant', () => {
    const clock = makeClock('2026-11-24T17:00:00+01:00')
    expect(clock.now().getTime() - at('2026-11-24T17:00:00+01:00').getTime()).toBeLessThan(5000)
    expect(() => clock.set('soon')).toThrow(RangeError)
    clock.set(null)
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(5000)
  })
})
