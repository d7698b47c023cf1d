import { Fragment, jsx as element } from 'react/jsx-runtime'

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

/** Elements whose text can't be wrapped. */
const plain: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea'])

/** Elements that are read by their name alone. An input is not among them: what is typed there has its own language. */
const named: ReadonlySet<unknown> = new Set(['button', 'a', 'img', 'svg'])

const attributesOf = (part: unknown): Attributes | undefined => (typeof part === 'string' ? texts.get(part) : undefined)
const isEnglish = (part: unknown): boolean => attributesOf(part) === english
const span = (text: unknown, at = 0): unknown => {
  const attributes = attributesOf(text)
  return attributes === undefined ? text : element('span', { ...attributes, children: text }, at)
}

/** The props of an element, with its untranslated texts marked: text in a span, a name by the element's own attribute. */
export function marked<P extends object>(type: unknown, props: P): P {
  if (texts.size === 0 || (typeof type !== 'string' && type !== Fragment)) return props
  const {
    children,
    'aria-label': label,
    alt,
    lang,
  } = props as { children?: unknown; 'aria-label'?: unknown; alt?: unknown; lang?: unknown }
  const own = plain.has(type) ? isEnglish(children) : named.has(type) && (isEnglish(label) || isEnglish(alt))
  const attributes = own && lang === undefined ? { lang: 'en' } : null
  const parts = plain.has(type) ? children : Array.isArray(children) ? children.map(span) : span(children)
  return attributes === null && parts === children ? props : { ...props, ...attributes, children: parts }
}
