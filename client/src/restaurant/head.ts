import { useEffect } from 'react'
import { loadFonts } from './fonts.ts'
import { useCurrentLanguage } from '../i18n/language.ts'
import { pictureUrl } from './pictures.ts'
import { useSettings, type Settings } from './settings.ts'
import { basePath } from '../navigation/paths.ts'

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

/** Updates the head when settings or language change. */
export function useHead(): void {
  const settings = useSettings()
  const language = useCurrentLanguage()
  useEffect(() => {
    applyHead(settings, language)
  }, [settings, language])
}
