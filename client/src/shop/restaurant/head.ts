import { useEffect } from 'react'
import { loadFonts } from './fonts.ts'
import { useLanguage } from './language.ts'
import { pictureUrl } from './pictures.ts'
import { currentSettings, useSettings, type Settings } from './settings.ts'
import { basePath } from '../routes/paths.ts'

function link(rel: string, href: string): void {
  let element = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (element === null) {
    element = document.createElement('link')
    element.rel = rel
    document.head.append(element)
  }
  element.href = href
}

let applied: { settings: Settings; language: string } | undefined

/**
 * Applies the restaurant's branding: colours, fonts, background images, icon. In a page that the BFF rendered for this branch and language they are
 * inline (`inPage`); otherwise, and when settings or language change, they come as a style sheet. Does nothing if nothing has changed.
 */
export function applyHead(settings: Settings, language: string, inPage = false): void {
  if (applied?.settings === settings && applied.language === language) return
  applied = { settings, language }
  const icon = pictureUrl(settings.text('FAVICON'))
  if (icon !== '') link('icon', icon)
  if (!inPage) loadLook()
}

/** Loads the style sheet of the branch and language in the cookies from the BFF (bff/site/look.go). */
function loadLook(): void {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.href = `${basePath}/look.css`
  sheet.dataset['look'] = ''
  sheet.addEventListener('load', () => {
    for (const before of document.head.querySelectorAll('[data-look]')) if (before !== sheet) before.remove()
    loadFonts()
  })
  // Keep the previous look.
  sheet.addEventListener('error', () => sheet.remove())
  document.head.append(sheet)
}

/** The query parameters that are part of the canonical URL (bff/site/head.go). */
const ownAddresses = ['product', 'menu', 'page']

/**
 * Updates the canonical URL to the current screen: the browser's share button uses it. Only if the page has one; personal pages have none. `search`
 * is the current query string.
 */
export function keepCanonical(pathname: string, search: string): void {
  const canonical = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (canonical === null) return
  const own = new URLSearchParams(search)
  for (const key of [...own.keys()]) if (pathname !== '/' || !ownAddresses.includes(key)) own.delete(key)
  const query = own.toString()
  canonical.href = new URL(pathname + (query === '' ? '' : `?${query}`), canonical.href).href
}

let injected = false

/**
 * Inserts CUSTOM_HEADER_CODE unchanged (docs/threat-model.md T15) if the page came without it: the BFF writes it into the head itself and marks the
 * root element. Script elements are created anew, since scripts inserted as markup do not run.
 */
function injectCustomCode(code: string): void {
  if (injected || code.trim() === '' || document.documentElement.dataset['customCode'] !== undefined) return
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

/** Updates the head when settings or language change. */
export function useHead(): void {
  const settings = useSettings()
  const { language } = useLanguage()
  useEffect(() => {
    applyHead(settings, language)
  }, [settings, language])
  // A page with boot data has the code already; the mock mode and a page without boot data get it here.
  useEffect(() => {
    if (document.getElementById('boot') === null) injectCustomCode(currentSettings().text('CUSTOM_HEADER_CODE'))
  }, [settings])
}
