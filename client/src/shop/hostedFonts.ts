/** The font families that the shop serves itself, by their name in the settings, each with the family that is shown until it is loaded (ui/fonts.css). */
export const hostedFonts = {
  inter: { family: 'Inter Variable', fallback: 'Inter Fallback' },
  fraunces: { family: 'Fraunces Variable', fallback: 'Fraunces Fallback' },
  nunito: { family: 'Nunito Variable', fallback: 'Nunito Fallback' },
  oswald: { family: 'Oswald Variable', fallback: 'Oswald Fallback' },
  'noto sans arabic': { family: 'Noto Sans Arabic Variable', fallback: 'Noto Sans Arabic' },
} as const

/** The custom property that replaces a family's fallback once the family is loaded (fonts.ts). */
export const fontProperty = (name: string): string => `--font-${name.replaceAll(' ', '-')}`
