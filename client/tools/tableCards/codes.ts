/** A table card: the code in its link, and the table's name on the card. */
export interface TableCard {
  code: string
  name: string
}

/** The parsed list. */
export interface CardList {
  cards: TableCard[]
  /** Lines that can't be parsed, as typed. */
  unreadable: string[]
  /** The list has more than `maxCards` cards. */
  tooMany: boolean
}

/** The maximum number of cards: fifty sheets of paper. */
export const maxCards = 200
const code = /^[\p{L}\p{N}._~-]{1,64}$/u
const range = /^(\p{L}*)(\d{1,5})\.\.(\p{L}*)(\d{1,5})$/u

/**
 * Parses the operator's list: one table per line, or several separated by commas; a name may follow the code (`T7-KLEE Window`); `1..12` and
 * `T1..T12` are ranges. Codes are not checked with the backend, since no call lists tables.
 */
export function parseCards(typed: string): CardList {
  const cards = new Map<string, TableCard>()
  const unreadable: string[] = []
  let tooMany = false
  /** Returns false if the maximum is reached. */
  const add = (card: TableCard): boolean => {
    const room = cards.size < maxCards || cards.has(card.code)
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

/** The URL on a card: the shop's home page with the table's code (docs/specification.md section 2). */
export function cardAddress(origin: string, { code: table }: TableCard): string {
  return `${origin}/?table=${encodeURIComponent(table)}`
}
