import type { DOMPurify, Config } from 'dompurify'

/*
 * The only place where HTML of the backend enters the page (docs/threat-model.md T14): the information pages' texts. The sanitiser is loaded when a
 * page is opened.
 */
const allowed: Config = {
  ALLOWED_TAGS: [
    'a',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'div',
    'dl',
    'dt',
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'li',
    'ol',
    'p',
    'pre',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  ALLOWED_ATTR: ['href', 'title', 'alt', 'src', 'width', 'height', 'colspan', 'rowspan', 'scope', 'lang', 'dir'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i,
  ALLOW_DATA_ATTR: false,
}

let purifier: Promise<DOMPurify> | undefined

async function load(): Promise<DOMPurify> {
  const { default: purify } = await import('dompurify')
  purify.addHook('afterSanitizeAttributes', (node) => {
    if (node.nodeName !== 'A' || !node.hasAttribute('href')) return
    node.setAttribute('rel', 'noopener noreferrer')
    if (/^https?:/i.test(node.getAttribute('href') ?? '')) node.setAttribute('target', '_blank')
  })
  return purify
}

/** Sanitises the backend's HTML: only text, structure, images and plain links remain. Rejects if the sanitiser can't be loaded. */
export async function sanitised(html: string): Promise<string> {
  purifier ??= load()
  try {
    return (await purifier).sanitize(html, allowed)
  } catch (error) {
    purifier = undefined
    throw error
  }
}
