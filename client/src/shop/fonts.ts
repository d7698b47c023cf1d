import type { Settings } from './settings.ts'

/*
 * The restaurant's fonts, from our own origin (HARDENING.md T28). DEFAULT_FONT names the font of texts; FONT_SETTINGS names fonts by part, as JSON
 * {"heading": "Fraunces", "text": "Inter"}, or is the plain name of the heading font. A font that the shop does not carry is asked of the device.
 */
const carried: Record<string, { family: string; fallback: string; load: () => Promise<unknown> }> = {
  inter: { family: "'Inter Variable'", fallback: "'Inter Fallback'", load: () => import('@fontsource-variable/inter/wght.css') },
  fraunces: {
    family: "'Fraunces Variable'",
    fallback: "'Fraunces Fallback'",
    load: () => import('@fontsource-variable/fraunces/wght.css'),
  },
  nunito: { family: "'Nunito Variable'", fallback: "'Nunito Fallback'", load: () => import('@fontsource-variable/nunito/wght.css') },
  oswald: { family: "'Oswald Variable'", fallback: "'Oswald Fallback'", load: () => import('@fontsource-variable/oswald/wght.css') },
  'noto sans arabic': {
    family: "'Noto Sans Arabic Variable'",
    fallback: '',
    load: () => import('@fontsource-variable/noto-sans-arabic/wght.css'),
  },
}

/** The fonts that the settings name; empty where they name none. */
export function fontNames(settings: Settings): { heading: string; text: string } {
  const standard = plainName(settings.text('DEFAULT_FONT'))
  const written = settings.text('FONT_SETTINGS')
  let heading = standard
  let body = standard
  if (written.startsWith('{')) {
    try {
      const parts = JSON.parse(written) as Record<string, unknown>
      const pick = (...keys: string[]): string => {
        for (const key of keys) {
          const value = parts[key]
          if (typeof value === 'string' && plainName(value) !== '') return plainName(value)
        }
        return ''
      }
      body = pick('text', 'body', 'default') || standard
      heading = pick('heading', 'headings', 'title') || body
    } catch {
      // Settings that can't be read leave the default font.
    }
  } else if (written !== '') heading = plainName(written)
  return { heading, text: body }
}

/** A family name without anything that could be more than a name. */
function plainName(name: string): string {
  const first = (name.split(',')[0] ?? '')
    .replace(/['"]/g, '')
    .replace(/ Variable$/i, '')
    .trim()
  return /^[\p{L}\p{N} _-]{1,60}$/u.test(first) ? first : ''
}

function stack(name: string): string {
  const known = carried[name.toLowerCase()]
  if (known !== undefined) return [known.family, known.fallback].filter((part) => part !== '').join(', ')
  return name === '' ? '' : `'${name}'`
}

/** Puts the fonts into the page's tokens and begins to load those that the shop carries; never waits. */
export function applyFonts(settings: Settings, language: string): void {
  const names = fontNames(settings)
  const root = document.documentElement.style
  const arabic = /^(ar|fa|ur|ckb|ps)\b/i.test(language)
  const list = (name: string): string =>
    [stack(name), arabic ? stack('noto sans arabic') : '', 'var(--font-fallback)'].filter((part) => part !== '').join(', ')
  root.setProperty('--font-text', list(names.text))
  root.setProperty('--font-heading', list(names.heading))
  const wanted = new Set([names.text.toLowerCase(), names.heading.toLowerCase(), ...(arabic ? ['noto sans arabic'] : [])])
  for (const name of wanted) void carried[name]?.load().catch(() => undefined)
}
