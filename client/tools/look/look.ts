/*
 * What the look page (/_kit) edits: the tokens of docs/brand.md, and the settings that have the same effect in the shop.
 */

type Tokens = Readonly<Record<string, string>>

/** A look that is tried out; empty where it is the shop's own. */
export interface Look {
  /** #rrggbb. */
  accent: string
  fonts: { heading: string; text: string }
  /** Tokens of both schemes, and of each. */
  root: Tokens
  light: Tokens
  dark: Tokens
}

export const unchanged: Look = { accent: '', fonts: { heading: '', text: '' }, root: {}, light: {}, dark: {} }

export const colourTokens = [
  '--surface-page',
  '--surface-raised',
  '--surface-sunken',
  '--ink',
  '--ink-quiet',
  '--line',
  '--line-strong',
  '--danger',
  '--success',
  '--warning',
] as const

export const cornerTokens = ['--radius-s', '--radius-m', '--radius-l'] as const

const surfaces = ['--surface-page', '--surface-raised', '--surface-sunken']

/** Which token must have which contrast to which: 4.5 for text, 3 for edges of controls (WCAG 2.2, 1.4.3 and 1.4.11). */
export const contrasts: readonly { of: string; on: string; least: number }[] = [
  ...['--ink', '--ink-quiet', '--accent-text', '--danger', '--success', '--warning'].flatMap((of) =>
    surfaces.map((on) => ({ of, on, least: 4.5 })),
  ),
  { of: '--accent-on', on: '--accent', least: 4.5 },
  ...['--line-strong', '--focus'].flatMap((of) => surfaces.map((on) => ({ of, on, least: 3 }))),
]

type Colour = readonly [red: number, green: number, blue: number]

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours by WCAG 2: 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const rule = (selector: string, tokens: Tokens): string => {
  const text = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
  return text.length === 0 ? '' : `${selector}{${text.join(';')}}`
}

/** The style that overrides tokens. */
export const styleOf = ({ root, light, dark }: Look): string =>
  rule(':root', root) + rule(':root[data-scheme=light]', light) + rule(':root[data-scheme=dark]', dark)

/** The settings of the backend that give the shop this look, one a line: the key, and the value. */
export function settingsText(look: Look, fontsNow: Look['fonts']): string {
  const { heading, text } = look.fonts
  const style = styleOf(look)
  return [
    look.accent === '' ? '' : `PRIMARY_COLOR ${look.accent}`,
    heading === '' && text === ''
      ? ''
      : `FONT_SETTINGS ${JSON.stringify({ heading: heading || fontsNow.heading, text: text || fontsNow.text })}`,
    style === '' ? '' : `CUSTOM_HEADER_CODE <style>${style}</style>`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}
