import { Fragment, jsx as element } from 'react/jsx-runtime'
import { attributesOf, isEnglish } from './sourceTexts.ts'

/*
 * How texts become part of an element.
 *
 * A browser that translates a page replaces text nodes by elements of its own. A text that is its element's only child survives that: React sets the
 * element's content. A text beside something else is a node that React goes on changing, and before which it inserts, after it has left the page: a
 * price stays as it was, or the screen is lost. So each text beside something else gets an element of its own, without a box (base.css), and texts
 * beside each other become one.
 */

/** Elements that hold nothing but text. */
const plain: ReadonlySet<unknown> = new Set(['option', 'title', 'textarea', 'style', 'script'])

/** Elements that are read by their name alone. An input is not among them: what is typed there has its own language. */
const named: ReadonlySet<unknown> = new Set(['button', 'a', 'img', 'svg'])

const isText = (part: unknown): part is string | number => typeof part === 'string' || typeof part === 'number'
const isNothing = (part: unknown): boolean => part === null || part === undefined || typeof part === 'boolean'

/** Components get their children as they are written; what they render is an element again. Those of libraries are made of another JSX: they are objects. */
const takesTexts = (type: unknown): boolean => typeof type !== 'function'

/** The props of an element, with its texts alone in elements, and untranslated ones marked: text in a span, a name by the element's own attribute. */
export function withTexts<P extends object>(type: unknown, props: P): P {
  if (!takesTexts(type)) return props
  const {
    children,
    'aria-label': label,
    alt,
    lang,
  } = props as { children?: unknown; 'aria-label'?: unknown; alt?: unknown; lang?: unknown }
  // A fragment's children stand beside what is around it.
  const parts = plain.has(type) ? joined(children) : type === Fragment ? beside(children) : alone(children)
  const own = plain.has(type) ? isEnglish(parts) : named.has(type) && (isEnglish(label) || isEnglish(alt))
  const attributes = own && lang === undefined ? { lang: 'en' } : null
  return attributes === null && parts === children ? props : { ...props, ...attributes, children: parts }
}

/** An element for a text: with its language if it is not translated. */
function textElement(text: string | number, at: number): unknown {
  const attributes = attributesOf(text)
  return element(
    'span',
    attributes === undefined ? { 'data-text': '', children: text } : { ...attributes, children: text },
    `text ${String(at)}`,
  )
}

/** The texts of an element that holds nothing else, as one. */
function joined(children: unknown): unknown {
  return Array.isArray(children) && children.every((part) => isText(part) || isNothing(part)) ? children.filter(isText).join('') : children
}

/** Children whose texts have elements of their own, unless they are nothing but one text. */
function alone(children: unknown, at = 0): unknown {
  if (isText(children)) return attributesOf(children) === undefined ? children : textElement(children, at)
  if (!Array.isArray(children)) return children
  const given = children as readonly unknown[]
  const isOwn = (part: unknown): part is string | number => isText(part) && attributesOf(part) === undefined
  if (given.every((part) => isNothing(part) || isOwn(part))) {
    const texts = given.filter(isText)
    return texts.length === 0 ? given : texts.join('')
  }
  // Each child keeps its place, by which one without a key is known. `start` and `text` are those of the texts that go on; -1: none.
  const parts = [...given]
  let changed = false
  let start = -1
  let text = ''
  for (const [at, part] of given.entries()) {
    if (isOwn(part)) {
      text = start === -1 ? String(part) : text + String(part)
      if (start === -1) start = at
      parts[at] = null
      parts[start] = textElement(text, start)
    } else if (!isNothing(part)) {
      start = -1
      parts[at] = isText(part) || Array.isArray(part) ? beside(part, at) : part
    }
    changed ||= parts[at] !== part
  }
  return changed ? parts : given
}

/** Children that stand beside others, at this place. */
function beside(children: unknown, at = 0): unknown {
  const parts = alone(children, at)
  return isText(parts) ? textElement(parts, at) : parts
}
