import { useEffect } from 'react'
import { defaultAccent, deriveAccent, isColour, type Accent, type Scheme } from '../ui/accent.ts'
import { shopConfig } from './config.ts'
import { applyFonts } from './fonts.ts'
import { useLanguage } from './language.ts'
import { pictureUrl } from './pictures.ts'
import { currentSettings, useSettings, type Settings } from './settings.ts'

/** The restaurant's colour: the operator's TABLEFRONT_ACCENT, else the PRIMARY_COLOR setting, else the warm default (UX.md). */
export function accentOf(settings: Settings): string {
  const configured = shopConfig().accent
  if (configured !== null && isColour(configured)) return configured
  const setting = settings.text('PRIMARY_COLOR')
  return isColour(setting) ? setting : defaultAccent
}

const names: Record<keyof Accent, string> = {
  fill: 'fill',
  onFill: 'on-fill',
  fillHover: 'fill-hover',
  text: 'text',
  tint: 'tint',
  border: 'border',
  focus: 'focus',
}

function applyAccent(colour: string): void {
  const root = document.documentElement.style
  for (const scheme of ['light', 'dark'] as Scheme[]) {
    const accent = deriveAccent(colour, scheme)
    for (const key of Object.keys(names) as (keyof Accent)[]) root.setProperty(`--accent-${names[key]}-${scheme}`, accent[key])
  }
}

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

/** Makes the page the restaurant's before the first paint: colours, fonts, icon, background (SPEC.md section 1). Costs nothing when it is already. */
export function applyHead(settings: Settings, language: string): void {
  if (applied?.settings === settings && applied.language === language) return
  applied = { settings, language }
  applyAccent(accentOf(settings))
  applyFonts(settings, language)
  const icon = pictureUrl(settings.text('FAVICON'))
  if (icon !== '') link('icon', icon)
  applyPicture('--page-picture', settings.picture('BACKGROUND_IMAGE'))
  applyPicture('--screen-picture', settings.picture('BREADCRUMB_BACKGROUND'))
}

function applyPicture(property: string, address: string): void {
  const root = document.documentElement.style
  if (address === '') root.removeProperty(property)
  else root.setProperty(property, `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`)
}

/** The parameters that make an address of their own (bff/site/head.go). */
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
 * Runs CUSTOM_HEADER_CODE as the operator gave it (HARDENING.md T15) where the page came without it: the BFF writes it into the head itself and
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
