interface HostedFont {
  family: string
  /** Shown until the family is loaded (ui/fonts.css). */
  fallback: string
  /** Matches characters that another family of the stack is for. */
  others?: RegExp
}

/** The font families that the shop serves itself, by their name in the settings. */
export const hostedFonts: Record<'inter' | 'fraunces' | 'nunito' | 'oswald' | 'noto sans arabic', HostedFont> = {
  inter: { family: 'Inter Variable', fallback: 'Inter Fallback' },
  fraunces: { family: 'Fraunces Variable', fallback: 'Fraunces Fallback' },
  nunito: { family: 'Nunito Variable', fallback: 'Nunito Fallback' },
  oswald: { family: 'Oswald Variable', fallback: 'Oswald Fallback' },
  'noto sans arabic': { family: 'Noto Sans Arabic Variable', fallback: 'Noto Sans Arabic', others: /\P{Script=Arabic}+/gu },
}

/** The custom property that replaces a family's fallback once the family is loaded (fonts.ts). */
export const fontProperty = (name: string): string => `--font-${name.replaceAll(' ', '-')}`
