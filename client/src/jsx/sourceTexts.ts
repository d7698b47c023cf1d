import { Fragment, jsx as element } from 'react/jsx-runtime'

/*
 * Texts of the shop that have no translation are shown as their source (docs/specification.md section 1), which is English, and say so: a screen reader reads them with the right voice, and
 * among words from the right they keep their order (WCAG 3.1.2). Whatever translates a text notes it here when it had none; the client's JSX marks it wherever it is drawn.
 */

const texts = new Set<string>()

/** Notes a text that is shown untranslated. */
export function noteSourceText(text: string): void {
  texts.add(text)
}

/** Forgets them: another language is shown. */
export function forgetSourceTexts(): void {
  texts.clear()
}

/** Elements whose text can't be wrapped. */
const plain: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea'])

/** Elements that are read by their name alone. An input is not among them: what is typed there has its own language. */
const named: ReadonlySet<unknown> = new Set(['button', 'a', 'img', 'svg'])

const isSource = (part: unknown): part is string => typeof part === 'string' && texts.has(part)
const span = (text: unknown, at = 0): unknown => (isSource(text) ? element('span', { lang: 'en', dir: 'ltr', children: text }, at) : text)

/** The props of an element, with its untranslated texts marked: text in a span, a name by the element's own attribute. */
export function marked<P extends object>(type: unknown, props: P): P {
  if (texts.size === 0 || (typeof type !== 'string' && type !== Fragment)) return props
  const {
    children,
    'aria-label': label,
    alt,
    lang,
  } = props as { children?: unknown; 'aria-label'?: unknown; alt?: unknown; lang?: unknown }
  const own = plain.has(type) ? isSource(children) : named.has(type) && (isSource(label) || isSource(alt))
  const attributes = own && lang === undefined ? { lang: 'en' } : null
  const parts = plain.has(type) ? children : Array.isArray(children) ? children.map(span) : span(children)
  return attributes === null && parts === children ? props : { ...props, ...attributes, children: parts }
}
