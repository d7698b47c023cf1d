import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The functions with which a fragment writes placeholders. Names are those of the fields that the BFF fills in (bff/site/firstpaint/paint.go). */
export interface Placeholders {
  /** A text; the BFF escapes it. */
  value: (name: string) => string
  /** The result of a method of the value for a number. */
  call: (method: string, number: number) => string
  /** Whether a value is set; the fragment is rendered for both cases. */
  has: (name: string) => boolean
  /** Another fragment, if its value is set. */
  include: (name: string, fragment: string) => ReactElement
  /** Another fragment for each element of a list. */
  each: (name: string, fragment: string) => ReactElement
}

/** What the BFF fills with markup: no text, which would get an element of its own beside others (jsx/texts.ts). */
const Markup = ({ of }: { of: string }): string => of

export type Fragment = (placeholders: Placeholders) => ReactElement

/**
 * Renders a fragment as a template of Go's html/template: once for every combination of optional values; where two renderings differ, the template
 * has an `if`. Views therefore need no markers.
 */
export function templateOf(fragment: Fragment): string {
  return rendered(fragment, new Map()).join('')
}

function rendered(fragment: Fragment, known: ReadonlyMap<string, boolean>): string[] {
  let undecided: string | undefined
  const element = fragment({
    value: (name) => `{{.${name}}}`,
    call: (method, number) => `{{.${method} ${number}}}`,
    has: (name) => {
      const decided = known.get(name)
      if (decided === undefined) undecided ??= name
      return decided ?? true
    },
    include: (name, other) => createElement(Markup, { of: `{{with .${name}}}{{template \`${other}\` .}}{{end}}` }),
    each: (name, other) => createElement(Markup, { of: `{{range .${name}}}{{template \`${other}\` .}}{{end}}` }),
  })
  // A view may ask while it is rendered.
  const markup = renderToStaticMarkup(element)
  if (undecided === undefined) return pieces(markup)
  const [yes, no] = [true, false].map((there) => rendered(fragment, new Map(known).set(undecided ?? '', there)))
  return merged(undecided, yes ?? [], no ?? [])
}

/** Splits markup into tags and texts, without the preload links that React puts before images: the page has its own. */
function pieces(markup: string): string[] {
  return markup.replace(/^(<link rel="preload"[^>]*>)+/, '').match(/<[^>]*>|[^<]+/g) ?? []
}

/** Merges two renderings: what they share, in order, and conditions around the rest. */
function merged(name: string, yes: string[], no: string[]): string[] {
  // The longest common subsequence: shared[i][j] is its length from yes[i] and no[j] on.
  const shared = Array.from({ length: yes.length + 1 }, () => new Array<number>(no.length + 1).fill(0))
  const at = (i: number, j: number): number => shared[i]?.[j] ?? 0
  for (let i = yes.length - 1; i >= 0; i -= 1)
    for (let j = no.length - 1; j >= 0; j -= 1) {
      const row = shared[i]
      if (row !== undefined) row[j] = yes[i] === no[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const all: string[] = []
  let [then, otherwise] = ['', '']
  const close = (): void => {
    if (then !== '') all.push(`{{if .${name}}}${then}${otherwise === '' ? '' : `{{else}}${otherwise}`}{{end}}`)
    else if (otherwise !== '') all.push(`{{if not .${name}}}${otherwise}{{end}}`)
    then = otherwise = ''
  }
  for (let [i, j] = [0, 0]; i < yes.length || j < no.length;)
    if (i < yes.length && yes[i] === no[j]) {
      close()
      all.push(yes[i] ?? '')
      i += 1
      j += 1
    } else if (j >= no.length || (i < yes.length && at(i + 1, j) >= at(i, j + 1))) {
      then += yes[i] ?? ''
      i += 1
    } else {
      otherwise += no[j] ?? ''
      j += 1
    }
  close()
  return all
}
