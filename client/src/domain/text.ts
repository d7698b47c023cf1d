/** Characters of a description that a card shows before the ellipsis (docs/specification.md section 9). */
export const SHORT_DESCRIPTION_LENGTH = 70

/** What does not stand before an ellipsis. */
const cutMarks = /[\s.,;:!?…·/&+–—-]+$/u

/**
 * The shortDescription of docs/specification.md section 3: a description of at most 70 characters, cut after a word and with an ellipsis when it was
 * longer. Characters are counted as code points, so an emoji is never cut in half. A missing description is an empty text. The first paint cuts by the
 * same cases (golden.json, bff/site/firstpaint/cut.go).
 */
export function shortDescription(description: string | null | undefined): string {
  const characters = Array.from(description ?? '')
  if (characters.length <= SHORT_DESCRIPTION_LENGTH) return description ?? ''
  const cut = characters.slice(0, SHORT_DESCRIPTION_LENGTH).join('')
  const endsWord = /^\s/u.test(characters[SHORT_DESCRIPTION_LENGTH] ?? '')
  return `${(endsWord ? cut : cut.replace(/\s+\S*$/u, '')).replace(cutMarks, '')}…`
}

/** The letter or digit of a name that an image placeholder shows. The BFF uses it, too. */
export const nameStart = /[\p{L}\p{N}]/u

/** What separates the restaurant's name from the branch's ("Nord · Hafen"). The BFF uses it, too. */
export const nameSeparator = /^[\s·|:,–—-]+/u

/** Splits a branch's name where it begins with the restaurant's, which the logo shows already: ["Nord · ", "Hafen"]. Else the first part is empty. */
export function splitBranchName(name: string, restaurant: string): [restaurant: string, branch: string] {
  const rest = restaurant !== '' && name.startsWith(restaurant) ? name.slice(restaurant.length) : ''
  const own = rest.replace(nameSeparator, '')
  return own === '' || own === rest ? ['', name] : [name.slice(0, name.length - own.length), own]
}

/** A category's name as the fragment of an address ("Pizza & Pasta" is #pizza-pasta); a backend may leave the name out. */
export function slugOf(name: string | null | undefined): string {
  return (name ?? '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .join('-')
}

/** An address whose house number and postal code stay with the words beside them when a line breaks. */
export function tieNumbers(address: string): string {
  return address.replace(/ (?=\d[\w/-]*(?:,|$))|(?<=(?:^|, ?)\d[\w-]*) /gm, '\u00a0')
}

/** The things of a list in one text, by the rules of the locale ("Olives, ham, corn"). What is no text, as a backend may have sent it, is left out. */
export function formatList(things: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(
    things.filter((thing: unknown) => typeof thing === 'string' && thing !== ''),
  )
}

/** A text that keeps its own direction within another. Shown only: what is stored or sent has no such marks. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}

/** A text of one line without control characters and outer spaces, at most `most` characters long. */
export function tidyText(text: string, most: number): string {
  return Array.from(text.replace(/[\p{C}\s]+/gu, ' ').trim())
    .slice(0, most)
    .join('')
    .trim()
}

/** A name as it is compared with others: without outer spaces, in lower case. */
export function plainName(name: string | null | undefined): string {
  return (name ?? '').trim().toLocaleLowerCase()
}
