/** A week's opening hours. */
import type { HoursRange } from '../../contracts/types.ts'

/** The days in the order of the wire, Monday first. */
export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The ranges of each day, Monday first; a range's end at or before its start is on the next day. */
export type Week = readonly (readonly HoursRange[])[]

/** Seven equal days. */
export const everyDay = (...ranges: HoursRange[]): Week => DAYS.map(() => ranges)
