/*
 * Texts of the shop that have no translation are shown as their source (docs/specification.md section 1), which is English, and say so: a screen reader reads them with the right voice, and
 * among words from the right they keep their order (WCAG 3.1.2). Whatever translates a text notes it here when it had none; the client's JSX marks it wherever it is drawn.
 * A message of the restaurant's backend has no translation either, but the shop does not know its language: only its direction is marked, by its first letter.
 */

type Attributes = { lang: 'en'; dir: 'ltr' } | { dir: 'auto' }

const english: Attributes = { lang: 'en', dir: 'ltr' }
const unknown: Attributes = { dir: 'auto' }
const texts = new Map<string, Attributes>()

/** Notes a text that is shown untranslated; `ofBackend`: a message of the restaurant's backend. */
export function noteSourceText(text: string, ofBackend = false): void {
  texts.set(text, ofBackend ? unknown : english)
}

/** Forgets them: another language is shown. */
export function forgetSourceTexts(): void {
  texts.clear()
}

/** The attributes of a text that is shown untranslated; undefined for any other. */
export const attributesOf = (part: unknown): Attributes | undefined => (typeof part === 'string' ? texts.get(part) : undefined)

export const isEnglish = (part: unknown): boolean => attributesOf(part) === english
