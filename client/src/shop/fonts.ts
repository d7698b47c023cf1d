import { hostedFonts } from './hostedFonts.ts'

/** The restaurant's fonts, served from the shop's origin. */
const files: Record<keyof typeof hostedFonts, () => Promise<unknown>> = {
  inter: () => import('@fontsource-variable/inter/wght.css'),
  fraunces: () => import('@fontsource-variable/fraunces/wght.css'),
  nunito: () => import('@fontsource-variable/nunito/wght.css'),
  oswald: () => import('@fontsource-variable/oswald/wght.css'),
  'noto sans arabic': () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
}

/** Starts to load the font families in the page's font stacks (bff/site/look.go); does not wait. */
export function loadFonts(): void {
  const page = getComputedStyle(document.documentElement)
  const stacks = page.getPropertyValue('--font-text') + page.getPropertyValue('--font-heading')
  for (const [name, load] of Object.entries(files)) {
    const [family = ''] = hostedFonts[name as keyof typeof hostedFonts].split(',')
    if (stacks.includes(family)) void load().catch(() => undefined)
  }
}
