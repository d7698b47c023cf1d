/*
 * Light or dark, before the first paint: by the customer's choice (shop/scheme.ts), else as the device has it. A build writes these lines into the head
 * of the page (client/vite.config.ts). Everything else follows the attribute on the root element.
 */

const root = document.documentElement
const device = matchMedia('(prefers-color-scheme: dark)')

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem('tablefront:scheme') ?? 'null')
  } catch {
    // A blocked storage holds no choice.
    return null
  }
}

let chosen = stored()

function apply(): void {
  const scheme = chosen === 'light' || chosen === 'dark' ? chosen : device.matches ? 'dark' : 'light'
  root.dataset['scheme'] = scheme
  for (const meta of document.head.querySelectorAll('meta')) {
    // The ground that the browser paints before any style is there, and the colour of its bars.
    if (meta.name === 'color-scheme') meta.content = scheme
    if (meta.name === 'theme-color' && meta.dataset['scheme'] !== undefined) meta.media = meta.dataset['scheme'] === scheme ? '' : 'not all'
  }
}

apply()
// What follows in the head.
document.addEventListener('DOMContentLoaded', apply)
device.addEventListener('change', apply)
// Another tab has chosen.
addEventListener('storage', () => {
  chosen = stored()
  apply()
})
// This one has.
addEventListener('scheme', (event) => {
  chosen = event instanceof CustomEvent ? event.detail : null
  apply()
})
