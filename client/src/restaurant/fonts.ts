import { fontProperty, hostedFonts } from './hostedFonts.ts'

/** The restaurant's fonts, served from the shop's origin. */
const files: Record<keyof typeof hostedFonts, () => Promise<unknown>> = {
  inter: () => import('@fontsource-variable/inter/wght.css'),
  fraunces: () => import('@fontsource-variable/fraunces/wght.css'),
  nunito: () => import('@fontsource-variable/nunito/wght.css'),
  oswald: () => import('@fontsource-variable/oswald/wght.css'),
  'noto sans arabic': () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
}

/**
 * Starts to load the font families whose fallbacks are in the page's font stacks (bff/site/look.go); does not wait. A stack names a family only once it
 * is loaded: the browser would search for it among the device's fonts, and lay out every text again as soon as its style sheet is there.
 */
export function loadFonts(): void {
  const { style } = document.documentElement
  const page = getComputedStyle(document.documentElement)
  const stacks = page.getPropertyValue('--font-text') + page.getPropertyValue('--font-heading')
  const text = document.getElementById('root')?.textContent ?? ''
  // The first layout with a new font takes long: one family at a time as they arrive, with a frame in between.
  let shown = Promise.resolve()
  for (const [name, load] of Object.entries(files)) {
    const { family, fallback, others } = hostedFonts[name as keyof typeof hostedFonts]
    if (!stacks.includes(`"${fallback}"`)) continue
    load()
      // Only the files for the characters on the screen are loaded here; the browser loads others when they are shown.
      .then(() => document.fonts.load(`1em "${family}"`, others === undefined ? text : text.replace(others, '')))
      .then(() => {
        shown = shown.then(async () => {
          style.setProperty(fontProperty(name), `"${family}","${fallback}"`)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        })
      })
      .catch(() => undefined)
  }
}
