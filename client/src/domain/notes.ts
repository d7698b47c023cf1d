import type { CartLine } from './cartLine.ts'

/** The notes for the kitchen with the names of those who share an order, below what the customer wrote; unchanged where no line has a name. */
export function notesWithPeople(notes: string, lines: readonly CartLine[], most = 1000): string {
  const people = [...new Set(lines.map((line) => line.person ?? ''))].filter((person) => person !== '')
  if (people.length === 0) return notes
  const named = people.map(
    (person) =>
      `${person}: ${lines
        .filter((line) => line.person === person)
        .map((line) => `${line.qty} × ${line.shown.name}`)
        .join(', ')}`,
  )
  return [notes.trim(), ...named]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, most)
}
