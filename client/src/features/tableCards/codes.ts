/** A table card: the code that a guest's link carries, and what the card calls the table. */
export interface TableCard {
  code: string
  name: string
}

/** What came of the typed list. */
export interface CardList {
  cards: TableCard[]
  /** Lines that can't be read, as typed. */
  unreadable: string[]
  /** More cards than are drawn at once. */
  tooMany: boolean
}

/** How many cards are drawn at once: fifty sheets of paper. */
export const mostCards = 200
const code = /^[\p{L}\p{N}._~-]{1,64}$/u
const range = /^(\p{L}*)(\d{1,5})\.\.(\p{L}*)(\d{1,5})$/u

/**
 * Reads the operator's list: one table a line, or several with commas between; behind a code its name may follow (`T7-KLEE Window`);
 * `1..12` and `T1..T12` are ranges. Codes are not checked against the backend: there is no call that lists tables.
 */
export function readCards(typed: string): CardList {
  const cards = new Map<string, TableCard>()
  const unreadable: string[] = []
  let tooMany = false
  /** False when there is no room for another card. */
  const add = (card: TableCard): boolean => {
    const room = cards.size < mostCards || cards.has(card.code)
    if (room) cards.set(card.code, card)
    else tooMany = true
    return room
  }
  for (const line of typed
    .split(/[\n,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [first = '', ...rest] = line.split(/\s+/)
    const [, prefix = '', from = '', again = '', to = ''] = range.exec(first) ?? []
    if (from !== '' && (again === '' || again === prefix) && Number(from) <= Number(to)) {
      for (let at = Number(from); at <= Number(to); at++) {
        const written = `${prefix}${String(at).padStart(from.startsWith('0') ? from.length : 0, '0')}`
        if (!add({ code: written, name: [...rest, written].join(' ') })) break
      }
    } else if (code.test(first) && !first.includes('..')) add({ code: first, name: rest.length > 0 ? rest.join(' ') : first })
    else unreadable.push(line)
  }
  return { cards: [...cards.values()], unreadable, tooMany }
}

/** The address that a card leads to: the shop's home with the table's code (docs/specification.md section 2). */
export function cardAddress(origin: string, { code: table }: TableCard): string {
  return `${origin}/?table=${encodeURIComponent(table)}`
}
