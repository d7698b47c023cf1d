import type { CartLine } from './cartLine.ts'

export const NOTES_LENGTH = 1000

/** What is sent with the notes: the car of a curbside order, and the wishes with the names of their dishes. */
export function addedToNotes(lines: readonly CartLine[], car: string): string {
  const wishes = lines.map((line) => ({ line, wish: (line.wish ?? '').trim() })).filter(({ wish }) => wish !== '')
  return [car.trim(), ...wishes.map(({ line, wish }) => `${line.qty} × ${line.shown.name}: ${wish}`)]
    .filter((part) => part !== '')
    .join('\n')
}

/** The notes as they are sent. Nothing is cut: notes longer than `NOTES_LENGTH` prevent the order. */
export function notesWith(notes: string, added: string): string {
  if (added === '') return notes
  const own = notes.trim()
  return own === '' ? added : `${own}\n${added}`
}

/** By how many characters the notes are too long, and where they can be shortened; null if they fit. */
export function excessOf(notes: string, added: string): NotesExcess | null {
  const characters = notesWith(notes, added).length - NOTES_LENGTH
  return characters <= 0 ? null : { characters, where: added.length > NOTES_LENGTH ? 'cart' : 'notes' }
}

/** Notes that are too long; `cart`: the wishes for the dishes alone are. */
export interface NotesExcess {
  characters: number
  where: 'cart' | 'notes'
}

/**
 * The notes for the kitchen with the names of those who share an order, below what the customer wrote; unchanged where no line has a name. Names that were
 * written before are replaced. A name whose dishes do not fit is left out.
 */
export function notesWithPeople(notes: string, lines: readonly CartLine[], most = NOTES_LENGTH): string {
  const people = [...new Set(lines.map((line) => line.person ?? ''))].filter((person) => person !== '')
  if (people.length === 0) return notes
  const isNamed = (row: string): boolean =>
    people.some((person) => row.startsWith(`${person}: `) && /^\d+ × /.test(row.slice(person.length + 2)))
  const own = notes
    .split('\n')
    .filter((row) => !isNamed(row))
    .join('\n')
    .trim()
  const named = people.map(
    (person) =>
      `${person}: ${lines
        .filter((line) => line.person === person)
        .map((line) => `${line.qty} × ${line.shown.name}`)
        .join(', ')}`,
  )
  return named.reduce((all, row) => {
    const longer = all === '' ? row : `${all}\n${row}`
    return longer.length > most ? all : longer
  }, own)
}
