import { useEffect } from 'react'
import { useSettings } from '../restaurant/settings.ts'

/** CUSTOM_HEADER_CODE on a page without boot data (`make dev`, `make mock`, `make demo`): the BFF writes it into the page itself. */
export function CustomCode(): null {
  const code = useSettings().text('CUSTOM_HEADER_CODE')
  useEffect(() => injectCustomCode(code), [code])
  return null
}

let injected = false

/** Inserts it unchanged, once. Script elements are created anew, since scripts inserted as markup do not run. */
function injectCustomCode(code: string): void {
  if (injected || code.trim() === '') return
  injected = true
  const template = document.createElement('template')
  template.innerHTML = code
  // What needs consent waits in a template, as in the page of the BFF (bff/site/policy.go).
  for (const element of template.content.querySelectorAll<HTMLElement>('[data-consent]:not(script[type="text/plain"])')) {
    const waiting = document.createElement('template')
    waiting.dataset['consent'] = element.dataset['consent'] ?? ''
    element.replaceWith(waiting)
    waiting.content.append(element)
  }
  for (const node of [...template.content.childNodes]) {
    if (node instanceof HTMLScriptElement) {
      const script = document.createElement('script')
      for (const attribute of node.attributes) script.setAttribute(attribute.name, attribute.value)
      script.text = node.text
      document.head.append(script)
    } else document.head.append(node)
  }
}
