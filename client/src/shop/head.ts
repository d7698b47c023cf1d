import { useEffect } from 'react'
import { loadFonts } from './fonts.ts'
import { useLanguage } from './language.ts'
import { pictureUrl } from './pictures.ts'
import { currentSettings, useSettings, type Settings } from './settings.ts'
import { basePath } from './paths.ts'

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
 * Makes the page the restaurant's: colours, fonts, background pictures, icon. The BFF has written them into a page that it made for this branch and
 * language (`inPage`); otherwise, and when settings or language change, they come as a style sheet. Costs nothing when nothing has changed.
 */
export function applyHead(settings: Settings, language: string, inPage = false): void {
  if (applied?.settings === settings && applied.language === language) return
  applied = { settings, language }
  const icon = pictureUrl(settings.text('FAVICON'))
  if (icon !== '') link('icon', icon)
  if (inPage) loadFonts()
  else loadLook()
}

/** Asks the BFF for the look of the branch and language that the cookies name (bff/site/look.go). */
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
 * Keeps the canonical address in step with the screen: it is what a browser's own share button hands on. Only where the page has one, since personal
 * pages have none. `search` is the query of the present address.
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
 * Runs CUSTOM_HEADER_CODE as the operator gave it (docs/threat-model.md T15) where the page came without it: the BFF writes it into the head itself and
 * says so on the root element. Scripts are made anew, since markup that is set does not run.
 */
function injectCustomCode(code: string): void {
  if (injected || code.trim() === '' || document.documentElement.dataset['customCode'] !== undefined) return
  injected = true
  const template = document.createElement('template')
  template.innerHTML = code
  for (const node of [...template.content.childNodes]) {
    if (node instanceof HTMLScriptElement) {
      const script = document.createElement('script')
      for (const attribute of node.attributes) script.setAttribute(attribute.name, attribute.value)
      script.text = node.text
      document.head.append(script)
    } else document.head.append(node)
  }
}

/** Keeps the head in step with settings and language while the shop is open. */
export function useHead(): void {
  const settings = useSettings()
  const { language } = useLanguage()
  useEffect(() => {
    applyHead(settings, language)
  }, [settings, language])
  // With a boot part of the BFF the code is in the page already; the mock mode and a page without boot data have it from here.
  useEffect(() => {
    if (document.getElementById('boot') === null) injectCustomCode(currentSettings().text('CUSTOM_HEADER_CODE'))
  }, [settings])
}
