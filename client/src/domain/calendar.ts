import type { Coordinates } from '../../../contracts/types.ts'
import type { Instant } from './hours.ts'

/** An order's entry in a calendar. Texts come in translated. */
export interface CalendarEntry {
  /** The order's code: makes the entry the same when it is taken over twice. */
  code: string
  /** The restaurant's host: another restaurant's entry with the same code is another one. */
  host: string
  at: Instant
  /** How long the entry is, in minutes. */
  minutes: number
  title: string
  description: string
  location: string
  /** Where that is, when it is known. */
  coordinates?: Coordinates | null
  /** When the file is made. */
  made: Instant
}

/** An iCalendar file (RFC 5545) with one entry: times in UTC, texts escaped, lines folded at 75 bytes and ended with CRLF. */
export function calendarFile(entry: CalendarEntry): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tablefront//Order//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(`${entry.code}@${entry.host}`)}`,
    `DTSTAMP:${stamp(entry.made)}`,
    `DTSTART:${stamp(entry.at)}`,
    `DTEND:${stamp(entry.at + entry.minutes * 60_000)}`,
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
    ...(entry.location === '' ? [] : [`LOCATION:${escaped(entry.location)}`]),
    ...(entry.coordinates ? [`GEO:${entry.coordinates.lat};${entry.coordinates.lng}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function stamp(instant: Instant): string {
  return new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

function folded(line: string): string {
  const encoder = new TextEncoder()
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    // Lines that go on begin with a space, which counts.
    if (bytes + size > (pieces.length === 0 ? 75 : 74)) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += character
    bytes += size
  }
  return [...pieces, piece].join('\r\n ')
}
