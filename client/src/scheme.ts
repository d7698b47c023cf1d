/*
 * Light or dark, before the first paint: the customer's choice (app/SchemeSwitcher.tsx), else the device's setting; always light with
 * TABLEFRONT_SCHEME=light. The build inlines this script into the head of the page (client/vite.config.ts). Everything else follows the attribute on
 * the root element.
 */

const root = document.documentElement
const device = matchMedia('(prefers-color-scheme: dark)')

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem('tablefront:scheme') ?? 'null')
  } catch {
    // Storage is blocked: no choice.
    return null
  }
}

let chosen = stored()

function apply(): void {
  const scheme =
    'lightOnly' in root.dataset ? 'light' : chosen === 'light' || chosen === 'dark' ? chosen : device.matches ? 'dark' : 'light'
  root.dataset['scheme'] = scheme
  for (const meta of document.head.querySelectorAll('meta')) {
    // The canvas colour before any style is loaded, and the colour of the browser's bars.
    if (meta.name === 'color-scheme') meta.content = scheme
    if (meta.name === 'theme-color' && meta.dataset['scheme'] !== undefined) meta.media = meta.dataset['scheme'] === scheme ? '' : 'not all'
  }
}

apply()
// The meta elements after this script.
document.addEventListener('DOMContentLoaded', apply)
device.addEventListener('change', apply)
// A choice in another tab.
addEventListener('storage', () => {
  chosen = stored()
  apply()
})
// A choice in this tab.
addEventListener('scheme', (event) => {
  chosen = event instanceof CustomEvent ? event.detail : null
  apply()
})
